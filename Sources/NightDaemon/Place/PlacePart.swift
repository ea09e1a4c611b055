import NightBus
import NightContract
import NightCore
import NightTime
import NightValues

/// Reports GeoClue's place to the Keeper, and serves the state of the search on the bus.
final class PlacePart: Part {
  private let core: Core
  private let finder: PlaceFinder

  init(_ core: Core, _ finder: PlaceFinder) {
    self.core = core
    self.finder = finder
    finder.onChange = { [unowned core] place in core.handle(.located(place)) }
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.control, self, at: .nightd)
  }

  func begin() {
    updateAllowed()
    finder.removeLeftover()
  }

  func announced(_ step: Step) {
    if !step.changes.isEmpty { finder.retryIfGivenUp() }
    if step.changesPreferences { updateAllowed() }
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
      geoClue: finder.state.rawValue
    )
  }

  private func updateAllowed() { finder.isAllowed = core.keeper.preferences.asksGeoClue }

  private static let control = Interface<PlacePart>(
    .control,
    methods: [Method(.geoClue) { part, _ in part.finder.state.rawValue }]
  )
}
