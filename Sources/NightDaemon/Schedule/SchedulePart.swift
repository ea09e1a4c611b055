import NightBus
import NightContract
import NightCore

/// Serves the schedule on the bus, for the current time zone and the current place.
final class SchedulePart: Part {
  private let core: Core
  private let zone: ZoneWatcher
  private var hasBegun = false
  private var computed: ComputedDays?

  /// The cached changes of style, for the longest span that a caller may ask for.
  private struct ComputedDays {
    let timeline: Timeline
    let today: CivilDate
    let span: Timeline.Span
  }

  init(_ core: Core, _ zone: ZoneWatcher) {
    self.core = core
    self.zone = zone
    zone.onChange = { [unowned self] surroundings in update(surroundings) }
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.interface, self, at: .nightd)
    server.export(Self.control, self, at: .nightd)
  }

  func begin() { hasBegun = true }

  func prepare(for event: Event) {
    if core.keeper.mustKnowSurroundings(for: event) { loadSurroundings() }
    // The timer for the next change of style also fires after a suspend. Read the zone again
    // whenever this timer fires, because the watch of the zone's files misses some changes, such as
    // a mount.
    if case .moment = event, hasBegun, core.keeper.surroundings != nil { zone.readAgain() }
  }

  func explain(_ explanation: inout Explanation) {
    let appearance = explanation.appearance
    guard appearance.choice == .schedule, core.keeper.surroundings != nil else { return }
    let timeline = core.keeper.timeline
    explanation.schedule = ScheduleSection(
      rules: timeline.schedule.texts,
      causes: timeline.causes(of: appearance.style, at: core.now),
      usesSun: timeline.schedule.usesSun,
      planned: core.planned().0
    )
  }

  /// Sends the zone and its place to the Keeper; logs a problem with the zone only if the problem
  /// is new.
  private func update(_ surroundings: Surroundings) {
    let before = core.keeper.surroundings?.flaw
    core.handle(.surroundings(surroundings))
    guard surroundings.flaw != before else { return }
    for finding in core.keeper.zoneFindings { core.log.warning(Messages.finding(finding)) }
  }

  /// Reads the zone's files when they are needed for the first time.
  private func loadSurroundings() {
    guard core.keeper.surroundings == nil else { return }
    update(zone.load())
  }

  private var timeline: Timeline {
    loadSurroundings()
    return core.keeper.timeline
  }

  private var placeOrigin: PlaceOrigin {
    loadSurroundings()
    return core.keeper.placeOrigin
  }
}

extension Keeper {
  /// The problem with the time zone; empty if nightd has found no problem or has not read the zone.
  var zoneFindings: [PreferenceFinding] {
    guard let flaw = surroundings?.flaw else { return [] }
    return [PreferenceFinding(.zone, in: flaw.file, flaw.message)]
  }
}

// MARK: - On the bus

extension SchedulePart {
  private static let interface = Interface<SchedulePart>(
    .schedule,
    properties: [
      Property("Rules", .array(.string), .silent) { .strings($0.timeline.schedule.texts) },
      Property("Zone", .string, .silent) { .string($0.timeline.zone.name) },
      Property("PlaceFrom", .string, .silent) { .string($0.placeOrigin.rawValue) },
    ],
    methods: [
      Method(.next) { part, _ in part.next() }, Method(.upcoming, SchedulePart.upcoming),
    ],
    signals: [Signal("Changed", [])]
  )

  private static let control = Interface<SchedulePart>(
    .control,
    methods: [Method(.place) { part, _ in part.place() }]
  )

  private func place() -> (PlaceOrigin, Double, Double) {
    let place = timeline.place
    return (placeOrigin, place?.latitude ?? 0, place?.longitude ?? 0)
  }

  private func next() -> (Style, Instant, String) {
    loadSurroundings()
    let (style, next) = core.planned()
    return (style, next?.instant ?? Instant(microseconds: 0), next?.style.rawValue ?? "")
  }

  private func upcoming(
    _ answer: Responder<(Style, [Transition])>,
    days: UInt32
  ) throws(Refusal) {
    guard (1...UInt32(Contract.scheduleDays)).contains(days) else { throw .daysMalformed }
    let timeline = timeline
    let today = timeline.zone.civil(at: core.now).date
    let end = timeline.zone.beginning(of: today.adding(days: Int(days)))
    let span = span(of: timeline, from: today)
    answer((span.style, Array(span.transitions.prefix { $0.instant <= end })))
  }

  /// The changes of style in the longest span that a caller may ask for.
  ///
  /// They are computed only once for each day and timeline, because programs may ask often.
  private func span(of timeline: Timeline, from today: CivilDate) -> Timeline.Span {
    if let computed, computed.today == today, computed.timeline == timeline {
      return computed.span
    }
    let span = timeline.span(
      from: timeline.zone.beginning(of: today),
      to: timeline.zone.beginning(of: today.adding(days: Contract.scheduleDays))
    )
    computed = ComputedDays(timeline: timeline, today: today, span: span)
    return span
  }
}
