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
