import NightBus
import TestSupport

/// A message with some changed bytes, or a valid message that nobody requested.
struct BrokenBytes {
  private var random: SplitMix64
  private let number: Int
  private let call: RawMessage
  private let daemon: String

  init(seed: UInt64, number: Int, _ members: Members, _ daemon: String) {
    self.number = number
    self.daemon = daemon
    random = SplitMix64(seed: seed &* 31 &+ UInt64(number))
    call = WildCall(seed: seed, number: number, members, destination: Caller.night.text).message
  }

  mutating func make() -> [UInt8] {
    var message = chance(3) ? unasked() : call
    // The message claims to carry a file descriptor, but none is sent with it.
    if chance(50) { message.descriptorCount = 1 }
    var bytes = message.bytes(serial: UInt32(truncatingIfNeeded: number &+ 10))
    guard chance(4) else { return bytes }
    for _ in 0...roll(4) { mutate(&bytes) }
    return bytes
  }

  /// A reply to a call that was never made, or a signal that only the bus may send.
  private mutating func unasked() -> RawMessage {
    var message = call
    message.destination = daemon
    switch roll(4) {
    case 0:
      message.kind = .answer
      message.replySerial = UInt32(roll(30))
    case 1:
      message.kind = .error
      message.replySerial = UInt32(roll(30))
      message.errorName = "org.freedesktop.DBus.Error.NoReply"
    case 2: message.kind = .signal
    default:
      message = RawMessage(
        kind: .signal,
        path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus",
        member: ["NameLost", "NameOwnerChanged", "NameAcquired"][roll(3)],
        destination: daemon,
        signature: "sss",
        body: Wire.body([.string(Caller.night.text), .string(daemon), .string("")])
      )
    }
    return message
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    guard bytes.count > 16 else { return }
    // Most checks concern the header, so at least a third of the changed bytes are in the header.
    let place = chance(3) ? roll(16) : roll(bytes.count)
    switch roll(7) {
    case 0: bytes[place] ^= 1 << UInt8(roll(8))
    case 1: bytes[place] = UInt8(roll(256))
    case 2: bytes[place] = [0, 1, 127, 128, 255][roll(5)]
    case 3: bytes.insert(UInt8(roll(256)), at: place)
    case 4: bytes.remove(at: place)
    case 5: bytes.removeLast(min(roll(12), bytes.count - 16))
    default: bytes[[0, 1, 2, 3][roll(4)]] = UInt8(roll(6))
    }
  }

  private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func chance(_ count: Int) -> Bool { roll(count) == 0 }
}
