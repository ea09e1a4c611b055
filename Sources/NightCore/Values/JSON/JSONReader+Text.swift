extension JSONReader {
  /// Skips blanks and comments.
  package mutating func skipBlanks() throws(Flaw) {
    while true {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C:
        at += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        endLine()
      case UInt8(ascii: "/") where byteAfter == UInt8(ascii: "/"):
        skipLineComment()
      case UInt8(ascii: "/") where byteAfter == UInt8(ascii: "*"):
        try skipBlockComment()
      case 0x80...:
        guard Self.isBlank(scalar()) else { return }
        skipScalar()
      default:
        return
      }
    }
  }

  /// Skips one character, or one line end.
  mutating func skipCharacter() {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): endLine()
    case 0x80...: skipScalar()
    default: at += 1
    }
  }

  /// Skips one LF, CR or CRLF.
  package mutating func endLine() {
    at += byte == UInt8(ascii: "\r") && byteAfter == UInt8(ascii: "\n") ? 2 : 1
    line += 1
    lineStart = at
    continuations = 0
  }

  /// The next scalar, or U+0000 at the end of the text.
  package func scalar() -> Unicode.Scalar {
    let lead = byte
    guard lead >= 0x80 else { return Unicode.Scalar(lead) }
    let length = scalarLength
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in at + 1..<min(at + length, bytes.count) {
      value = value << 6 | UInt32(bytes[offset] & 0x3F)
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  package mutating func skipScalar() {
    continuations += scalarLength - 1
    at += scalarLength
  }

  private var scalarLength: Int {
    switch byte {
    case ..<0x80: 1
    case ..<0xE0: 2
    case ..<0xF0: 3
    default: 4
    }
  }

  private mutating func skipLineComment() {
    while !isAtEnd {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        return
      case 0x80...:
        // In ECMAScript, U+2028 and U+2029 also end a comment, but editors do not count these
        // characters as line ends.
        if scalar() == "\u{2028}" || scalar() == "\u{2029}" { return }
        skipScalar()
      default:
        at += 1
      }
    }
  }

  private mutating func skipBlockComment() throws(Flaw) {
    let opening = position
    at += 2
    while byte != UInt8(ascii: "*") || byteAfter != UInt8(ascii: "/") {
      switch byte {
      case 0:
        throw Flaw("expected “*/” to end this comment, found the end of the text", at: opening)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        endLine()
      case 0x80...:
        skipScalar()
      default:
        at += 1
      }
    }
    at += 2
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{2028}", "\u{2029}", "\u{FEFF}": true
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }
}

extension JSONReader {
  /// Reads the string that starts with the next byte, which is its opening quote.
  package mutating func string() throws(Flaw) -> String {
    let opening = position
    let quote = byte
    at += 1
    var decoded: [UInt8] = []
    // Copy whole runs of unescaped bytes, because copying single bytes is slow.
    var runStart = at
    while true {
      switch byte {
      case quote:
        let run = bytes[runStart..<at]
        at += 1
        guard !decoded.isEmpty else { return String(decoding: run, as: UTF8.self) }
        decoded += run
        return String(decoding: decoded, as: UTF8.self)
      case UInt8(ascii: "\\"):
        decoded += bytes[runStart..<at]
        try escape(into: &decoded, opening: opening)
        runStart = at
      case ..<0x20:
        throw misplacedControl(opening: opening)
      case 0x80..<0xC0:
        continuations += 1
        at += 1
      default:
        at += 1
        at = endOfPlain(before: quote)
      }
    }
  }

  /// Converts an offset in a string to a position in the JSON5 text; `opening` is the string's
  /// quote.
  package static func position(
    of place: Position,
    inString opening: Position,
    of bytes: [UInt8]
  ) -> Position {
    var reader = JSONReader(bytes: bytes, limits: .standard)
    while !reader.isAtEnd, reader.position != opening { reader.skipCharacter() }
    let quote = reader.byte
    reader.at += 1
    var inner = Position.start
    while !reader.isAtEnd, inner != place, reader.byte != quote {
      var decoded = [reader.byte]
      if reader.byte == UInt8(ascii: "\\") {
        decoded = []
        do throws(Flaw) { try reader.escape(into: &decoded, opening: opening) } catch { break }
      } else {
        reader.skipCharacter()
      }
      for byte in decoded where byte & 0xC0 != 0x80 {
        inner.column += 1
        if byte == UInt8(ascii: "\n") { inner = Position(line: inner.line + 1, column: 1) }
      }
    }
    return reader.position
  }

  /// The offset after the run of plain ASCII characters that starts here; most strings have no
  /// other characters.
  private func endOfPlain(before quote: UInt8) -> Int {
    let span = bytes.span
    var end = at
    while end < span.count {
      let byte = span[end]
      guard 0x20..<0x80 ~= byte, byte != quote, byte != UInt8(ascii: "\\") else { return end }
      end += 1
    }
    return end
  }

  /// Reads the escape that starts with the next byte, which is its backslash.
  private mutating func escape(
    into decoded: inout [UInt8],
    opening: Position
  ) throws(Flaw) {
    let start = position
    at += 1
    switch byte {
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "v"): decoded.append(0x0B)
    case UInt8(ascii: "0") where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byteAfter):
      decoded.append(0x00)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      throw Flaw(
        "expected an escape such as “\\n” or “\\u0041”, found “\\” before a digit",
        at: start
      )
    case UInt8(ascii: "x"):
      at += 1
      Self.append(try hexadecimal(digits: 2), to: &decoded)
      return
    case UInt8(ascii: "u"):
      at += 1
      Self.append(try unicodeEscape(start: start), to: &decoded)
      return
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      endLine()
      return
    case ..<0x20:
      throw misplacedControl(opening: opening)
    case 0x80...:
      // In ECMAScript, a backslash before U+2028 or U+2029 continues the string on the next line. A
      // backslash before any other scalar is ignored.
      if scalar() != "\u{2028}" && scalar() != "\u{2029}" {
        Self.append(scalar().value, to: &decoded)
      }
      skipScalar()
      return
    default: decoded.append(byte)
    }
    at += 1
  }

  /// Reads the digits after `\u`; after a high surrogate, also reads the escape of the low
  /// surrogate.
  private mutating func unicodeEscape(start: Position) throws(Flaw) -> UInt32 {
    let first = try hexadecimal(digits: 4)
    guard (0xD800..<0xE000).contains(first) else { return first }
    if first < 0xDC00, byte == UInt8(ascii: "\\"), byteAfter == UInt8(ascii: "u") {
      at += 2
      let second = try hexadecimal(digits: 4)
      if (0xDC00..<0xE000).contains(second) {
        return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
      }
    }
    throw Flaw(
      "expected a surrogate pair such as '\\uD83D\\uDE00', found one half alone",
      at: start
    )
  }

  private mutating func hexadecimal(digits: Int) throws(Flaw) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = Self.hexadecimalDigit(byte) else {
        throw unexpected("\(digits) hexadecimal digits in this escape")
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  package static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func append(_ value: UInt32, to decoded: inout [UInt8]) {
    // Callers never pass a surrogate, so the value is always a scalar.
    decoded += (Unicode.Scalar(value) ?? "\u{FFFD}").utf8
  }

  private func misplacedControl(opening: Position) -> Flaw {
    let ending = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    guard isAtEnd || ending else {
      return Flaw(
        "expected control characters in a string to be escaped, found \(found)",
        at: position
      )
    }
    return Flaw("expected a closing quote for this string, found \(found)", at: opening)
  }
}
