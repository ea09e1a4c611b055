package import NightBus

/// Generates random values of every type.
package struct RandomValues {
  package var generator: SplitMix64

  package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  package mutating func value() -> BusValue { value(of: type(room: 4), room: 4) }

  package mutating func type(room: Int) -> BusType {
    switch Int.random(in: 0..<(room > 0 ? 18 : 13), using: &generator) {
    case 13, 14: .array(type(room: room - 1))
    case 15: .structure((0..<count(1...4)).map { _ in type(room: room - 1) })
    case 16, 17: .dictionary(Self.basic[count(0...11)], type(room: room - 1))
    case let simple: simple < 12 ? Self.basic[simple] : .variant
    }
  }

  private static let basic: [BusType] = [
    .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
    .objectPath, .signature,
  ]

  package mutating func value(of type: BusType, room: Int) -> BusValue {
    switch type {
    case .byte: .byte(number())
    case .boolean: .boolean(.random(using: &generator))
    case .int16: .int16(number())
    case .uint16: .uint16(number())
    case .int32: .int32(number())
    case .uint32: .uint32(number())
    case .int64: .int64(number())
    case .uint64: .uint64(number())
    case .double: .double(double())
    case .string: .string(text())
    case .objectPath: .objectPath(path())
    case .signature: .signature(Signature((0..<count(0...3)).map { _ in self.type(room: 2) }))
    // nightd has no method with a file descriptor, and no message may contain one.
    case .fileDescriptor: .fileDescriptor(0)
    case .variant: .variant(variant(room: room))
    case .array(let element):
      .array(element, (0..<count(0...3)).map { _ in value(of: element, room: room - 1) })
    case .structure(let fields): .structure(fields.map { value(of: $0, room: room - 1) })
    case .dictionary(let key, let element):
      .dictionary(
        key,
        element,
        (0..<count(0...3)).map { _ in
          .init(key: value(of: key, room: 0), value: value(of: element, room: room - 1))
        }
      )
    }
  }

  private mutating func variant(room: Int) -> BusValue {
    let inner = type(room: max(room - 1, 0))
    return room > 0 ? value(of: inner, room: room - 1) : .byte(number())
  }

  private mutating func count(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &generator)
  }

  private mutating func number<Number: FixedWidthInteger>() -> Number {
    switch count(0...5) {
    case 0: .min
    case 1: .max
    case 2: 0
    default: .random(in: .min ... .max, using: &generator)
    }
  }

  /// A random number, but never NaN, because NaN is not even equal to itself.
  private mutating func double() -> Double {
    switch count(0...6) {
    case 0: .infinity
    case 1: -.infinity
    case 2: .leastNonzeroMagnitude
    case 3: .greatestFiniteMagnitude
    default: .random(in: -1e9...1e9, using: &generator)
    }
  }

  private mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "'", "\\", "\n", "\u{1}", "\u{7F}", "é", "\u{301}", "日", "\u{FFFF}", "🌙",
      "\u{10FFFF}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<count(0...12) { text.append(scalars[count(0...scalars.count - 1)]) }
    return String(text)
  }

  private mutating func path() -> ObjectPath {
    let parts = (0..<count(0...3)).map { _ in ["a", "_", "Z9"][count(0...2)] }
    return ObjectPath("/" + parts.joined(separator: "/")) ?? "/"
  }
}
