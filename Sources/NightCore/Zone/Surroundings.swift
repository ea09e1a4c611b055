/// Where this session is, as far as the machine knows.
package struct Surroundings: Equatable, Sendable {
  package var zone: Zone
  /// Where most people of the zone live; nil where the zone has no such place.
  package var zonePlace: Place?
  package var flaw: ZoneFlawReport?

  package init(zone: Zone = .utc, zonePlace: Place? = nil, flaw: ZoneFlawReport? = nil) {
    self.zone = zone
    self.zonePlace = zonePlace
    self.flaw = flaw
  }
}
