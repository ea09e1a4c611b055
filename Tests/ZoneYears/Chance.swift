import NightCore

/// A seeded random generator (SplitMix64), so that a failure can be repeated.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Makes the generator of one of several runs that share a seed.
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

  /// Returns true with a probability of 1 in `times`.
  mutating func once(in times: Int) -> Bool { number(1...times) == 1 }
}

extension Chance {
  /// A random schedule that is valid.
  mutating func schedule() -> Schedule {
    while true {
      if let schedule = try? Schedule(rules()) { return schedule }
    }
  }

  private mutating func rules() -> [String] {
    switch number(0...9) {
    case 0, 1: return ["dark sunset", "light sunrise"]
    case 2: return ["dark \(clock())", "light \(clock())"]
    case 3: return ["dark sunset\(offset())\(limits(16...23))", "light sunrise\(offset())"]
    case 4: return ["dark \(event("dusk"))", "light \(event("dawn"))"]
    case 5:
      // These rules make it dark for an hour at noon, in addition to the night from dusk to dawn.
      return ["dark 12:00", "light 13:00", "dark \(event("dusk"))", "light \(event("dawn"))"]
    default: return (0..<number(2...8)).map { _ in rule() }
    }
  }

  private mutating func rule() -> String {
    let style = one(of: ["dark", "light"])
    let when =
      switch number(0...5) {
      case 0, 1: clock()
      // These are the times that replace sunrise and sunset if no place is known, and times that a
      // clock change may skip.
      case 2: one(of: ["19:30", "07:00", "02:00", "02:30", "02:59", "00:00"])
      case 3: event(one(of: ["dusk", "dawn"])) + offset()
      default: event(one(of: ["dusk", "dawn"])) + offset() + limits(0...23)
      }
    return "\(style) \(when)" + (once(in: 3) ? " on \(days())" : "")
  }

  private mutating func event(_ side: String) -> String {
    switch number(0...6) {
    case 0, 1, 2: side == "dawn" ? "sunrise" : "sunset"
    case 3: "civil-\(side)"
    case 4: one(of: ["nautical-", "astronomical-"]) + side
    case 5: "\(side)@\(number(-30...70))"
    default: "\(side)@\(number(-90...90)).\(number(0...9))"
    }
  }

  private mutating func offset() -> String {
    let sign = one(of: ["+", "-"])
    switch number(0...7) {
    case 0, 1: return sign + "\(number(1...59))m"
    case 2: return sign + "\(number(1...3))h"
    case 3: return sign + "\(number(1...11))h\(number(1...59))m"
    default: return ""
    }
  }

  private mutating func limits(_ hours: ClosedRange<Int>) -> String {
    let before = once(in: 2) ? " not before \(clock(hours))" : ""
    return before + (once(in: 2) ? " not after \(clock(hours))" : "")
  }

  mutating func clock(_ hours: ClosedRange<Int> = 0...23) -> String {
    let (hour, minute) = (number(hours), once(in: 2) ? 0 : number(0...59))
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }

  private mutating func days() -> String {
    let names = Weekdays.names
    switch number(0...3) {
    case 0: return "mon-fri"
    case 1: return "sat,sun"
    case 2: return one(of: names)
    default:
      let (first, last) = (one(of: names), one(of: names))
      return first == last ? first : "\(first)-\(last)"
    }
  }
}

/// Zones whose clocks skip the last hour of a day, and rules near midnight on such a day.
extension Chance {
  /// A zone in which the last hour of a day is skipped, and a date at most three days before that
  /// day.
  mutating func midnightJump() -> (zone: String, date: CivilDate) {
    let (zone, year, month, day) = one(of: Self.midnightJumps)
    let date = CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSince1970: 0)
    return (zone, date.adding(days: -number(0...3)))
  }

  /// The dates from 1990 to 2030 whose last hour is skipped, according to the zone files.
  private static let midnightJumps = [
    ("America/Nuuk", 2024, 3, 30), ("America/Nuuk", 2026, 3, 28), ("America/Nuuk", 2030, 3, 30),
    ("America/Scoresbysund", 2025, 3, 29), ("America/Scoresbysund", 2028, 3, 25),
    ("Asia/Dhaka", 2009, 6, 19), ("Asia/Pyongyang", 2018, 5, 4),
  ]

  /// Rules in the last hour of a day and in the first hour of the next day.
  mutating func midnightSchedule() -> Schedule {
    while true {
      let rules = (0..<number(2...4)).map { _ in midnightRule() }
      if let schedule = try? Schedule(rules) { return schedule }
    }
  }

  private mutating func midnightRule() -> String {
    let style = one(of: ["dark", "light"])
    let clock = one(of: ["23:00", "23:10", "23:30", "23:45", "23:59", "00:00", "00:00", "00:30"])
    return once(in: 3) ? "\(style) sunset not before \(clock)" : "\(style) \(clock)"
  }
}

extension Chance {
  /// A place that a user might set: in the zone or far from it, even at the poles.
  mutating func place() -> Place? {
    let latitude: Double =
      switch number(0...9) {
      case 0: one(of: [90, -90, 89.9999, -89.9999, 66.56, -66.56, 0])
      case 1, 2: .random(in: 60...75, using: &self)
      case 3: .random(in: -90...90, using: &self)
      default: .random(in: -60...60, using: &self)
      }
    let longitude: Double =
      once(in: 8) ? one(of: [180, -180, 0, 179.9999]) : .random(in: -180...180, using: &self)
    return Place(latitude: latitude, longitude: longitude)
  }
}
