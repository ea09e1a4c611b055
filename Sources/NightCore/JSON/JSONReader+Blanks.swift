extension JSONReader {
  /// Steps over blanks and comments.
  mutating func skipBlanks() throws(JSONError) {
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

  /// Steps over LF, CR or CRLF, whichever stands here.
  mutating func endLine() {
    at += byte == UInt8(ascii: "\r") && byteAfter == UInt8(ascii: "\n") ? 2 : 1
    line += 1
    lineStart = at
    continuations = 0
  }

  /// The scalar that stands here; U+0000 at the end.
  func scalar() -> Unicode.Scalar {
    let lead = byte
    guard lead >= 0x80 else { return Unicode.Scalar(lead) }
    let length = scalarLength
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in at + 1..<min(at + length, bytes.count) {
      value = value << 6 | UInt32(bytes[offset] & 0x3F)
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  mutating func skipScalar() {
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
        // ECMAScript ends the comment here too, though no editor counts a line.
        if scalar() == "\u{2028}" || scalar() == "\u{2029}" { return }
        skipScalar()
      default:
        at += 1
      }
    }
  }

  private mutating func skipBlockComment() throws(JSONError) {
    let opening = position
    at += 2
    while byte != UInt8(ascii: "*") || byteAfter != UInt8(ascii: "/") {
      switch byte {
      case 0:
        throw JSONError(
          kind: .unfinished,
          position: opening,
          message: "expected '*/' to end this comment, found the end of the text"
        )
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
