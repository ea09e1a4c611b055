import Glibc

/// What came from one of a child's streams, and how much of it has been handed out.
///
/// What was handed out is kept: a test that fails shows the end of it.
struct Stream {
  private(set) var descriptor: Descriptor?
  private(set) var bytes: [UInt8] = []
  private var taken = 0

  /// Whether anything could come at all.
  let isPiped: Bool

  init(_ descriptor: Descriptor?) {
    self.descriptor = descriptor
    isPiped = descriptor != nil
  }

  mutating func close() { descriptor = nil }

  mutating func readSome() {
    guard case .bytes(let more)? = descriptor?.readSome() else { return close() }
    bytes += more
  }

  /// The next line, `.some(nil)` at the end, and `nil` while neither has come.
  ///
  /// A last line without a line feed counts as one.
  mutating func takeLine() -> String?? {
    let rest = bytes[taken...]
    if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      taken = end + 1
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    guard descriptor == nil else { return nil }
    taken = bytes.count
    return .some(rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self))
  }

  /// All that is left once the end has come.
  mutating func takeAll() -> [UInt8]? {
    guard descriptor == nil else { return nil }
    defer { taken = bytes.count }
    return Array(bytes[taken...])
  }

  /// The last of all that came, for messages.
  var tail: String { String(decoding: bytes.suffix(2000), as: UTF8.self) }

  /// The first of what came and was not handed out, for messages.
  var untaken: String { String(decoding: bytes[taken...].prefix(500), as: UTF8.self) }
}
