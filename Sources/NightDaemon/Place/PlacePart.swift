import NightBus
import NightContract
import NightCore

/// GeoClue's place, for the Keeper, and the state of the search, on the bus.
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

  private func updateAllowed() { finder.isAllowed = core.keeper.preferences.asksGeoClue }

  private static let control = Interface<PlacePart>(
    .control,
    methods: [Method(.geoClue) { part, _ in part.finder.state.rawValue }]
  )
}
