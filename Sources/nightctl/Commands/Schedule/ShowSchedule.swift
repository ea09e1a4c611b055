import Glibc
import NightClient
import NightCore

extension Nightctl {
  func showSchedule(_ invocation: Invocation) throws(Failure) {
    let count = try dayCount(invocation)
    let (facts, place, stretch, standing) = try ask {
      (client) throws(ClientError) -> (ScheduleFacts, PlaceReport, Timeline.Span, Standing) in
      let facts = try client.scheduleFacts()
      return (
        facts, try PlaceReport(client, zone: facts.zone), try client.upcoming(days: count),
        try client.get()
      )
    }
    let clock = clock(of: facts.zone)
    let days = ScheduleDays(stretch, from: clock(now).date, count: count, clock).days
    guard !invocation.has(.json) else {
      return try output.json(
        .object(
          [.init(name: "days", value: .array(days.map(\.json)))] + facts.json + place.json
            + [
              .init(name: AppearanceKey.choice, value: .string(standing.appearance.choice.rawValue))
            ]
        )
      )
    }
    let lines =
      days.map(Words.day) + [""] + Words.rules(facts) + [
        "zone     " + Words.zone(facts.zone), "place    " + Words.place(place),
      ] + Words.otherwise(standing.appearance, at: LocalTime(now))
    try output.sentences(lines.map { $0 + "\n" }.joined())
  }

  private static let days = 1...Contract.scheduleDays

  private func dayCount(_ invocation: Invocation) throws(Failure) -> Int {
    guard let word = invocation.value(of: .dayCount) else { return 7 }
    guard let count = Int(word), Self.days.contains(count) else {
      throw .usage(Words.noCount(word, of: .dayCount, Self.days), help: invocation.command)
    }
    return count
  }

  /// That of the daemon's zone, in which the rules are meant; where it cannot be read here, that of
  /// the person who asks.
  private func clock(of zone: String) -> ScheduleDays.WallClock {
    guard let zone = KnownZones(environment).zone(of: zone) else { return { LocalTime($0) } }
    return { LocalTime($0, in: zone) }
  }
}

extension ScheduleFacts {
  var json: [JSON.Member] { [.init(name: "rules", value: .array(rules.map(JSON.string)))] }
}

extension ScheduleDays.Day {
  fileprivate var json: JSON {
    let changes = changes.map { change in
      JSON.object([
        .init(name: "time", value: .string(change.transition.instant.iso)),
        .init(name: "style", value: .string(change.transition.style.rawValue)),
      ])
    }
    return .object([
      .init(name: "date", value: .string(date.iso)),
      .init(name: "style", value: .string(style.rawValue)),
      .init(name: "transitions", value: .array(changes)),
    ])
  }
}

/// What a schedule says, day by day.
struct ScheduleDays {
  struct Day {
    let date: CivilDate
    /// What holds at its beginning.
    let style: Style
    let changes: [(time: LocalTime, transition: Transition)]
  }

  let days: [Day]

  /// From a day at whose beginning the stretch begins.
  init(_ stretch: Timeline.Span, from first: CivilDate, count: Int, _ clock: WallClock) {
    var style = stretch.style
    var rest = stretch.transitions[...]
    days = (0..<count).map { number in
      let date = CivilDate(daysSince1970: first.daysSince1970 + number)
      let before = style
      var changes: [(LocalTime, Transition)] = []
      while let next = rest.first {
        let time = clock(next.instant)
        guard time.date <= date else { break }
        rest.removeFirst()
        style = next.style
        changes.append((time, next))
      }
      return Day(date: date, style: before, changes: changes)
    }
  }

  /// The time that a clock shows at a moment.
  typealias WallClock = (Instant) -> LocalTime
}

extension Nightctl {
  func listRules(_ invocation: Invocation) throws(Failure) {
    let key = try scheduleKey(invocation)
    let (facts, origin) = try ask {
      (client) throws(ClientError) -> (ScheduleFacts, LayerPlace) in
      (try client.scheduleFacts(), LayerPlace(try client.origin(of: key)))
    }
    guard !invocation.has(.json) else { return try output.json(.object(facts.json + origin.json)) }
    try output.sentences(Words.rules(facts, origin))
  }

  func setRules(_ invocation: Invocation) throws(Failure) {
    let key = try scheduleKey(invocation)
    let client: Client
    if let text = invocation.value(of: .weekdays) {
      let days = try days(text, invocation)
      let rules = try rules(invocation)
      client = try self.client()
      try replace(days, with: rules, of: key, client, invocation)
    } else {
      let schedule = try schedule(invocation) { () throws(ScheduleFlaw) in
        try Schedule(invocation.operands)
      }
      client = try self.client()
      _ = try answer { () throws(ClientError) in try client.write([.init(key, schedule.value)]) }
    }
    try tellRules(key, client, invocation)
  }

  func clearRules(_ invocation: Invocation) throws(Failure) {
    let key = try scheduleKey(invocation)
    let client = try client()
    _ = try answer { () throws(ClientError) in try client.write([.init(key, nil)]) }
    try tellRules(key, client, invocation)
  }

  private func scheduleKey(_ invocation: Invocation) throws(Failure) -> PreferenceKey {
    try key(PreferenceTable.schedule, of: "", invocation)
  }

  /// What is in force then, and who decides where that is not the schedule.
  private func tellRules(
    _ key: PreferenceKey,
    _ client: Client,
    _ invocation: Invocation
  ) throws(Failure) {
    let (facts, origin, standing, plan) = try answer {
      () throws(ClientError) -> (ScheduleFacts, LayerPlace, Standing, (Style, Transition?)) in
      (
        try client.scheduleFacts(), LayerPlace(try client.origin(of: key)), try client.get(),
        try client.nextTransition()
      )
    }
    let appearance = standing.appearance
    guard !invocation.has(.json) else {
      let choice = JSON.Member(
        name: AppearanceKey.choice,
        value: .string(appearance.choice.rawValue)
      )
      return try output.json(.object(facts.json + origin.json + [choice]))
    }
    let time = LocalTime(now)
    let more = Words.otherwise(appearance, at: time).map { $0 + "\n" }.joined()
    try output.sentences(Words.rules(facts, origin) + Words.plan(plan.0, plan.1, at: time) + more)
  }
}

// MARK: - Reading and replacing

extension Nightctl {
  private func schedule<Made>(
    _ invocation: Invocation,
    _ make: () throws(ScheduleFlaw) -> Made
  ) throws(Failure) -> Made {
    do throws(ScheduleFlaw) { return try make() } catch {
      throw .usage(Words.flawed(error, invocation.operands), help: invocation.command)
    }
  }

  private func days(_ text: String, _ invocation: Invocation) throws(Failure) -> Weekdays {
    do throws(RuleFlaw) { return try Weekdays(text) } catch {
      throw .usage("in --days: " + error.message, help: invocation.command)
    }
  }

  /// The rules alone; whether they make a schedule depends on those of the other days.
  private func rules(_ invocation: Invocation) throws(Failure) -> [Rule] {
    try schedule(invocation) { () throws(ScheduleFlaw) in
      var rules: [Rule] = []
      for (index, text) in invocation.operands.enumerated() {
        do throws(RuleFlaw) { rules.append(try Rule(text)) } catch {
          throw ScheduleFlaw(index: index, column: error.column, error.sentence)
        }
        guard rules[index].days == .all else {
          throw ScheduleFlaw(index: index, Words.namesDays(text))
        }
      }
      return rules
    }
  }

  /// Again and again where someone else writes meanwhile, for some seconds at most.
  ///
  /// What is on its way to the disk is a conflict too, so that there is time for a disk in between.
  private func replace(
    _ days: Weekdays,
    with rules: [Rule],
    of key: PreferenceKey,
    _ client: Client,
    _ invocation: Invocation
  ) throws(Failure) {
    for attempt in 0... {
      let present = try answer { () throws(ClientError) in try client.read(key) }
      let schedule = try schedule(invocation) { () throws(ScheduleFlaw) in
        do throws(ScheduleFlaw) {
          return try Schedule(present.value).replacing(days, with: rules)
        } catch {
          // Its number is one in a list that nobody wrote.
          throw ScheduleFlaw(error.sentence)
        }
      }
      do throws(ClientError) {
        try client.write([.init(key, schedule.value)], ifRevision: present.revision)
        return
      } catch {
        guard case .refused(.conflict, _) = error, attempt < 20 else { throw .client(error) }
        usleep(5_000 << UInt32(min(attempt, 5)))
      }
    }
  }
}
