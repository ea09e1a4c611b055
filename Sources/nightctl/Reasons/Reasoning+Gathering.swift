import NightClient
import NightCore

/// Enough to find the one that the style began with, colours between them or not.
private let changeCount = 64

extension Nightctl {
  /// Asks the daemon that gave `standing`, and starts no other; what an older daemon cannot tell is
  /// left out.
  func reasoning(
    _ client: Client,
    _ standing: Standing
  ) throws(ClientError) -> Reasoning {
    func told<Fact>(_ ask: () throws(ClientError) -> Fact) throws(ClientError) -> Fact? {
      do throws(ClientError) { return try ask() } catch .refused { return nil }
    }
    var reasoning = Reasoning(standing.appearance, at: now)
    let rows = try told { () throws(ClientError) in try client.explainChoice() }
    reasoning.layers = ChoiceLayers(rows ?? [])
    if standing.appearance.choice == .schedule {
      reasoning.schedule = try told { () throws(ClientError) in
        try client.scheduleFacts(.forbidden)
      }
      reasoning.place = try told { () throws(ClientError) in
        try PlaceReport(client, zone: reasoning.schedule?.zone ?? "", .forbidden)
      }
      reasoning.turnDay = turnDay(reasoning)
    }
    reasoning.desktop = try told { () throws(ClientError) in try client.desktop(.forbidden) }
    if standing.appearance.choice == .system, reasoning.desktop?.report == nil {
      reasoning.sources = try told { () throws(ClientError) in try sources(client) } ?? nil
    }
    if standing.appearance.reason == .inhibit, standing.appearance.choice == .schedule {
      reasoning.planned = try told { () throws(ClientError) in
        try client.nextTransition(.forbidden).style
      }
    }
    if standing.appearance.isInhibited {
      reasoning.inhibitors =
        try told { () throws(ClientError) in try client.inhibitors(.forbidden) } ?? []
    }
    reasoning.changes =
      try told { () throws(ClientError) in try client.history(changeCount, .forbidden) } ?? []
    reasoning.findings = try told { () throws(ClientError) in try client.check(.forbidden) }
    reasoning.themeMistakes = try told { () throws(ClientError) in
      try client.themeMistakes(.forbidden)
    }
    return reasoning
  }

  private func sources(_ client: Client) throws(ClientError) -> [String]? {
    guard let key = try? PreferenceKey(PreferenceTable.sources),
      case .array(let names) = try client.read(key, .forbidden).value
    else { return nil }
    return names.map(\.bare)
  }

  /// By the clock of the daemon's zone, as far as that zone is known here.
  private func turnDay(_ reasoning: Reasoning) -> Int? {
    guard let facts = reasoning.schedule, let schedule = try? Schedule(facts.rules),
      schedule.rules.contains(where: { $0.days != .all }),
      let zone = KnownZones(environment).zone(of: facts.zone)
    else { return nil }
    let timeline = Timeline(schedule, zone, reasoning.place?.place)
    let last = timeline.last(upTo: reasoning.now, after: reasoning.now.adding(days: -8))
    return last.map { zone.civil(at: $0.instant).date.weekday }
  }
}
