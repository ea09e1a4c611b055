import Glibc
import NightBus
import TestSupport

/// Calls every member of every object with values of all types and shapes.
package struct Fuzz: Trial {
  package static let name = "calls of every shape"
  package static let unit = "calls"

  /// The number of calls that wait for replies at the same time.
  private static let window = 400
  /// The limit in KiB for memory that is still in use after large values were freed.
  private static let growth = 2_048

  private let numbers: Range<Int>
  private let seed: UInt64

  package init(calls: Int, seed: UInt64 = 1) {
    numbers = 0..<calls
    self.seed = seed
  }

  /// Makes only the call with this number, which the message about a fault contains.
  package init(only number: Int, seed: UInt64) {
    numbers = number..<(number + 1)
    self.seed = seed
  }

  package func run() throws -> Tally {
    let desk = try Desk()
    let vitals = try Vitals(desk, "seed \(seed)")
    let caller = try Caller(desk)
    let members = try Members(caller)
    let round = FuzzRound(try RawClient(address: desk.bus.address), seed: seed, members)
    // Measure memory only after many calls: the first call of each kind keeps memory, and calls of
    // a megabyte are rare.
    let warming = max(2_000, numbers.count / 10)
    let early = min(numbers.lowerBound + warming, numbers.upperBound)
    try round.call(numbers.lowerBound..<early, window: Self.window)
    vitals.settle()
    try round.call(early..<numbers.upperBound, window: Self.window)
    for _ in round.unanswered.prefix(1) where vitals.daemon.exit != nil {
      let culprit = try Self.culprit(among: round.unanswered, seed, members)
      round.tally.note(
        .death,
        "seed \(seed), call \(culprit.map(String.init) ?? "not found alone")"
      )
    }
    try vitals.check(&round.tally, growth: Self.growth, lines: 0)
    round.tally.remark = """
      \(round.refused) refused, \(vitals.growth) KiB more after them, \
      at most \(vitals.peakKilobytes) KiB
      """
    return round.tally
  }

  /// Finds the call that ends a daemon even when it is the only call.
  private static func culprit(
    among numbers: [Int],
    _ seed: UInt64,
    _ members: Members
  ) throws -> Int? {
    let desk = try Desk()
    let vitals = try Vitals(desk, "")
    for number in numbers {
      let round = FuzzRound(try RawClient(address: desk.bus.address), seed: seed, members)
      try round.call(number..<(number + 1), window: 1)
      _ = try Caller(desk).call(.style, "Get")
      if vitals.daemon.exit != nil { return number }
    }
    return nil
  }
}
