/// What a theme may be called.
///
/// The name is also that of its file or folder.
package enum ThemeName {
  /// Words that mean something else where a theme could be named.
  package static let reserved =
    Choice.allCases.map(\.rawValue) + ["next", "previous", "none", "theme"]

  /// Why it is none, as the second half of a sentence: `a theme's name …`; nil where it is one.
  package static func flaw(_ name: String) -> String? {
    let bytes = name.utf8.count
    if bytes == 0 { return "must not be empty" }
    if bytes > Contract.themeBytes { return "has \(Contract.themeBytes) bytes at most" }
    let hasControls = name.unicodeScalars.contains {
      $0.properties.generalCategory == .control || $0.properties.generalCategory == .lineSeparator
        || $0.properties.generalCategory == .paragraphSeparator
    }
    if hasControls { return "has no control characters" }
    if name.utf8.contains(UInt8(ascii: "/")) { return "has no slash: it is that of a file" }
    if name.utf8.first == UInt8(ascii: ".") { return "does not begin with a dot" }
    if name.utf8.first == UInt8(ascii: "-") { return "does not begin with a dash" }
    if name.utf8.first == UInt8(ascii: " ") || name.utf8.last == UInt8(ascii: " ") {
      return "neither begins nor ends with a blank"
    }
    if reserved.contains(where: { $0.isSameText(as: RuleFlaw.lower(name)) }) {
      return "is none of \(reserved.joined(separator: ", ")), which mean something else"
    }
    return nil
  }

  /// The one that is meant: that very name, or the only one that differs in the size of letters.
  package static func meant(by word: String, among names: [String]) -> String? {
    if let exact = names.first(where: { $0.isSameText(as: word) }) { return exact }
    let folded = word.lowercased()
    let alike = names.filter { $0.lowercased().isSameText(as: folded) }
    return alike.count == 1 ? alike[0] : nil
  }
}
