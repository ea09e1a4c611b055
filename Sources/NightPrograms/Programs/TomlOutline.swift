/// The keys that a TOML text sets, and their places.
///
/// The outline does not validate the text: in a text that is not valid TOML, it may find only some
/// keys or none.
struct TomlOutline {
  /// A key and its value.
  struct Entry {
    /// The parts of the key, beginning with its table, such as `general` and `import`.
    let key: [String]
    /// The range of the value's bytes in the text.
    let value: Range<Int>
  }

  private(set) var entries: [Entry] = []
  /// The tables that have a header line, such as `[general]`, with the text of that line.
  private(set) var tables: [(key: [String], line: String)] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var table: [String] = []
    var index = 0
    while let start = bytes[index...].firstIndex(where: { !Self.isSpace($0, orLineEnd: true) }) {
      index = start
      let isTable = bytes[start] == UInt8(ascii: "[")
      if isTable { index += bytes[start...].starts(with: "[[".utf8) ? 2 : 1 }
      let key = key(at: &index, until: UInt8(ascii: isTable ? "]" : "="))
      if bytes[start] == UInt8(ascii: "#") || key == nil {
        index = lineEnd(after: start)
      } else if let key, isTable {
        index = lineEnd(after: start)
        let line = String(decoding: Self.trimmed(bytes[start..<index]), as: UTF8.self)
        tables.append((key, line))
        table = key
      } else if let key {
        let value = value(at: index)
        entries.append(Entry(key: table + key, value: value))
        index = max(value.upperBound, index)
        if index < bytes.count, bytes[index] == UInt8(ascii: "#") { index = lineEnd(after: index) }
      }
    }
  }

  func value(of key: [String]) -> Range<Int>? { entries.first { $0.key == key }?.value }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The strings in a list, with their quotation marks; nil if the value is not a list of strings.
  func texts(_ list: Range<Int>) -> [Range<Int>]? {
    guard list.count > 1, bytes[list.lowerBound] == UInt8(ascii: "["),
      bytes[list.upperBound - 1] == UInt8(ascii: "]")
    else { return nil }
    var texts: [Range<Int>] = []
    var index = list.lowerBound + 1
    while index < list.upperBound - 1 {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let end = textEnd(at: index)
        texts.append(index..<end)
        index = end
      case UInt8(ascii: "#"): index = lineEnd(after: index)
      case UInt8(ascii: ","): index += 1
      case let byte:
        guard Self.isSpace(byte, orLineEnd: true) else { return nil }
        index += 1
      }
    }
    return texts
  }

  /// The place at the end of a list where one more string fits, and the bytes to insert there.
  ///
  /// The insertion begins with a comma or a space, and changes no other byte.
  func insertion(of text: String, in list: Range<Int>) -> (offset: Int, piece: String)? {
    guard let texts = texts(list) else { return nil }
    guard let last = texts.last else { return (list.lowerBound + 1, " \(text) ") }
    let next = bytes[last.upperBound..<list.upperBound].firstIndex { !Self.isSpace($0) }
    if let next, bytes[next] == UInt8(ascii: ",") { return (next + 1, " \(text),") }
    return (last.upperBound, ", \(text)")
  }

  // MARK: - Scanning

  private static func isSpace(_ byte: UInt8, orLineEnd: Bool = false) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || orLineEnd && byte == 0x0A
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, isSpace(last) { line.removeLast() }
    return line
  }

  private func lineEnd(after index: Int) -> Int {
    bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
  }

  /// Reads a dotted key and the byte `end` that must follow it; nil if the line ends first.
  private func key(at index: inout Int, until end: UInt8) -> [String]? {
    var parts: [String] = []
    var part: [UInt8] = []
    while index < bytes.count, bytes[index] != 0x0A {
      let byte = bytes[index]
      if byte == end || byte == UInt8(ascii: ".") {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
        index += 1
        if byte == end { return parts }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let close = textEnd(at: index)
        part += bytes[(index + 1)..<max(close - 1, index + 1)]
        index = close
      } else {
        if !Self.isSpace(byte) { part.append(byte) }
        index += 1
      }
    }
    return nil
  }

  /// The bytes of the value that begins after the spaces at `index`.
  private func value(at index: Int) -> Range<Int> {
    let start = bytes[index...].firstIndex { !Self.isSpace($0) } ?? bytes.count
    var index = start
    var depth = 0
    scan: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): index = textEnd(at: index)
      case UInt8(ascii: "#"):
        if depth == 0 { break scan }
        index = lineEnd(after: index)
      case 0x0A where depth == 0: break scan
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        index += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        index += 1
      default: index += 1
      }
    }
    return start..<(start + Self.trimmed(bytes[start..<index]).count)
  }

  /// The index of the first byte after a string in quotation marks.
  private func textEnd(at start: Int) -> Int {
    let quote = bytes[start]
    let isLong = bytes[start...].starts(with: [quote, quote, quote])
    let mark = [UInt8](repeating: quote, count: isLong ? 3 : 1)
    var index = start + mark.count
    while index < bytes.count {
      if bytes[index...].starts(with: mark) { return index + mark.count }
      if !isLong, bytes[index] == 0x0A { return index }
      index += quote == UInt8(ascii: "\"") && bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.count
  }
}
