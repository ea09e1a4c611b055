import NightClient
import NightCore
import NightTime
import NightValues

/// Everything that the style follows from at one moment, as the daemon reports it.
///
/// A fact that an older daemon does not report is nil or empty.
struct Reasoning {
  var appearance: Appearance
  var layers = ChoiceLayers()
  /// nil unless the schedule decides.
  var schedule: ScheduleFacts?
  var place: PlaceReport?
  var desktop: DesktopView?
  /// The sources that nightd asks for the desktop's settings; nil unless none of them answers.
  var sources: [String]?
  var inhibitors: [Inhibitor] = []
  /// The style that the schedule has now; nil unless an inhibitor prevents it.
  var planned: Style?
  /// The weekday on which the schedule changed last, 0 for Monday; nil if all days have the same
  /// rules.
  var turnDay: Int?
  /// The findings about the files of preferences.
  var findings: [PreferenceFinding]?
  /// The flaws of the themes in use.
  var themeMistakes: [String]?
  /// Why the stored choice could not be read; nil if it could.
  var storeProblem: StoreProblem?
  /// The last changes of the appearance, the newest first.
  var changes: [HistoryEntry] = []
  /// The application of `--app`.
  var application: String?
  var now: Instant
  var clock: ScheduleDays.WallClock = { LocalTime($0) }

  package init(_ appearance: Appearance, at now: Instant) {
    self.appearance = appearance
    self.now = now
  }
}

extension Reasoning {
  var time: LocalTime { clock(now) }

  /// The change with which the style in effect began; nil if it is unknown.
  ///
  /// Changes of only the reason or the colours do not count.
  var beginning: HistoryEntry? {
    let known = changes.filter(\.isOfStyle).prefix { $0.style == appearance.style }
    guard let change = known.last, change.time >= appearance.since,
      change.reason == appearance.reason
    else { return nil }
    return change
  }

  /// When the present state began.
  ///
  /// The style may be older, with an interruption.
  var begun: Instant {
    let since = appearance.since
    guard let time = beginning?.time, time > since.adding(microseconds: Self.longestStore) else {
      return since
    }
    return time
  }

  /// In microseconds.
  ///
  /// No disk takes longer to store a change.
  private static let longestStore: Int64 = 60_000_000

  /// The caller that asked for what is in effect; nil if there is none, or if it is unknown.
  var asker: HistoryEntry.Origin? {
    guard let beginning else { return appearance.isByDesktop ? .desktop : nil }
    return beginning.origin
  }

  /// The style after the inhibitors end; nil if it is unknown or the same.
  var coming: Style? {
    guard appearance.reason == .inhibit, appearance.holdUntil == nil else { return nil }
    let style: Style? =
      switch appearance.choice {
      case .light: .light
      case .dark: .dark
      case .schedule: planned
      case .system: appearance.desktop == .dark ? .dark : .light
      }
    return style == appearance.style ? nil : style
  }

  /// The rules that can have caused this style.
  var rules: [String] {
    guard let schedule else { return [] }
    guard let known = try? Schedule(schedule.rules) else {
      return schedule.rules.filter { $0.hasPrefix(appearance.style.rawValue + " ") }
    }
    let ofDay = turnDay.map(known.rules(on:)) ?? []
    guard !ofDay.contains(where: { $0.style == appearance.style }) else {
      return ofDay.filter { $0.style == appearance.style }.map(\.text)
    }
    var unnamed = Weekdays.all
    for rule in known.rules { unnamed.subtract(rule.days) }
    let defaults = unnamed.isEmpty ? [] : Schedule.default.rules
    return (known.rules + defaults).filter { $0.style == appearance.style }.map(\.text)
  }
}

/// Enough changes to find the one with which the style began, among changes of colours.
private let changeCount = 64

extension Nightctl {
  /// Asks the daemon that sent `snapshot` for the facts.
  ///
  /// The daemon is not started.
  func reasoning(
    _ client: Client,
    _ snapshot: Standing
  ) throws(ClientError) -> Reasoning {
    // An older daemon refuses a request that it does not know.
    func optional<Fact>(
      _ request: () throws(ClientError) -> Fact
    ) throws(ClientError) -> Fact? {
      do throws(ClientError) { return try request() } catch .refused { return nil }
    }
    var reasoning = Reasoning(snapshot.appearance, at: now)
    let rows = try optional { () throws(ClientError) in try client.explainChoice() }
    reasoning.layers = ChoiceLayers(rows ?? [])
    if snapshot.appearance.choice == .schedule {
      reasoning.schedule = try optional { () throws(ClientError) in
        try client.scheduleFacts(.forbidden)
      }
      reasoning.place = try optional { () throws(ClientError) in
        try PlaceReport(client, zone: reasoning.schedule?.zone ?? "", .forbidden)
      }
      reasoning.turnDay = turnDay(reasoning)
    }
    reasoning.desktop = try optional { () throws(ClientError) in try client.desktop(.forbidden) }
    if snapshot.appearance.choice == .system, reasoning.desktop?.report == nil {
      reasoning.sources = try optional { () throws(ClientError) in try sources(client) } ?? nil
    }
    if snapshot.appearance.reason == .inhibit, snapshot.appearance.choice == .schedule {
      reasoning.planned = try optional { () throws(ClientError) in
        try client.nextTransition(.forbidden).style
      }
    }
    if snapshot.appearance.isInhibited {
      reasoning.inhibitors =
        try optional { () throws(ClientError) in try client.inhibitors(.forbidden) } ?? []
    }
    reasoning.changes =
      try optional { () throws(ClientError) in try client.history(changeCount, .forbidden) } ?? []
    reasoning.findings = try optional { () throws(ClientError) in try client.check(.forbidden) }
    reasoning.themeMistakes = try optional { () throws(ClientError) in
      try client.themeMistakes(.forbidden)
    }
    reasoning.storeProblem =
      try optional { () throws(ClientError) in try client.storeProblem(.forbidden) } ?? nil
    return reasoning
  }

  private func sources(_ client: Client) throws(ClientError) -> [String]? {
    guard let key = try? PreferenceKey(PreferenceTable.sources),
      case .array(let names) = try client.read(key, .forbidden).value
    else { return nil }
    return names.map(\.bare)
  }

  /// The weekday of the last change, in the daemon's zone; nil if this machine lacks that zone.
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

extension Reasoning {
  /// The facts beyond the appearance.
  ///
  /// The names are those on the bus.
  var json: [JSON.Member] {
    var members = layers.json + (schedule == nil ? [] : place?.json ?? [])
    if let desktop { members += desktop.json }
    if !inhibitors.isEmpty {
      members.append(.init(name: "inhibitors", value: .array(inhibitors.map { .object($0.json) })))
    }
    if let storeProblem {
      members.append(.init(name: "unread", value: .object(storeProblem.json)))
    }
    if let last = changes.first {
      members.append(.init(name: "last-change", value: .object(last.json)))
    }
    return members
  }
}

extension DesktopView {
  fileprivate var json: [JSON.Member] {
    var members: [JSON.Member] = []
    if let source = report?.source {
      members.append(.init(name: "desktop-source", value: .string(source)))
    }
    members.append(.init(name: "desktop-ignored", value: .bool(isIgnored)))
    return members
  }
}
