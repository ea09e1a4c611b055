import NightBus

extension ByteSource {
  /// A depth that exceeds the limit for anything that may be sent.
  private static let depth = 80

  /// Any value, including values that must not be sent.
  mutating func value(depth: Int = 0) -> BusValue {
    guard depth < Self.depth else { return .byte(byte()) }
    switch count(below: 20) {
    case 0: return .byte(byte())
    case 1: return .boolean(byte() > 127)
    case 2: return .int16(number())
    case 3: return .uint16(number())
    case 4: return .int32(number())
    case 5: return .uint32(number())
    case 6: return .int64(number())
    case 7: return .uint64(number())
    case 8: return .double(Double(bitPattern: number()))
    case 9, 10: return .string(text(Known.texts))
    case 11: return .objectPath(ObjectPath(text(Known.paths)) ?? "/")
    case 12: return .signature((try? Signature(checking: text(Known.signatures))) ?? "")
    case 13: return .variant(value(depth: depth + 1))
    case 14: return options(depth: depth)
    case 15: return .structure((0..<count(below: 5)).map { _ in value(depth: depth + 1) })
    case 16: return .array(value(depth: depth + 1).type, values(count(below: 4), depth: depth))
    case 17:
      let entry = BusValue.Entry(key: value(depth: depth + 1), value: value(depth: depth + 1))
      let entries = Array(
        repeating: entry,
        count: repetitions(of: entry.key.count + entry.value.count)
      )
      return .dictionary(entry.key.type, entry.value.type, entries)
    case 18:
      let element = value(depth: depth + 1)
      return .array(
        element.type,
        Array(repeating: element, count: repetitions(of: element.count))
      )
    default:
      return (0..<count(below: 70)).reduce(value(depth: depth + 1)) { inner, _ in .variant(inner) }
    }
  }

  /// The number of equal elements of this size to make; `room` is the number of values that may
  /// still be made.
  ///
  /// Without a limit, a few bytes could make an enormous number of values.
  private mutating func repetitions(of size: Int) -> Int {
    let count = min(count(below: 200), room / size)
    room -= count * size
    return count
  }

  mutating func values(_ count: Int, depth: Int = 0) -> [BusValue] {
    (0..<count).map { _ in value(depth: depth + 1) }
  }

  /// An `a{sv}`, mostly with the keys of an appearance.
  private mutating func options(depth: Int) -> BusValue {
    .options((0..<count(below: 6)).map { _ in (text(Known.texts), value(depth: depth + 1)) })
  }
}

extension BusValue {
  /// The number of values, including nested values.
  fileprivate var count: Int {
    switch self {
    case .variant(let inner): inner.count + 1
    case .array(_, let elements): elements.reduce(1) { $0 + $1.count }
    case .structure(let fields): fields.reduce(1) { $0 + $1.count }
    case .dictionary(_, _, let entries):
      entries.reduce(1) { $0 + $1.key.count + $1.value.count }
    default: 1
    }
  }
}
