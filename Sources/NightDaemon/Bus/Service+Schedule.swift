import NightBus
import NightContract
import NightCore

extension Service {
  /// What the schedule says, in the surroundings as they are now.
  var timeline: Timeline {
    learnSurroundings()
    return keeper.timeline
  }

  var placeOrigin: PlaceOrigin {
    learnSurroundings()
    return keeper.placeOrigin
  }

  func place(_ call: Call) {
    let place = timeline.place
    call.answer([
      .string(placeOrigin.rawValue), .double(place?.latitude ?? 0), .double(place?.longitude ?? 0),
    ])
  }

  func next(_ call: Call) {
    learnSurroundings()
    let (style, next) = planned()
    call.answer([
      .string(style.rawValue), .uint64(UInt64(clamping: next?.instant.microseconds ?? 0)),
      .string(next?.style.rawValue ?? ""),
    ])
  }

  func upcoming(_ call: Call) throws(Refusal) {
    guard let days = call.arguments.first?.asUInt32,
      (1...UInt32(Contract.scheduleDays)).contains(days)
    else { throw .daysMalformed }
    let timeline = timeline
    let today = timeline.zone.civil(at: now).date
    let end = timeline.zone.beginning(of: today.adding(days: Int(days)))
    let stretch = stretch(of: timeline, from: today)
    call.answer([
      .string(stretch.style.rawValue),
      .array(
        Transition.busType,
        stretch.transitions.prefix { $0.instant <= end }.map(\.bus)
      ),
    ])
  }

  /// Reckoned once a day for all that may be asked, since anyone may ask, and often.
  private func stretch(of timeline: Timeline, from today: CivilDate) -> Timeline.Stretch {
    if let ahead, ahead.today == today, ahead.timeline == timeline { return ahead.stretch }
    let stretch = timeline.stretch(
      from: timeline.zone.beginning(of: today),
      to: timeline.zone.beginning(of: today.adding(days: Contract.scheduleDays))
    )
    ahead = Ahead(timeline: timeline, today: today, stretch: stretch)
    return stretch
  }

  struct Ahead {
    let timeline: Timeline
    let today: CivilDate
    let stretch: Timeline.Stretch
  }

  /// What a person should look at, where the schedule is of any concern.
  var zoneFindings: [PreferenceFinding] {
    guard let flaw = keeper.surroundings?.flaw else { return [] }
    return [PreferenceFinding(.zone, in: flaw.file, flaw.message)]
  }

  /// Says of the zone what was not said before.
  func learn(_ surroundings: Surroundings) {
    let before = keeper.surroundings?.flaw
    handle(.surroundings(surroundings))
    if let flaw = surroundings.flaw, flaw != before { say(flaw) }
  }

  private func say(_ flaw: ZoneFlawReport) {
    log.warning(Words.finding(PreferenceFinding(.zone, in: flaw.file, flaw.message)))
  }

  /// Files are read for them, and only once someone needs them.
  func learnSurroundings() {
    guard keeper.surroundings == nil else { return }
    learn(zoning.load())
  }
}
