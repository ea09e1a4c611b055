extension JSON {
  /// The value as strict JSON (RFC 8259), with its members in order.
  ///
  /// With `pretty`, the text is indented by two spaces and ends with a newline; without `pretty`,
  /// the text is one line and has no newline. NaN and infinity become null, because JSON has no
  /// such values. A finite double is written so that a reader reads it as the same double, and not
  /// as an integer.
  package func text(pretty: Bool) -> String {
    String(decoding: encoded(pretty: pretty), as: UTF8.self)
  }

  /// The bytes of `text(pretty:)`.
  package func encoded(pretty: Bool) -> [UInt8] {
    var writer = JSONWriter(isPretty: pretty)
    writer.write(self, level: 0)
    if pretty { writer.add("\n") }
    return writer.bytes
  }

  /// The value as part of an indented text; `level` is the value's depth in that text.
  package func text(level: Int) -> String {
    var writer = JSONWriter(isPretty: true)
    writer.write(self, level: level)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// An upper limit for the number of bytes in `text(level:)`.
  ///
  /// Each escape is counted as if it were the longest possible escape.
  package func bytes(level: Int) -> Int {
    switch self {
    case .null: 4
    case .bool: 5
    case .integer: 20
    case .double: 24
    case .string(let text): JSONWriter.bytes(of: text)
    case .array(let values):
      values.reduce(2 * level + 3) { $0 + 2 * level + 4 + $1.bytes(level: level + 1) }
    case .object(let members):
      members.reduce(2 * level + 3) {
        $0 + 2 * level + 6 + JSONWriter.bytes(of: $1.name) + $1.value.bytes(level: level + 1)
      }
    }
  }

  /// An indented JSON object; the text of each value must already be indented by one level.
  package static func document(_ members: [(name: String, text: String)]) -> String {
    guard !members.isEmpty else { return "{}\n" }
    var writer = JSONWriter(isPretty: true)
    for member in members {
      writer.add(writer.bytes.isEmpty ? "{\n  " : ",\n  ")
      writer.write(string: member.name)
      writer.add(": ")
      writer.bytes += member.text.utf8
    }
    writer.add("\n}\n")
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Builds the text as bytes, because appending to a `String` takes three times as long.
private struct JSONWriter {
  let isPretty: Bool
  var bytes: [UInt8] = []

  init(isPretty: Bool) {
    self.isPretty = isPretty
    bytes.reserveCapacity(1_024)
  }

  mutating func add(_ text: StaticString) {
    bytes += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  mutating func write(_ value: JSON, level: Int) {
    switch value {
    case .null: add("null")
    case .bool(let value): add(value ? "true" : "false")
    case .integer(let value): bytes += String(value).utf8
    case .double(let value): bytes += (value.isFinite ? value.description : "null").utf8
    case .string(let value): write(string: value)
    case .array(let values):
      list("[", values, "]", level: level) { writer, value in
        writer.write(value, level: level + 1)
      }
    case .object(let members):
      list("{", members, "}", level: level) { writer, member in
        writer.write(string: member.name)
        writer.add(writer.isPretty ? ": " : ":")
        writer.write(member.value, level: level + 1)
      }
    }
  }

  private mutating func list<Element>(
    _ opening: StaticString,
    _ elements: [Element],
    _ closing: StaticString,
    level: Int,
    write writeElement: (inout JSONWriter, Element) -> Void
  ) {
    add(opening)
    var isFirst = true
    for element in elements {
      if !isFirst { add(",") }
      isFirst = false
      breakLine(level: level + 1)
      writeElement(&self, element)
    }
    if !elements.isEmpty { breakLine(level: level) }
    add(closing)
  }

  private mutating func breakLine(level: Int) {
    guard isPretty else { return }
    add("\n")
    for _ in 0..<level { add("  ") }
  }

  mutating func write(string: String) {
    add("\"")
    var rest = Substring(string)
    while !rest.isEmpty {
      let plain = rest.withUTF8 { text in
        let plain = text.prefix(while: Self.needsNoEscape)
        bytes += plain
        return plain.count
      }
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: plain)...]
      if let scalar = rest.unicodeScalars.popFirst() { write(scalar) }
    }
    add("\"")
  }

  /// An upper limit for the bytes of a string with its quotation marks.
  static func bytes(of string: String) -> Int {
    var count = 2
    var string = string
    string.withUTF8 { bytes in
      for byte in bytes {
        switch byte {
        // The characters beyond ASCII that may need an escape all start with one of these bytes.
        case 0xC2, 0xE2: count += 5
        case 0x80...: count += 1
        default: count += needsNoEscape(byte) ? 1 : 6
        }
      }
    }
    return count
  }

  private static func needsNoEscape(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": add(#"\""#)
    case "\\": add(#"\\"#)
    case "\u{08}": add(#"\b"#)
    case "\u{0C}": add(#"\f"#)
    case "\n": add(#"\n"#)
    case "\r": add(#"\r"#)
    case "\t": add(#"\t"#)
    // Of these characters, JSON itself requires escapes only for those below U+0020. The other
    // escapes are needed because terminals obey U+007F to U+009F, and old JavaScript ends a line at
    // U+2028 and U+2029.
    case ..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      add(#"\u"#)
      bytes += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
      bytes += digits.utf8
    default:
      bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }
}
