/// When a style begins on a day: at a time of the clock, or at an event of the sun.
struct RuleTime: Equatable, Sendable {
  enum Moment: Equatable, Sendable {
    /// Minutes since midnight.
    case clock(Int)
    /// An event such as `sunset`, and the minutes after it.
    case event(String, offset: Int)
  }

  var moment: Moment
  /// The limits as nightd writes them, such as `not after 21:30`; empty if there are none.
  var limits = ""

  private static let longestOffset = 720

  /// The nearest offset that the window allows.
  static func limited(_ offset: Int) -> Int { max(-longestOffset, min(longestOffset, offset)) }

  /// The events that the window offers, for the beginning of each style.
  static func events(_ style: Style) -> [String] {
    style == .dark
      ? ["sunset", "civil-dusk", "nautical-dusk", "astronomical-dusk"]
      : ["sunrise", "civil-dawn", "nautical-dawn", "astronomical-dawn"]
  }

  init(_ moment: Moment, limits: String = "") {
    self.moment = moment
    self.limits = limits
  }

  /// Reads the second word of a rule, such as `07:00` or `sunset-30m`; nil if the window cannot
  /// edit it.
  init?(_ word: Substring, _ style: Style) {
    let parts = word.split(separator: ":")
    if parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0...23).contains(hour), (0...59).contains(minute)
    {
      moment = .clock(hour * 60 + minute)
      return
    }
    for event in Self.events(style) where word.hasPrefix(event) {
      let rest = word.dropFirst(event.count)
      guard let offset = rest.isEmpty ? 0 : Self.offset(rest) else { continue }
      moment = .event(event, offset: offset)
      return
    }
    return nil
  }

  /// Reads an offset such as `-1h30m`.
  private static func offset(_ text: Substring) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    var rest = text.dropFirst()
    guard !rest.isEmpty else { return nil }
    var minutes = 0
    for (unit, factor) in [(Character("h"), 60), (Character("m"), 1)] {
      guard let end = rest.firstIndex(of: unit) else { continue }
      guard let number = Int(rest[..<end]), (0...longestOffset).contains(number) else { return nil }
      minutes += number * factor
      rest = rest[rest.index(after: end)...]
    }
    guard rest.isEmpty, minutes <= longestOffset else { return nil }
    return sign == "-" ? -minutes : minutes
  }

  /// The second word of a rule, and the limits.
  var text: String {
    let word =
      switch moment {
      case .clock(let minutes): LocalTime.time(minutes)
      case .event(let event, let offset):
        event + (offset == 0 ? "" : (offset < 0 ? "-" : "+") + "\(abs(offset))m")
      }
    return limits.isEmpty ? word : word + " " + limits
  }
}

/// A schedule that the window can edit: each day becomes dark once and light once.
///
/// Other schedules are valid too; the window shows them, but cannot edit them.
struct WeekPlan: Equatable, Sendable {
  struct Part: Equatable, Sendable {
    var days: Set<Int>
    var dark: RuleTime
    var light: RuleTime

    subscript(style: Style) -> RuleTime {
      get { style == .dark ? dark : light }
      set { if style == .dark { dark = newValue } else { light = newValue } }
    }
  }

  /// The parts have no day in common, and together have all days.
  var parts: [Part]

  static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  static let week = Set(0...6)
  private static let standard = (
    dark: RuleTime(.event("sunset", offset: 0)), light: RuleTime(.event("sunrise", offset: 0))
  )

  /// Reads the rules that nightctl prints; nil if the window cannot edit them.
  init?(rules: [String]) {
    var times: [Int: [Style: RuleTime]] = [:]
    // Days belong to the same part if the same rules apply to them. Two parts may have equal times:
    // that is how a part begins.
    var sources: [Int: Set<Int>] = [:]
    for (index, rule) in rules.enumerated() {
      guard let (style, time, days) = Self.read(rule) else { return nil }
      for day in days {
        guard times[day]?[style] == nil else { return nil }
        times[day, default: [:]][style] = time
        sources[day, default: []].insert(index)
      }
    }
    parts = []
    for day in Self.week.sorted() {
      let found = times[day]
      guard let dark = found == nil ? Self.standard.dark : found?[.dark],
        let light = found == nil ? Self.standard.light : found?[.light]
      else { return nil }
      let same = parts.firstIndex { part in part.days.contains { sources[$0] == sources[day] } }
      if let same {
        parts[same].days.insert(day)
      } else {
        parts.append(Part(days: [day], dark: dark, light: light))
      }
    }
  }

  private static func read(_ rule: String) -> (Style, RuleTime, Set<Int>)? {
    var words = rule.lowercased().split(separator: " ")
    guard words.count >= 2, let style = Style(rawValue: String(words[0])),
      var time = RuleTime(words[1], style)
    else { return nil }
    var days = week
    if words.count >= 4, words[words.count - 2] == "on" {
      guard let found = Self.days(words[words.count - 1]) else { return nil }
      days = found
      words.removeLast(2)
    }
    time.limits = words.dropFirst(2).joined(separator: " ")
    return (style, time, days)
  }

  /// Reads days such as `mon-fri` or `sat,sun`.
  private static func days(_ text: Substring) -> Set<Int>? {
    var days: Set<Int> = []
    for part in text.split(separator: ",") {
      let ends = part.split(separator: "-").map { names.firstIndex(of: String($0)) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else {
        return nil
      }
      var day = first
      days.insert(day)
      while day != last {
        day = (day + 1) % 7
        days.insert(day)
      }
    }
    return days
  }

  /// The rules in the form that nightd reads.
  var rules: [String] {
    parts.flatMap { part in
      let on =
        part.days == Self.week
        ? "" : " on " + part.days.sorted().map { Self.names[$0] }.joined(separator: ",")
      return ["dark \(part.dark.text)\(on)", "light \(part.light.text)\(on)"]
    }
  }

  /// The plan after a user's edit; `events` are the minutes of today's events of the sun.
  func applying(_ intent: Intent, _ events: [String: Int]) -> WeekPlan {
    var plan = self
    switch intent {
    case .splitWeek:
      guard let part = parts.first, parts.count == 1 else { return self }
      var weekend = part
      (plan.parts[0].days, weekend.days) = ([0, 1, 2, 3, 4], [5, 6])
      plan.parts.append(weekend)
    case .joinWeek:
      guard var part = parts.first else { return self }
      part.days = Self.week
      plan.parts = [part]
    case .setWeekday(let group, let day, let isOn): plan.assign(day, to: group, isOn)
    case .pick(.ruleKind(let group, let style), let index):
      plan.edit(group, style) { time in
        let names = RuleTime.events(style)
        guard index != time.kind(style) else { return }
        if index < names.count {
          time.moment = .event(names[index], offset: 0)
        } else {
          time.moment = .clock(time.minute(events) ?? (style == .dark ? 19 : 7) * 60)
          // Limits apply only to events of the sun.
          time.limits = ""
        }
      }
    case .number(.ruleHour(let group, let style), let hour):
      plan.edit(group, style) { time in
        if case .clock(let old) = time.moment { time.moment = .clock(hour * 60 + old % 60) }
      }
    case .number(.ruleMinute(let group, let style), let minute):
      plan.edit(group, style) { time in
        if case .clock(let old) = time.moment { time.moment = .clock(old / 60 * 60 + minute) }
      }
    case .shift(let group, let style, let minutes):
      plan.edit(group, style) { time in
        guard case .event(let event, let offset) = time.moment else { return }
        time.moment = .event(event, offset: RuleTime.limited(offset + minutes))
      }
    case .move(let group, let style, let minute):
      plan.edit(group, style) { time in
        switch time.moment {
        case .clock: time.moment = .clock(Self.fives(minute) % 1440)
        case .event(let event, _):
          guard let base = events[event] else { return }
          time.moment = .event(event, offset: RuleTime.limited(Self.fives(minute - base)))
        }
      }
    default: break
    }
    return plan
  }

  /// The nearest number of whole five minutes, as a hand on a slider cannot aim better.
  private static func fives(_ minutes: Int) -> Int { Int((Double(minutes) / 5).rounded()) * 5 }

  private mutating func edit(_ group: Int, _ style: Style, _ change: (inout RuleTime) -> Void) {
    guard parts.indices.contains(group) else { return }
    change(&parts[group][style])
  }

  /// Moves a day into a part, or out of it into another part; each part keeps a day.
  private mutating func assign(_ day: Int, to group: Int, _ isOn: Bool) {
    guard parts.indices.contains(group), parts[group].days.contains(day) != isOn,
      let other = isOn
        ? parts.firstIndex(where: { $0.days.contains(day) })
        : parts.indices.first(where: { $0 != group }),
      parts[isOn ? other : group].days.count > 1
    else { return }
    parts[isOn ? other : group].days.remove(day)
    parts[isOn ? group : other].days.insert(day)
  }
}

extension RuleTime {
  /// The index of the moment in the list of choices: the events, and after them the clock.
  func kind(_ style: Style) -> Int {
    let names = Self.events(style)
    guard case .event(let event, _) = moment else { return names.count }
    return names.firstIndex(of: event) ?? 0
  }

  /// The minute of the day, without limits; nil if the event does not happen.
  func minute(_ events: [String: Int]) -> Int? {
    switch moment {
    case .clock(let minutes): minutes
    case .event(let event, let offset): events[event].map { $0 + offset }
    }
  }
}
