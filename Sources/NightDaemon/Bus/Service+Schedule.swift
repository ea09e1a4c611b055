import NightBus
import NightContract
import NightCore

extension Service {
  private static let mostDays: UInt32 = 400

  /// What the schedule says, in the surroundings as they are now.
  var timeline: Timeline {
    learnSurroundings()
    return keeper.timeline
  }

  var placeOrigin: PlaceOrigin {
    if keeper.isPlaceSet { return .set }
    return timeline.place == nil ? .none : .zone
  }

  func place(_ call: Call) {
    let place = timeline.place
    call.answer([
      .string(placeOrigin.rawValue), .double(place?.latitude ?? 0), .double(place?.longitude ?? 0),
    ])
  }

  func next(_ call: Call) {
    let timeline = timeline
    let next = timeline.next(after: now)
    call.answer([
      .string(timeline.style(at: now).rawValue),
      .uint64(UInt64(clamping: next?.instant.microseconds ?? 0)),
      .string(next?.style.rawValue ?? ""),
    ])
  }

  func upcoming(_ call: Call) throws(Refusal) {
    guard let days = call.arguments.first?.asUInt32, (1...Self.mostDays).contains(days) else {
      throw .daysMalformed
    }
    let timeline = timeline
    let today = timeline.zone.civil(at: now).date
    let stretch = timeline.stretch(
      from: timeline.zone.beginning(of: today),
      to: timeline.zone.beginning(of: CivilDate(daysSince1970: today.daysSince1970 + Int(days)))
    )
    call.answer([
      .string(stretch.style.rawValue),
      .array(Transition.busType, stretch.transitions.map(\.bus)),
    ])
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
