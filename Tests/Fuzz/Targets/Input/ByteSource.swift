/// Makes choices from the bytes of an input; once the bytes are used up, each choice is the first
/// option.
struct ByteSource {
  private var rest: ArraySlice<UInt8>
  /// How many more repeated values may be made.
  var room = 2_000

  init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(Array(bytes)) }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func count(below limit: Int) -> Int { Int(byte()) % limit }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[count(below: elements.count)]
  }

  mutating func number<Number: FixedWidthInteger>() -> Number {
    (0..<MemoryLayout<Number>.size).reduce(0) { number, _ in
      number << 8 | Number(truncatingIfNeeded: byte())
    }
  }

  /// A text of at most 255 bytes, often a known word.
  mutating func text(_ known: [String]) -> String {
    let length = Int(byte())
    guard length >= known.count else { return known[length] }
    defer { rest = rest.dropFirst(length - known.count) }
    return String(decoding: rest.prefix(length - known.count), as: UTF8.self)
  }

  mutating func takeRest() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
