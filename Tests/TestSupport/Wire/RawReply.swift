/// The parts of a received message that the tests use.
package struct RawReply: Sendable {
  package let kind: RawMessage.Kind?
  package let serial: UInt32
  package private(set) var sender: String?
  package private(set) var replySerial: UInt32?
  package private(set) var errorName: String?
  package private(set) var interface: String?
  package private(set) var member: String?
  package private(set) var destination: String?
  /// The signature of the message's body.
  package private(set) var signature = ""
  package private(set) var body: [UInt8] = []

  /// The length of the message that begins with these bytes; nil if too few bytes have arrived.
  package static func length(of bytes: some Collection<UInt8>) -> Int? {
    let head = Array(bytes.prefix(16))
    guard head.count == 16 else { return nil }
    let fields = Int(number(head, at: 12))
    return 16 + (fields + 7) / 8 * 8 + Int(number(head, at: 4))
  }

  /// Reads a message; it is little-endian like the daemon's, because the bus keeps the sender's
  /// byte order.
  package init(_ bytes: [UInt8]) {
    kind = RawMessage.Kind(rawValue: bytes[1])
    serial = Self.number(bytes, at: 8)
    let end = 16 + Int(Self.number(bytes, at: 12))
    var next = 16
    while next < end {
      let field = bytes[next]
      let type = bytes[next + 2]
      next += 4
      switch type {
      case UInt8(ascii: "u"):
        if field == 5 { replySerial = Self.number(bytes, at: next) }
        next += 4
      case UInt8(ascii: "g"):
        let count = Int(bytes[next])
        signature = String(decoding: bytes[(next + 1)..<(next + 1 + count)], as: UTF8.self)
        next += count + 2
      default:
        let count = Int(Self.number(bytes, at: next))
        let text = String(decoding: bytes[(next + 4)..<(next + 4 + count)], as: UTF8.self)
        switch field {
        case 2: interface = text
        case 3: member = text
        case 4: errorName = text
        case 6: destination = text
        case 7: sender = text
        default: break
        }
        next += 4 + count + 1
      }
      next = (next + 7) / 8 * 8
    }
    body = Array(bytes[((end + 7) / 8 * 8)...])
  }

  private static func number(_ bytes: [UInt8], at start: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
  }

  /// The string at the start of the body; nil if the signature does not begin with a string.
  package var text: String? {
    guard signature.utf8.first == UInt8(ascii: "s"), body.count >= 4 else { return nil }
    return String(decoding: body.dropFirst(4).prefix(Int(Self.number(body, at: 0))), as: UTF8.self)
  }

  /// The eight-byte number at this position of the body.
  package func number64(at start: Int) -> UInt64 {
    guard body.count >= start + 8 else { return 0 }
    return (0..<8).reduce(0) { $0 | UInt64(body[start + $1]) << (8 * UInt64($1)) }
  }
}
