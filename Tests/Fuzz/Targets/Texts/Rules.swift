@testable import NightCore

/// Properties of a schedule's rules, with one rule on each line; the first byte chooses days.
enum Rules {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var rules: [Rule] = []
    for line in lines.prefix(Schedule.count.upperBound) {
      if let rule = try rule(line) { rules.append(rule) }
    }
    if let schedule = try schedule(lines) {
      try replaced(Weekdays(rawValue: bytes.first ?? 0), of: schedule, by: rules)
    }
  }

  private static func rule(_ text: String) throws(Finding) -> Rule? {
    let rule: Rule
    do throws(Flaw) { rule = try Rule(text) } catch {
      let isInside = (1...text.unicodeScalars.count + 1).contains(error.column ?? 0)
      try assure(isInside, "the place of “\(error)” lies outside “\(text)”")
      let isPlain = error.message.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control
      }
      try assure(isPlain && error.message.utf8.count < 600, "\(error) of “\(text)”")
      return nil
    }
    try assure((try? Rule(rule.text)) == rule, "“\(text)” becomes “\(rule.text)”")
    try assure(!rule.days.isEmpty, "“\(text)” is on no day")
    try assure((try? Weekdays(rule.days.text)) == rule.days, "days become “\(rule.days.text)”")
    return rule
  }

  private static func schedule(_ texts: [String]) throws(Finding) -> Schedule? {
    let schedule: Schedule
    do throws(Flaw) { schedule = try Schedule(texts) } catch {
      if case .rule(let index, _) = error.location {
        try assure(texts.indices.contains(index), "\(error) of \(texts)")
      }
      return nil
    }
    try assure((try? Schedule(schedule.value)) == schedule, "\(texts) become \(schedule.texts)")
    for day in 0..<7 {
      try assure(!schedule.rules(on: day).isEmpty, "no rule on day \(day) of \(texts)")
    }
    return schedule
  }

  private static func replaced(
    _ days: Weekdays,
    of schedule: Schedule,
    by rules: [Rule]
  ) throws(Finding) {
    for new in [[], rules.suffix(2)] {
      guard let changed = try? schedule.replacing(days, with: new) else { continue }
      for day in 0..<7 where !days.contains(day: day) {
        try assure(
          edges(of: changed, on: day) == edges(of: schedule, on: day),
          "\(schedule.texts) with \(new) on \(days.text) becomes \(changed.texts)"
        )
      }
    }
  }

  private static func edges(of schedule: Schedule, on day: Int) -> Set<Rule> {
    Set(schedule.rules(on: day).compactMap { $0.on(.all) })
  }
}
