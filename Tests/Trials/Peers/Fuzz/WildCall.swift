import NightBus
import TestSupport

/// An invalid or unusual call, which is determined by a seed and a number.
struct WildCall {
  let message: RawMessage
  /// The number of file descriptors that are sent with the call.
  let descriptors: Int
  var wantsAnswer: Bool { message.flags & 1 == 0 }

  init(seed: UInt64, number: Int, _ members: Members, destination: String) {
    let mixed = seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    var maker = Maker(values: RandomValues(seed: mixed), members: members)
    (message, descriptors) = maker.make(number, destination)
  }
}

private struct Maker {
  var values: RandomValues
  let members: Members

  mutating func make(_ number: Int, _ destination: String) -> (RawMessage, Int) {
    let member = target()
    var message = RawMessage(
      flags: flags(),
      path: path(),
      interface: interface(of: member),
      member: chance(20) ? word() : member.name,
      destination: destination
    )
    // libdbus replies to calls of this interface even if no reply is wanted, so always want one.
    if message.interface == "org.freedesktop.DBus.Peer" { message.flags &= ~1 }
    var arguments = arguments(of: member)
    // A change waits for the disk, so only a few of the calls may change something.
    if message.member == "Set" || message.member == "Toggle" {
      arguments = tamed(arguments, mayChange: number % 2_000 == 1)
    }
    message.signature = arguments.map(\.type.code).joined()
    message.body = Wire.body(arguments)
    // For a longer signature, the bus would disconnect the sender.
    if message.signature.utf8.count > 255 { (message.signature, message.body) = ("", []) }
    guard chance(100) else { return (message, 0) }
    let count = roll(3) + 1
    message.descriptorCount = UInt32(count)
    if chance(2) { (message.signature, message.body) = ("h", [0, 0, 0, 0]) }
    return (message, count)
  }

  private mutating func target() -> Members.Member {
    let all = chance(30) ? members.signals + members.properties : members.methods
    return all[roll(all.count)]
  }

  /// Random flags: no reply wanted, no start of the daemon, interactive authorisation, unknown
  /// flags.
  private mutating func flags() -> UInt8 {
    switch roll(20) {
    case 0, 1: 1
    case 2: 2
    case 3: 4
    case 4: UInt8(roll(256)) & ~1
    default: 0
    }
  }

  private mutating func path() -> String {
    switch roll(20) {
    case 0: members.paths[roll(members.paths.count)]
    case 1:
      "/" + (0...roll(3)).map { _ in ["a", "_", "Z9", "org"][roll(4)] }.joined(separator: "/")
    case 2: chance(500) ? "/" + String(repeating: "a", count: 1 << 20) : "/org/nightd/Night1/a"
    default: "/org/nightd/Night1"
    }
  }

  private mutating func interface(of member: Members.Member) -> String? {
    switch roll(20) {
    case 0, 1: nil
    case 2: members.interfaces[roll(members.interfaces.count)]
    case 3: "a." + String(repeating: "b", count: 1 + roll(253))
    default: member.interface
    }
  }

  /// A member's name with characters and a length that the bus accepts.
  private mutating func word() -> String {
    ["x", "_", "Get", "set", "Changed", String(repeating: "N", count: 255)][roll(6)]
  }
}

// MARK: - Arguments

extension Maker {
  private mutating func arguments(of member: Members.Member) -> [BusValue] {
    switch roll(20) {
    case 0: []
    case 1: [nested()]
    case 2, 3, 4, 5, 6: (0..<roll(4)).map { _ in values.value() }
    case 7: member.inputs.map { likely($0) } + [values.value()]
    case 8, 9, 10, 11, 12: member.inputs.map { values.value(of: $0, room: 4) }
    default: member.inputs.map { likely($0) }
    }
  }

  private mutating func likely(_ type: BusType) -> BusValue {
    switch type {
    case .string: .string(text())
    case .dictionary(.string, .variant): .options(options())
    case .variant: .variant(chance(8) ? nested() : values.value())
    default: values.value(of: type, room: 4)
    }
  }

  private mutating func options() -> [(String, BusValue)] {
    var options = (0..<roll(4)).map { _ in (text(), values.value()) }
    if chance(4), let first = options.first { options.append((first.0, values.value())) }
    if chance(10) { options.append(("deep", nested(wrapped: 2))) }
    if chance(5_000) { options += (0..<5_000).map { ("\($0)", .byte(1)) } }
    return options
  }

  private mutating func text() -> String {
    let known = [
      "light", "dark", "schedule", "system", "", "until", "for", "Dark", "dark\n", "d\u{430}rk",
      "Style", "Serial", "Appearance", "org.nightd.Night1.Style", "org.nightd.Night1.Control",
      "\u{202E}krad", "\u{FEFF}dark", "e\u{301}", "🌙", "\u{1B}[2J", "%s%n", "../../etc", "-1",
      "18446744073709551616", "2026-11-21T07:00:00Z", "24:00", "next",
    ]
    switch roll(400) {
    case 0: return String(repeating: "é", count: 1 << roll(15))
    case 1: return chance(40) ? String(repeating: "x", count: 1 << 20) : "x"
    case 2: return String(repeating: "a", count: 254 + roll(3))
    default: return known[roll(known.count)]
    }
  }

  /// A value with the deepest nesting that a bus allows: 64 containers of all kinds, or 32 arrays
  /// or structures.
  private mutating func nested(wrapped outer: Int = 0) -> BusValue {
    let levels = 1 + roll(chance(2) ? 8 : 62 - outer)
    switch roll(3) {
    case 0: return (0..<levels).reduce(.byte(7)) { value, _ in .variant(value) }
    case 1: return (0..<min(levels, 31)).reduce(.byte(7)) { value, _ in .structure([value]) }
    default:
      return (0..<min(levels, 31)).reduce(.byte(7)) { value, _ in .array(value.type, [value]) }
    }
  }

  /// Returns the arguments; makes them invalid if the call could change the style but must not.
  private func tamed(_ arguments: [BusValue], mayChange: Bool) -> [BusValue] {
    guard case .dictionary(.string, .variant, let entries)? = arguments.last else {
      return arguments
    }
    if mayChange {
      let style = BusValue.string(arguments.count == 2 ? "dark" : "")
      return arguments.count == 2 ? [style, .options([])] : [.options([])]
    }
    guard entries.isEmpty else { return arguments }
    return arguments.dropLast() + [.options([("not", .boolean(true))])]
  }
}

// MARK: - Chance

extension Maker {
  private mutating func roll(_ count: Int) -> Int {
    Int.random(in: 0..<max(count, 1), using: &values.generator)
  }

  /// Returns true, on average, once in this many calls.
  private mutating func chance(_ count: Int) -> Bool { roll(count) == 0 }
}
