import NightClient
import NightCore
import NightStore

extension Nightctl {
  func simulate(_ invocation: Invocation) throws(Failure) {
    let setting = try setting(invocation)
    let (from, to) = try span(invocation, in: setting.zone)
    let stretch = setting.timeline.span(from: from, to: to)
    guard !invocation.has(.json) else {
      return try output.json(.object(setting.json + stretch.json(from, to, setting.zone)))
    }
    let stamp = LocalStamp(setting.zone)
    var text: [UInt8] = []
    for transition in [Transition(from, stretch.style)] + stretch.transitions {
      stamp.append(transition.instant, to: &text)
      text += "  \(transition.style.rawValue)\n".utf8
      guard text.count >= Self.piece else { continue }
      try output.text(String(decoding: text, as: UTF8.self))
      text.removeAll(keepingCapacity: true)
    }
    try output.text(String(decoding: text, as: UTF8.self))
  }

  /// In bytes; many lines go with one call.
  private static let piece = 65_536
  /// After which the calendar, and all that is reckoned here, begins anew.
  private static let yearsAtMost = 400
  private static let daysAtMost = 146_097

  private func span(
    _ invocation: Invocation,
    in zone: Zone
  ) throws(Failure) -> (from: Instant, to: Instant) {
    let from = try civil(.from, invocation) ?? zone.civil(at: now).midnight
    let to = try civil(.to, invocation) ?? from.aWeekLater
    guard to >= from else {
      throw .usage(Words.endsBeforeItBegins, help: invocation.command)
    }
    guard to.date.daysSince1970 - from.date.daysSince1970 <= Self.daysAtMost else {
      throw .usage(Words.tooLong(Self.yearsAtMost), help: invocation.command)
    }
    return (zone.moments(of: from).first, zone.moments(of: to).first)
  }

  private func civil(_ option: Option, _ invocation: Invocation) throws(Failure) -> CivilTime? {
    guard let word = invocation.value(of: option) else { return nil }
    guard let civil = CivilTime(text: word) else {
      throw .usage(Words.noDate(option, word), help: invocation.command)
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

extension Nightctl {
  func plot(_ invocation: Invocation) throws(Failure) {
    let setting = try setting(invocation)
    let today = setting.zone.civil(at: now).date
    var year = today.year
    if let word = invocation.value(of: .year) {
      guard let number = Int(word), (1...9_999).contains(number) else {
        throw .usage(Words.noYear(word), help: invocation.command)
      }
      year = number
    }
    let timeline = setting.timeline
    guard let chart = YearChart(year, of: timeline) else { return }
    let words = ChartLabels(year, of: timeline)
    if let file = invocation.value(of: .svg) {
      let sun = YearChart.sunLines(year, of: timeline)
      let picture = ChartPicture(chart, words, sun: sun).text
      guard file != "-" else { return try output.text(picture) }
      return try OutputFile(file).replace(with: picture)
    }
    let january = CivilDate(year: year, month: 1, day: 1)?.daysSince1970
    let text = ChartText(
      chart,
      words,
      output.hasColours(environment) ? .blocks : .plain,
      size: output.size(environment),
      today: today.year == year ? january.map { today.daysSince1970 - $0 } : nil
    )
    // The title and the rules are the only lines with words that others wrote.
    let lines = text.lines.enumerated().map { $0 < 2 ? Output.plain($1) : $1 }
    try output.coloured(lines.map { $0 + "\n" }.joined())
  }
}

/// What decides when it is light and dark.
struct ScheduleSetting {
  var schedule = Schedule.default
  var zone: Zone
  /// Nil where nobody knows.
  var place: Place?

  var timeline: Timeline { Timeline(schedule, zone, place) }
}

extension Nightctl {
  /// What was given, and what is in force for the rest.
  ///
  /// A zone brings its own place with it.
  func setting(_ invocation: Invocation) throws(Failure) -> ScheduleSetting {
    let zone = invocation.value(of: .zone)
    let told = zone != nil && invocation.has(.rules) ? nil : try told()
    var setting =
      if let zone { try setting(in: zone, invocation) } else { try settingInForce(told) }
    if let rules = told?.rules, let schedule = try? Schedule(rules) { setting.schedule = schedule }
    if let words = invocation.value(of: .at) {
      do throws(Place.Flaw) { setting.place = try Place(text: words) } catch {
        throw .usage(Words.flawed(.at, error.message), help: invocation.command)
      }
    }
    if let text = invocation.value(of: .rules) {
      // One more semicolon, as at the end, is no rule.
      let rules = text.split(separator: ";").map { String($0.drop { $0 == " " }) }
        .filter { !$0.isEmpty }
      do throws(ScheduleFlaw) { setting.schedule = try Schedule(rules) } catch {
        throw .usage(Words.flawed(.rules, error.message), help: invocation.command)
      }
    }
    return setting
  }

  private struct Told {
    let rules: [String]
    let zone: String
    let place: Place?
  }

  /// What nightd follows, if it runs; it is not started for this.
  ///
  /// A daemon that runs and does not answer is an error: the defaults are not what it follows.
  private func told() throws(Failure) -> Told? {
    do throws(Failure) {
      return try ask { (client) throws(ClientError) in
        let facts = try client.scheduleFacts(.forbidden)
        return Told(
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

  /// The machine's own zone where nobody tells of another that can be read.
  private func settingInForce(_ told: Told?) throws(Failure) -> ScheduleSetting {
    let zones = KnownZones(environment)
    if let told, let zone = zones.zone(of: told.zone) {
      return ScheduleSetting(zone: zone, place: told.place)
    }
    do throws(KnownZones.Missing) {
      let (zone, place) = try zones.machine()
      return ScheduleSetting(zone: zone, place: told?.place ?? place)
    } catch {
      throw .system(Words.noZone(error.fault))
    }
  }

  private func setting(
    in name: String,
    _ invocation: Invocation
  ) throws(Failure) -> ScheduleSetting {
    let zones = KnownZones(environment)
    do throws(KnownZones.Missing) {
      let (zone, place) = try zones.zone(named: name)
      return ScheduleSetting(zone: zone, place: place)
    } catch {
      throw .usage(Words.unknownZone(name, error.fault, zones.names), help: invocation.command)
    }
  }
}

/// The zones that this machine has.
struct KnownZones {
  struct Missing: Error {
    let fault: ZoneFault
  }

  private let paths: ZonePaths
  private static let tableLimit = 4 << 20

  init(_ environment: (String) -> String?) { paths = ZonePaths(environment: environment) }

  /// The one that this session has, and its place.
  func machine() throws(Missing) -> (Zone, Place?) { try Self.read(paths) }

  /// The one that a daemon follows, by the name or the rule that it tells; nil where there is none
  /// here.
  func zone(of daemon: String) -> Zone? {
    var paths = paths
    paths.wish = daemon
    paths.isRuleAllowed = true
    return try? Self.read(paths).0
  }

  func zone(named name: String) throws(Missing) -> (Zone, Place?) {
    var paths = paths
    paths.wish = name
    paths.isRuleAllowed = false
    return try Self.read(paths)
  }

  /// All that have a name; none where the machine has no list of them.
  var names: [String] {
    let path = "\(paths.folder)/\(ZonePlaces.Table.links.rawValue)"
    let file = Disk.system.reading(path, limit: Self.tableLimit)
    guard case .bytes(let bytes) = file.content else { return [] }
    return ZonePlaces.names(tzdata: bytes)
  }

  private static func read(_ paths: ZonePaths) throws(Missing) -> (Zone, Place?) {
    let reading = ZoneFiles(paths).read()
    switch reading.finding {
    case .zone(let zone): return (zone, reading.place)
    case .fault(let fault): throw Missing(fault: fault)
    }
  }
}
