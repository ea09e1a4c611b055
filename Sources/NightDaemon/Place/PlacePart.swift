import NightBus
import NightContract
import NightCore

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
    let latitude = PreferenceKey(known: PreferenceTable.latitude)
    var section = PlaceSection(core.keeper.placeOrigin, core.keeper.timeline.place)
    section.geoClue = locating.state.rawValue
    if section.origin == .set, let found = core.keeper.preferences.found(latitude) {
      section.layer = found.origin
      section.file = found.place.isEmpty ? nil : found.place
    }
    explanation.place = section
  }

  private func follow() { locating.isAllowed = core.keeper.preferences.asksGeoClue }

  private static let control = Interface<PlacePart>(
    .control,
    methods: [Method(.geoClue) { part, _ in part.locating.state.rawValue }]
  )
}
