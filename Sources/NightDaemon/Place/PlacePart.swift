import NightBus
import NightContract
import NightCore
import NightTime
import NightValues

/// Where GeoClue says this is, for the Keeper, and how the question stands, on the bus.
final class PlacePart: Part {
  private let core: Core
  private let locating: Locating

  init(_ core: Core, _ locating: Locating) {
    self.core = core
    self.locating = locating
    locating.onChange = { found in core.handle(.located(found)) }
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.control, self, at: .nightd)
  }

  func begin() {
    follow()
    locating.forgetLeft()
  }

  func told(_ step: Step) {
    if !step.changes.isEmpty { locating.askAgain() }
    if step.changesPreferences { follow() }
  }

  func explain(_ explanation: inout Explanation) {
    guard explanation.appearance.choice == .schedule, core.keeper.surroundings != nil else {
      return
    }
    let (timeline, origin) = (core.keeper.timeline, core.keeper.placeOrigin)
    let latitude = PreferenceKey(known: PreferenceTable.latitude)
    let found = origin == .set ? core.keeper.preferences.found(latitude) : nil
    explanation.place = PlaceSection(
      origin,
      timeline.place,
      zone: timeline.zone.name,
      layer: found?.origin,
      file: found?.place,
      geoClue: locating.state.rawValue
    )
  }

  private func follow() { locating.isAllowed = core.keeper.preferences.asksGeoClue }

  private static let control = Interface<PlacePart>(
    .control,
    methods: [Method(.geoClue) { part, _ in part.locating.state.rawValue }]
  )
}
