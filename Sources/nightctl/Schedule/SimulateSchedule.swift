import NightClient
import NightCore
import NightStore

/// The commands `schedule simulate` and `schedule plot`.
struct SimulateSchedule: Command {
  let nightctl: Nightctl

  func simulate(_ invocation: Invocation) throws(Failure) {
    let setting = try scheduleSetting(invocation)
    let (from, to) = try span(invocation, in: setting.zone)
    let changes = setting.timeline.span(from: from, to: to)
    guard !invocation.has(.json) else {
      return try output.json(.object(setting.json + changes.json(from, to, setting.zone)))
    }
    let stamp = LocalStamp(setting.zone)
    var text: [UInt8] = []
    for transition in [Transition(from, changes.style)] + changes.transitions {
      stamp.append(transition.instant, to: &text)
      text += "  \(transition.style.rawValue)\n".utf8
      guard text.count >= Self.piece else { continue }
      try output.text(String(decoding: text, as: UTF8.self))
      text.removeAll(keepingCapacity: true)
    }
    try output.text(String(decoding: text, as: UTF8.self))
  }

  /// The number of bytes of output to collect before writing them.
  private static let piece = 65_536
  /// The maximum span, in years; after 400 years, the Gregorian calendar repeats.
  private static let yearsAtMost = 400
  private static let daysAtMost = 146_097

  private func span(
    _ invocation: Invocation,
    in zone: Zone
  ) throws(Failure) -> (from: Instant, to: Instant) {
    let from = try civil(.from, invocation) ?? zone.civil(at: now).midnight
    let to = try civil(.to, invocation) ?? from.aWeekLater
    guard to >= from else {
      throw invocation.usage("--to is before --from")
    }
    guard to.date.daysSince1970 - from.date.daysSince1970 <= Self.daysAtMost else {
      throw invocation.usage("--to is more than \(Self.yearsAtMost) years after --from")
    }
    return (zone.moments(of: from).first, zone.moments(of: to).first)
  }

  private func civil(_ option: Option, _ invocation: Invocation) throws(Failure) -> CivilTime? {
    guard let text = invocation.value(of: option) else { return nil }
    guard let civil = CivilTime(text: text) else {
      throw invocation.usage(ScheduleMessages.noDate(option, text))
    }
    return civil
  }
}

extension CivilTime {
  fileprivate var midnight: CivilTime { CivilTime(date: date, hour: 0, minute: 0) ?? self }

  fileprivate var aWeekLater: CivilTime {
    let date = CivilDate(daysSince1970: date.daysSince1970 + 7)
    return CivilTime(date: date, hour: hour, minute: minute) ?? self
  }
}

extension ScheduleSetting {
  fileprivate var json: [JSON.Member] {
    var members: [JSON.Member] = [.init(name: "zone", value: .string(zone.name))]
    if let place { members.append(.init(name: "place", value: .string(place.text))) }
    members.append(.init(name: "rules", value: .array(schedule.texts.map(JSON.string))))
    return members
  }
}

extension Timeline.Span {
  fileprivate func json(_ from: Instant, _ to: Instant, _ zone: Zone) -> [JSON.Member] {
    let stamp = LocalStamp(zone)
    let rows = transitions.map { transition in
      JSON.object([
        .init(name: "time", value: .string(transition.instant.iso)),
        .init(name: "local", value: .string(stamp.iso(transition.instant))),
        .init(name: "style", value: .string(transition.style.rawValue)),
      ])
    }
    return [
      .init(name: "from", value: .string(from.iso)), .init(name: "to", value: .string(to.iso)),
      .init(name: "style", value: .string(style.rawValue)),
      .init(name: "transitions", value: .array(rows)),
    ]
  }
}

extension SimulateSchedule {
  func plot(_ invocation: Invocation) throws(Failure) {
    let setting = try scheduleSetting(invocation)
    let today = setting.zone.civil(at: now).date
    var year = today.year
    if let text = invocation.value(of: .year) {
      guard let number = Int(text), (1...9_999).contains(number) else {
        throw invocation.usage(ScheduleMessages.noYear(text))
      }
      year = number
    }
    let timeline = setting.timeline
    guard let chart = YearChart(year, of: timeline) else { return }
    let labels = ChartLabels(year, of: timeline)
    if let file = invocation.value(of: .svg) {
      let sun = YearChart.sunLines(year, of: timeline)
      let picture = ChartPicture(chart, labels, sun: sun).text
      guard file != "-" else { return try output.text(picture) }
      return try OutputFile(file).replace(with: picture)
    }
    let january = CivilDate(year: year, month: 1, day: 1)?.daysSince1970
    let text = ChartText(
      chart,
      labels,
      output.hasBlocks(environment) ? .blocks : .plain,
      size: output.size(environment),
      today: today.year == year ? january.map { today.daysSince1970 - $0 } : nil
    )
    // Only the first two lines (the title and the rules) can contain text that nightctl did not
    // write, so control characters are replaced only there.
    let lines = text.lines.enumerated().map { $0 < 2 ? Output.plain($1) : $1 }
    try output.coloured(lines.map { $0 + "\n" }.joined())
  }
}

/// The rules, the zone and the place from which a schedule is calculated.
struct ScheduleSetting {
  var schedule = Schedule.default
  var zone: Zone
  /// The place for sunrise and sunset; nil if the place is unknown.
  var place: Place?

  var timeline: Timeline { Timeline(schedule, zone, place) }
}

extension SimulateSchedule {
  /// The settings from which the schedule is calculated; each setting comes from the options, the
  /// daemon or the machine.
  ///
  /// A setting that no option sets comes from the daemon. If no daemon runs, the zone and place
  /// come from the machine, and the rules are the default rules. If `--zone` is given, the default
  /// place is the place of the given zone.
  func scheduleSetting(_ invocation: Invocation) throws(Failure) -> ScheduleSetting {
    let zone = invocation.value(of: .zone)
    let daemon = zone != nil && invocation.has(.rules) ? nil : try daemonSetting()
    var setting =
      if let zone { try setting(in: zone, invocation) } else { try settingInForce(daemon) }
    if let rules = daemon?.rules, let schedule = try? Schedule(rules) {
      setting.schedule = schedule
    }
    if let text = invocation.value(of: .at) {
      do throws(Flaw) { setting.place = try Place(text: text) } catch {
        throw invocation.usage(ScheduleMessages.flawed(.at, error.message))
      }
    }
    if let text = invocation.value(of: .rules) {
      // Ignore empty rules, such as the empty text after a semicolon at the end.
      let rules = text.split(separator: ";").map { String($0.drop { $0 == " " }) }
        .filter { !$0.isEmpty }
      do throws(Flaw) { setting.schedule = try Schedule(rules) } catch {
        throw invocation.usage(ScheduleMessages.flawed(.rules, "\(error)"))
      }
    }
    return setting
  }

  /// The settings of the running daemon.
  private struct DaemonSetting {
    let rules: [String]
    let zone: String
    let place: Place?
  }

  /// The daemon's settings; nil if no daemon runs.
  ///
  /// Never starts the daemon. Throws if a running daemon does not answer, because its settings can
  /// differ from the defaults.
  private func daemonSetting() throws(Failure) -> DaemonSetting? {
    do throws(Failure) {
      return try ask { (client) throws(ClientError) in
        let facts = try client.scheduleFacts(.forbidden)
        return DaemonSetting(
          rules: facts.rules,
          zone: facts.zone,
          place: try client.place(.forbidden).place
        )
      }
    } catch .client(.silent(let process, let isRead)) {
      throw .client(.silent(process: process, isRead: isRead))
    } catch {
      return nil
    }
  }

  /// The daemon's zone and place; if the daemon's zone cannot be read, this machine's zone is used.
  private func settingInForce(_ daemon: DaemonSetting?) throws(Failure) -> ScheduleSetting {
    let zones = KnownZones(environment)
    if let daemon, let zone = zones.zone(of: daemon.zone) {
      return ScheduleSetting(zone: zone, place: daemon.place)
    }
    let reading = zones.machine()
    switch reading.finding {
    case .zone(let zone):
      return ScheduleSetting(zone: zone, place: daemon?.place ?? reading.place)
    case .fault(let fault): throw .system(ScheduleMessages.noZone(fault))
    }
  }

  private func setting(
    in name: String,
    _ invocation: Invocation
  ) throws(Failure) -> ScheduleSetting {
    let zones = KnownZones(environment)
    let reading = zones.zone(named: name)
    switch reading.finding {
    case .zone(let zone): return ScheduleSetting(zone: zone, place: reading.place)
    case .fault(let fault):
      throw invocation.usage(ScheduleMessages.unknownZone(name, fault, zones.names))
    }
  }
}

/// The time zones of this machine.
struct KnownZones {
  private let paths: ZonePaths
  private static let tableLimit = 4 << 20

  init(_ environment: (String) -> String?) { paths = ZonePaths(environment: environment) }

  /// The time zone of this session, and the coordinates that represent this zone.
  func machine() -> ZoneReading { ZoneFiles(paths).read() }

  /// The zone that the daemon reports, as a name or as a rule; nil if this machine does not have
  /// the zone.
  func zone(of daemon: String) -> Zone? {
    var paths = paths
    paths.requested = daemon
    paths.isRuleAllowed = true
    guard case .zone(let zone) = ZoneFiles(paths).read().finding else { return nil }
    return zone
  }

  func zone(named name: String) -> ZoneReading {
    var paths = paths
    paths.requested = name
    paths.isRuleAllowed = false
    return ZoneFiles(paths).read()
  }

  /// The names of all zones; empty if the machine has no list of zones.
  var names: [String] {
    let path = "\(paths.folder)/\(ZonePlaces.Table.links.rawValue)"
    let file = Disk.system.reading(path, limit: Self.tableLimit)
    guard case .bytes(let bytes) = file.content else { return [] }
    return ZonePlaces.names(tzdata: bytes)
  }
}
