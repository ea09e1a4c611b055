/// What stands in a message that came, as far as tests ask.
struct RawReply {
  let kind: RawMessage.Kind?
  private(set) var replySerial: UInt32?
  private(set) var errorName: String?
  private(set) var member: String?
  private(set) var destination: String?
  private(set) var body: [UInt8] = []

  /// How long the message will be that begins so; nil while that is not known.
  static func length(of bytes: some Collection<UInt8>) -> Int? {
    let head = Array(bytes.prefix(16))
    guard head.count == 16 else { return nil }
    let fields = Int(number(head, at: 12))
    return 16 + (fields + 7) / 8 * 8 + Int(number(head, at: 4))
  }

  /// The bus writes as the sender did: with the low byte first.
  init(_ bytes: [UInt8]) {
    kind = RawMessage.Kind(rawValue: bytes[1])
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
      case UInt8(ascii: "g"): next += Int(bytes[next]) + 2
      default:
        let count = Int(Self.number(bytes, at: next))
        let text = String(decoding: bytes[(next + 4)..<(next + 4 + count)], as: UTF8.self)
        switch field {
        case 3: member = text
        case 4: errorName = text
        case 6: destination = text
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
}
