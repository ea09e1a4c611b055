/// Translates the sentences of the window.
///
/// `po/update` finds each sentence by the call of `tr`, so its argument must be a literal.
package struct Language: Sendable {
  private let lookup: @Sendable (String) -> String

  /// Makes a language from a function that returns the translation of an English sentence.
  package init(_ lookup: @escaping @Sendable (String) -> String) { self.lookup = lookup }

  /// Makes a language from gettext's function for one domain.
  package init(
    gettext: @escaping @Sendable (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
  ) {
    self.init { text in
      // The empty sentence is the header of the translation.
      if text.isEmpty { return text }
      // Without a translation, gettext returns its argument, so the argument must still exist.
      return text.withCString { text in
        gettext(text).map { String(cString: $0) } ?? String(cString: text)
      }
    }
  }

  /// English, in which the sentences are written.
  package static let english = Language { $0 }

  /// Returns the translation of `text`, with `values` in place of the names in braces.
  ///
  /// Values are inserted in a single pass, so braces in a value stay as they are.
  package func callAsFunction(_ text: String, _ values: [String: String] = [:]) -> String {
    let text = lookup(text)
    guard !values.isEmpty else { return text }
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = String(rest[rest.index(after: open)..<close])
      result += values[name] ?? String(rest[...close])
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
