extension ThemeFont {
  /// Reads `Inter, 11`; either part may be missing, as in `Inter` and `, 11`.
  package init?(reading text: String) {
    guard let comma = text.lastIndex(of: ",") else {
      let family = Self.trimmed(text[...])
      guard !family.isEmpty else { return nil }
      self.init(family: family, size: nil)
      return
    }
    let family = Self.trimmed(text[..<comma])
    let digits = Self.trimmed(text[text.index(after: comma)...])
    guard let size = Double(digits), size > 0, size <= 1_000 else { return nil }
    self.init(family: family.isEmpty ? nil : family, size: size)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}
