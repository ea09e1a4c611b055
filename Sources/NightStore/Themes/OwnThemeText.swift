package import NightCore

/// The text of a theme's file, in which some strings are replaced but every other byte is kept.
package struct OwnThemeText: Sendable {
  package private(set) var bytes: [UInt8]
  /// The number of columns by which each replaced string grew, in the order of the strings in the
  /// file.
  private var growths: [(position: Position, count: Int)] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Replaces strings.
  ///
  /// The nodes in `texts` must have been parsed from `bytes`.
  init(_ bytes: [UInt8], replacing texts: [(node: JSONNode, text: String)]) {
    self.init(bytes)
    let places = texts.map { ($0.node.position.line, $0.node.position.column) }
    // Replace the last string first, so that the positions of earlier strings stay valid.
    for index in texts.indices.sorted(by: { places[$0] > places[$1] }) {
      replace(texts[index].node, texts[index].text)
    }
  }

  private mutating func replace(_ node: JSONNode, _ text: String) {
    guard let start = offset(of: node.position), let end = textEnd(start) else { return }
    let new = Array(JSON.string(text).text(pretty: false).utf8)
    func width(_ bytes: some Sequence<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }
    growths.insert((node.position, width(new) - width(bytes[start..<end])), at: 0)
    bytes.replaceSubrange(start..<end, with: new)
  }

  /// Converts a position in the new text to a position in the original file.
  package func original(_ position: Position) -> Position {
    var column = position.column
    for growth in growths
    where growth.position.line == position.line && column > growth.position.column {
      column -= growth.count
    }
    return Position(line: position.line, column: column)
  }

  /// The byte offset of a position; lines and columns are counted in the same way as in the JSON
  /// reader.
  private func offset(of position: Position) -> Int? {
    var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1, column = 1
    while at < bytes.count {
      if line == position.line, column == position.column { return at }
      let byte = bytes[at]
      at += 1
      let isBreak = byte == 0x0A || byte == 0x0D && (at == bytes.count || bytes[at] != 0x0A)
      if isBreak {
        line += 1
        column = 1
      } else {
        // A character of several bytes is one column.
        while at < bytes.count, bytes[at] & 0xC0 == 0x80 { at += 1 }
        column += 1
      }
    }
    return nil
  }

  /// The offset directly after the closing quotation mark of the string whose opening mark is at
  /// `start`.
  private func textEnd(_ start: Int) -> Int? {
    let quote = bytes[start]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
    var at = start + 1
    while at < bytes.count, bytes[at] != quote {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return at < bytes.count ? at + 1 : nil
  }
}

extension ThemeFinding {
  /// The finding, with its position in the new text converted to a position in the user's file.
  package func placed(by text: OwnThemeText?) -> ThemeFinding {
    var finding = self
    if let text, let position { finding.position = text.original(position) }
    return finding
  }
}
