import NightClient
import NightContract
import NightCore

/// The command `schedule` itself, which shows the coming days.
struct ShowSchedule: Command {
  let nightctl: Nightctl

  func showSchedule(_ invocation: Invocation) throws(Failure) {
    let count = try dayCount(invocation)
    let (facts, place, span, snapshot) = try ask {
      (client) throws(ClientError) -> (ScheduleFacts, PlaceSection, Timeline.Span, Snapshot) in
      let facts = try client.scheduleFacts()
      return (
        facts, try PlaceSection(client, zone: facts.zone), try client.upcoming(days: count),
        try client.get()
      )
    }
    let clock = clock(of: facts.zone)
    let days = ScheduleDays(span, from: clock(now).date, count: count, clock).days
    guard !invocation.has(.json) else {
      return try output.json(
        .object(
          [.init(name: "days", value: .array(days.map(\.json)))] + facts.json + place.members
            + [
              .init(name: AppearanceKey.choice, value: .string(snapshot.appearance.choice.rawValue))
            ]
        )
      )
    }
    let lines =
      days.map(ScheduleMessages.day) + [""] + ScheduleMessages.rules(facts) + [
        "zone     " + PlaceMessages.zone(facts.zone), "place    " + PlaceMessages.place(place),
      ] + ScheduleMessages.otherwise(snapshot.appearance, at: LocalTime(now))
    try output.sentences(lines.map { $0 + "\n" }.joined())
  }

  private static let days = 1...Contract.scheduleDays

  private func dayCount(_ invocation: Invocation) throws(Failure) -> Int {
    guard let text = invocation.value(of: .dayCount) else { return 7 }
    guard let count = Int(text), Self.days.contains(count) else {
      throw invocation.usage(Messages.noCount(text, of: .dayCount, Self.days))
    }
    return count
  }

  /// Converts moments to the local time of the daemon's zone, because the rules use that zone.
  ///
  /// If the daemon's zone cannot be read here, the zone of this process is used.
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

/// The styles and changes of a schedule, day by day.
struct ScheduleDays {
  struct Day {
    let date: CivilDate
    /// The style at the beginning of the day.
    let style: Style
    let changes: [(time: LocalTime, transition: Transition)]
  }

  let days: [Day]

  /// Divides a time span into `count` days, and lists the changes of the style for each day.
  ///
  /// The span must begin at the start of the first day.
  init(_ span: Timeline.Span, from first: CivilDate, count: Int, _ clock: WallClock) {
    var style = span.style
    var rest = span.transitions[...]
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

  /// Converts a moment to local time.
  typealias WallClock = (Instant) -> LocalTime
}
