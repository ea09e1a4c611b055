import NightCore

/// Clocks that jump over the last hour of a day, and rules around that midnight.
extension Chance {
  /// A zone that does so, and a date up to three days before.
  mutating func midnightJump() -> (zone: String, date: CivilDate) {
    let (zone, year, month, day) = one(of: Self.midnightJumps)
    let date = CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSince1970: 0)
    return (zone, date.adding(days: -number(0...3)))
  }

  /// The dates that those clocks do not end, of the zone files since 1990 and up to 2030.
  private static let midnightJumps = [
    ("America/Nuuk", 2024, 3, 30), ("America/Nuuk", 2026, 3, 28), ("America/Nuuk", 2030, 3, 30),
    ("America/Scoresbysund", 2025, 3, 29), ("America/Scoresbysund", 2028, 3, 25),
    ("Asia/Dhaka", 2009, 6, 19), ("Asia/Pyongyang", 2018, 5, 4),
  ]

  /// Some rules in the last hour of a day and the first of the next one.
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
