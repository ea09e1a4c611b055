import Glibc

/// The bytes read from one of a child's streams, and how many were returned to the test.
///
/// Returned bytes are kept, since the message of a failing test shows the last of them.
struct Stream {
  private(set) var descriptor: Descriptor?
  private(set) var bytes: [UInt8] = []
  private var taken = 0

  /// Whether the stream is a pipe to the test.
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

  /// The next line, `.some(nil)` at the end, and `nil` if neither has arrived.
  ///
  /// A last line without a line feed counts as a line.
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

  /// The rest, once the end has arrived.
  mutating func takeAll() -> [UInt8]? {
    guard descriptor == nil else { return nil }
    defer { taken = bytes.count }
    return Array(bytes[taken...])
  }

  /// The last part of all that was read, for messages.
  var tail: String { String(decoding: bytes.suffix(2000), as: UTF8.self) }

  /// The beginning of what was not returned yet, for messages.
  var untaken: String { String(decoding: bytes[taken...].prefix(500), as: UTF8.self) }
}
