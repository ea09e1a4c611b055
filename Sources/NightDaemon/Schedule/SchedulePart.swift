import NightBus
import NightContract
import NightCore
import NightTime
import NightValues

/// What the schedule says, in the zone and at the place that hold now.
final class SchedulePart: Part {
  private let core: Core
  private let zoning: Zoning
  private var hasBegun = false
  private var computed: ComputedDays?

  /// The changes of all days that may be asked for.
  private struct ComputedDays {
    let timeline: Timeline
    let today: CivilDate
    let span: Timeline.Span
  }

  init(_ core: Core, _ zoning: Zoning) {
    self.core = core
    self.zoning = zoning
    zoning.onChange = { [unowned self] surroundings in learn(surroundings) }
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.interface, self, at: .nightd)
    server.export(Self.control, self, at: .nightd)
  }

  func begin() { hasBegun = true }

  func prepare(for event: Event) {
    if core.keeper.mustKnowSurroundings(for: event) { learnSurroundings() }
    // The timer fires after a suspend too. No watch sees some changes, such as under a mount.
    if case .moment = event, hasBegun, core.keeper.surroundings != nil { zoning.look() }
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

  /// The log names a flaw of the zone once, for as long as it is the same.
  private func learn(_ surroundings: Surroundings) {
    let before = core.keeper.surroundings?.flaw
    core.handle(.surroundings(surroundings))
    guard surroundings.flaw != before else { return }
    for finding in core.keeper.zoneFindings { core.log.warning(Messages.finding(finding)) }
  }

  /// Files are read for them, and only once they are needed.
  private func learnSurroundings() {
    guard core.keeper.surroundings == nil else { return }
    learn(zoning.load())
  }

  private var timeline: Timeline {
    learnSurroundings()
    return core.keeper.timeline
  }

  private var placeOrigin: PlaceOrigin {
    learnSurroundings()
    return core.keeper.placeOrigin
  }
}

extension Keeper {
  /// What a person should look at, if the schedule uses the zone.
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
    learnSurroundings()
    let (style, next) = core.planned()
    return (style, next?.instant ?? Instant(microseconds: 0), next?.style.rawValue ?? "")
  }

  private func upcoming(
    _ answer: Answer<(Style, [Transition])>,
    days: UInt32
  ) throws(Refusal) {
    guard (1...UInt32(Contract.scheduleDays)).contains(days) else { throw .daysMalformed }
    let timeline = timeline
    let today = timeline.zone.civil(at: core.now).date
    let end = timeline.zone.beginning(of: today.adding(days: Int(days)))
    let span = span(of: timeline, from: today)
    answer((span.style, Array(span.transitions.prefix { $0.instant <= end })))
  }

  /// Computed once a day for all days that may be asked for, since anyone may ask, and often.
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
