import NightCore

/// A condition that a file's text can meet.
struct TextTest: Equatable, Sendable {
  var isBlank: Bool?
  /// The file must have a line that begins with one of these strings.
  var lines: [String] = []
  var contains: String?
  var firstLineIsNot: String?
  /// A key or table at the top level of a TOML file.
  var tomlKey: String?
  /// The beginning of a section's header.
  ///
  /// At least one key in the section must begin with one of `keys`.
  var section: String?
  var keys: [String] = []
}

extension TextTest {
  /// The section and the key that a test found in a file; empty if the test needs no section.
  struct Found: Equatable, Sendable {
    var section = ""
    var key = ""
  }

  /// Returns the section and key that meet the condition, or nil if the text does not meet it.
  func find(in text: String) -> Found? {
    let isEmpty = text.utf8.allSatisfy { " \t\r\n".utf8.contains($0) }
    if let isBlank, isBlank != isEmpty { return nil }
    if !lines.isEmpty,
      !IncludeLine.lines(text).contains(where: { lines.contains(where: $0.hasPrefix) })
    {
      return nil
    }
    if let contains, !text.includes(contains) { return nil }
    if let firstLineIsNot {
      let lines = IncludeLine.lines(text).map(RemainingLines.trimmed)
      if lines.first(where: { !$0.isEmpty }) == firstLineIsNot { return nil }
    }
    if let tomlKey {
      // A table with the key's name also meets the condition, because TOML allows either the key or
      // the table.
      let outline = TomlOutline(Array(text.utf8))
      let keys = outline.entries.map(\.key) + outline.tables.map(\.key)
      guard keys.contains(where: { $0.first == tomlKey }) else { return nil }
    }
    guard let section else { return Found() }
    var present: Substring = ""
    for line in IncludeLine.lines(text) {
      if line.hasPrefix("[") {
        present = line.hasPrefix(section) ? line : ""
      } else if !present.isEmpty, keys.contains(where: line.hasPrefix) {
        return Found(section: String(present), key: String(line.prefix { $0 != "=" && $0 != " " }))
      }
    }
    return nil
  }
}
