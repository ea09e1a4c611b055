extension JSON {
  /// The value as strict JSON (RFC 8259), with its members in order.
  ///
  /// Pretty text is indented by two spaces and ends with a newline; other text is one line without
  /// a newline. NaN and infinity become null, because JSON does not have them. All other doubles
  /// are written so that a reader gets the same double, and never an integer.
  package func text(pretty: Bool) -> String {
    var writer = JSONWriter(isPretty: pretty)
    writer.write(self, level: 0)
    if pretty {
      writer.text += "\n"
    }
    return writer.text
  }

  /// The value as part of an indented text, at a level of nesting.
  package func text(level: Int) -> String {
    var writer = JSONWriter(isPretty: true)
    writer.write(self, level: level)
    return writer.text
  }

  /// How many bytes `text(level:)` has at most.
  ///
  /// Each escape counts as its longest form.
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

  /// An indented object; the texts of its values must already have the indentation of level one.
  package static func document(_ members: [(name: String, text: String)]) -> String {
    guard !members.isEmpty else { return "{}\n" }
    var writer = JSONWriter(isPretty: true)
    for member in members {
      writer.text += writer.text.isEmpty ? "{\n  " : ",\n  "
      writer.write(member.name)
      writer.text += ": "
      writer.text += member.text
    }
    return writer.text + "\n}\n"
  }
}

/// Builds the text of a value.
private struct JSONWriter {
  let isPretty: Bool
  var text = ""

  mutating func write(_ value: JSON, level: Int) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .double(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): write(value)
    case .array(let values):
      list("[", values, "]", level: level) { writer, value in
        writer.write(value, level: level + 1)
      }
    case .object(let members):
      list("{", members, "}", level: level) { writer, member in
        writer.write(member.name)
        writer.text += writer.isPretty ? ": " : ":"
        writer.write(member.value, level: level + 1)
      }
    }
  }

  private mutating func list<Element>(
    _ opening: String,
    _ elements: [Element],
    _ closing: String,
    level: Int,
    write: (inout JSONWriter, Element) -> Void
  ) {
    text += opening
    var isFirst = true
    for element in elements {
      if !isFirst {
        text += ","
      }
      isFirst = false
      breakLine(level: level + 1)
      write(&self, element)
    }
    if !elements.isEmpty {
      breakLine(level: level)
    }
    text += closing
  }

  private mutating func breakLine(level: Int) {
    guard isPretty else { return }
    text += "\n"
    for _ in 0..<level {
      text += "  "
    }
  }

  mutating func write(_ string: String) {
    text += "\""
    if string.utf8.allSatisfy(Self.needsNoEscape) {
      text += string
    } else {
      for scalar in string.unicodeScalars {
        write(scalar)
      }
    }
    text += "\""
  }

  static func bytes(of string: String) -> Int {
    var count = 2
    var string = string
    string.withUTF8 { bytes in
      for byte in bytes {
        switch byte {
        // The first bytes of those longer characters that may need an escape.
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
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\u{08}": text += "\\b"
    case "\u{0C}": text += "\\f"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    // Only the first of these ranges must be escaped in JSON. But terminals obey U+007F to U+009F,
    // and old scripts end a line at U+2028 and U+2029.
    case ..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    default:
      text.unicodeScalars.append(scalar)
    }
  }
}
