/// Reads the part of XML that property lists are written in.
///
/// UTF-8 only, and no definitions of entities: a reference stands for one character. What belongs
/// into what is for `PropertyListReader` to know.
struct XMLReader {
  let bytes: [UInt8]
  /// The offset of the next byte.
  var at: Int
  /// The offset where the last token began.
  private(set) var tokenStart: Int
  /// An element that was opened and closed at once.
  private var isClosing: String?

  init(_ bytes: [UInt8]) throws(PropertyList.Flaw) {
    self.bytes = bytes
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    tokenStart = at
    try checkText()
    try skipProlog()
  }

  mutating func next() throws(PropertyList.Flaw) -> XMLToken {
    tokenStart = at
    if let name = isClosing {
      isClosing = nil
      return .closing(name)
    }
    let text = try text()
    if !text.isEmpty {
      // Where something is wrong with it, it is not the blanks before it.
      while Self.isBlank(bytes[tokenStart]), tokenStart + 1 < at { tokenStart += 1 }
      return .text(String(decoding: text, as: UTF8.self))
    }
    tokenStart = at
    guard !isAtEnd else { return .end }
    return try tag()
  }

  var isAtEnd: Bool { at >= bytes.count }

  /// The next byte; 0 at the end, which no text holds (`checkText`).
  var byte: UInt8 { isAtEnd ? 0 : bytes[at] }

  func stands(_ word: StaticString) -> Bool {
    let end = at + word.utf8CodeUnitCount
    guard end <= bytes.count else { return false }
    return word.withUTF8Buffer { bytes[at..<end].elementsEqual($0) }
  }

  /// Steps over a word, if it stands here.
  mutating func skip(_ word: StaticString) -> Bool {
    guard stands(word) else { return false }
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

  private mutating func tag() throws(PropertyList.Flaw) -> XMLToken {
    let start = at
    at += 1
    let isEnd = skip("/")
    let name = try name()
    if isEnd {
      skipBlanks()
      guard skip(">") else { throw unexpected("'>' to end this tag") }
      return .closing(name)
    }
    var isPlain = true
    while skipBlanks(), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
      try skipAttribute()
      isPlain = false
    }
    if skip("/") { isClosing = name }
    guard skip(">") else { throw unexpected("'>' to end this tag") }
    // Nothing in property lists has any but their root, which says its version.
    guard isPlain || name == "plist" else {
      throw flaw("<\(name)> takes no attributes", at: start)
    }
    return .opening(name)
  }

  private mutating func name() throws(PropertyList.Flaw) -> String {
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

  private mutating func skipAttribute() throws(PropertyList.Flaw) {
    _ = try name()
    skipBlanks()
    guard skip("=") else { throw unexpected("'=' after the name of an attribute") }
    skipBlanks()
    try skipQuoted()
  }

  mutating func skipQuoted() throws(PropertyList.Flaw) {
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
