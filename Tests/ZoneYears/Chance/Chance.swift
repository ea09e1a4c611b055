/// A seeded source of random choices (SplitMix64), so that what failed can be done again.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// For one of many things that share a seed.
  init(seed: UInt64, number: Int) {
    var chance = Chance(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    state = chance.next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  mutating func long(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &self) }

  mutating func one<T>(of values: [T]) -> T { values[number(0...values.count - 1)] }

  /// True once in so many times.
  mutating func once(in times: Int) -> Bool { number(1...times) == 1 }
}
