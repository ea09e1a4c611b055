// Whether a text is in a normal form, the standard library tells under this name alone.
@_spi(_Unicode) import Swift

/// What a theme may be called.
///
/// The name is also that of its file or folder.
package enum ThemeName {
  /// Words that mean something else where a theme could be named.
  package static let reserved =
    Choice.allCases.map(\.rawValue) + ["next", "previous", "none", "theme"]

  /// Why it is none, as the second half of a sentence: `a theme's name …`, `it …`; nil where it is
  /// one.
  package static func flaw(_ name: String) -> String? {
    let bytes = name.utf8.count
    if bytes == 0 { return "may not be empty" }
    if bytes > Contract.themeBytes { return "may have \(Contract.themeBytes) bytes at most" }
    if name.unicodeScalars.contains(where: isControl) { return "may have no control characters" }
    if !isComposed(name) {
      return "must have each letter with its accents as one character, where there is one "
        + "(Unicode's NFC)"
    }
    if name.utf8.contains(UInt8(ascii: "/")) { return "may not have a slash" }
    if name.utf8.first == UInt8(ascii: ".") { return "may not begin with a dot" }
    if name.utf8.first == UInt8(ascii: "-") { return "may not begin with a dash" }
    if name.utf8.first == UInt8(ascii: " ") || name.utf8.last == UInt8(ascii: " ") {
      return "may neither begin nor end with a blank"
    }
    let word = RuleFlaw.lower(name)
    if reserved.contains(where: word.isSameText) {
      return "may not be a word that nightctl takes for something else"
    }
    return nil
  }

  /// Whether no other bytes are the same text: a dictionary has one place for both, a folder two.
  private static func isComposed(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 } || name.unicodeScalars.elementsEqual(name._nfc)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// The one that is meant: that very name, or the only one that differs in the size of letters or
  /// in how accents are put to them.
  package static func meant(by word: String, among names: [String]) -> String? {
    if let exact = names.first(where: { $0.isSameText(as: word) }) { return exact }
    let folded = word.lowercased()
    let alike = names.filter { $0.lowercased() == folded }
    return alike.count == 1 ? alike[0] : nil
  }
}
