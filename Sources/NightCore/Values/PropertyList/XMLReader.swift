/// Reads the part of XML that property lists use.
///
/// The reader accepts only UTF-8 without entity definitions, so each reference is one character.
/// `PropertyListReader` checks which elements an element may contain.
struct XMLReader {
  let bytes: [UInt8]
  /// The offset of the next byte.
  var at: Int
  /// The offset of the start of the last token.
  private(set) var tokenStart: Int
  /// The name of an empty-element tag whose closing token is still to come; otherwise nil.
  private var isClosing: String?

  init(_ bytes: [UInt8]) throws(Flaw) {
    self.bytes = bytes
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    tokenStart = at
    try checkText()
    try skipProlog()
  }

  mutating func next() throws(Flaw) -> XMLToken {
    tokenStart = at
    if let name = isClosing {
      isClosing = nil
      return .closing(name)
    }
    let text = try text()
    if !text.isEmpty {
      // An error in a text should point at the text's first character that is not blank.
      while Self.isBlank(bytes[tokenStart]), tokenStart + 1 < at { tokenStart += 1 }
      return .text(String(decoding: text, as: UTF8.self))
    }
    tokenStart = at
    guard !isAtEnd else { return .end }
    return try tag()
  }

  var isAtEnd: Bool { at >= bytes.count }

  /// The next byte; 0 at the end, because `checkText` refuses 0 in the text.
  var byte: UInt8 { isAtEnd ? 0 : bytes[at] }

  func isNext(_ word: StaticString) -> Bool {
    let end = at + word.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    return word.withUTF8Buffer { bytes[at..<end].elementsEqual($0) }
  }

  /// Skips the given word if it comes next; returns whether the word was skipped.
  mutating func skip(_ word: StaticString) -> Bool {
    guard isNext(word) else { return false }
    at += word.utf8CodeUnitCount
    return true
  }

  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = at
    while Self.isBlank(byte) { at += 1 }
    return at > start
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private mutating func tag() throws(Flaw) -> XMLToken {
    let start = at
    at += 1
    let isEnd = skip("/")
    let name = try name()
    if isEnd {
      skipBlanks()
      guard skip(">") else { throw unexpected("“>” to end this tag") }
      return .closing(name)
    }
    var isPlain = true
    while skipBlanks(), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
      try skipAttribute()
      isPlain = false
    }
    if skip("/") { isClosing = name }
    guard skip(">") else { throw unexpected("“>” to end this tag") }
    // In a property list, only the root element has an attribute: its version.
    guard isPlain || name == "plist" else {
      throw flaw("<\(name)> has no attributes", at: start)
    }
    return .opening(name)
  }

  private mutating func name() throws(Flaw) -> String {
    let start = at
    while Self.isOfName(byte) { at += 1 }
    guard at > start else { throw unexpected("the name of an element") }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  private mutating func skipAttribute() throws(Flaw) {
    _ = try name()
    skipBlanks()
    guard skip("=") else { throw unexpected("“=” after the name of an attribute") }
    skipBlanks()
    try skipQuoted()
  }

  mutating func skipQuoted() throws(Flaw) {
    let quote = byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw unexpected("a quote")
    }
    let start = at
    at += 1
    while byte != quote {
      guard !isAtEnd, byte != UInt8(ascii: "<") else {
        throw flaw("expected a closing quote for this text, found \(found)", at: start)
      }
      at += 1
    }
    at += 1
  }
}

/// The tokens of XML that property lists use.
enum XMLToken: Equatable {
  case opening(String)
  /// The end of an element; an empty-element tag is read as an opening and a closing token.
  case closing(String)
  /// All text until the next tag; never empty.
  ///
  /// The text contains no comments, and references and CDATA sections are already resolved.
  case text(String)
  case end
}

extension XMLReader {
  /// Refuses bytes that are not UTF-8, and characters that XML does not allow.
  ///
  /// All other code relies on complete scalars, and treats a zero byte as the end of the text.
  func checkText() throws(Flaw) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let offset = error.byteOffsets.lowerBound
      let byte = String(bytes[offset], radix: 16, uppercase: true)
      throw flaw("expected UTF-8 text, found the byte 0x\(byte)", at: offset)
    }
    for offset in bytes.indices {
      let isAllowed =
        switch bytes[offset] {
        case 0x09, 0x0A, 0x0D: true
        case ..<0x20: false
        // A byte 0xBE or 0xBF may be the last byte of U+FFFE or U+FFFF, which XML does not allow.
        case 0xBE...0xBF: offset < 2 || bytes[offset - 1] != 0xBF || bytes[offset - 2] != 0xEF
        default: true
        }
      guard isAllowed else {
        let isControl = bytes[offset] < 0x20
        throw flaw(
          isControl
            ? "expected text, found a control character" : "expected text, found a noncharacter",
          at: isControl ? offset : offset - 2
        )
      }
    }
  }

  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case ..<0x20, 0xFFFE...0xFFFF: false
    default: true
    }
  }

  func unexpected(_ expected: String) -> Flaw {
    flaw("expected \(expected), found \(found)", at: at)
  }

  func flaw(_ message: String, at offset: Int) -> Flaw {
    Flaw(message, at: position(of: offset))
  }

  /// A description of the next character in the text.
  var found: String {
    switch byte {
    case 0: "the end of the text"
    case 0x0A, 0x0D: "the end of the line"
    case 0x09: "a tab"
    default:
      MessageText.quoted(
        String(String(decoding: bytes[at..<min(at + 4, bytes.count)], as: UTF8.self).prefix(1))
      )
    }
  }

  /// Computes a position by reading the text once more, because only errors need a position.
  private func position(of offset: Int) -> Position {
    var position = Position.start
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for place in start..<max(start, min(offset, bytes.count)) {
      switch bytes[place] {
      case 0x0D where place + 1 < bytes.count && bytes[place + 1] == 0x0A: break
      case 0x0A, 0x0D:
        position.line += 1
        position.column = 1
      case 0x80..<0xC0: break
      default: position.column += 1
      }
    }
    return position
  }
}
