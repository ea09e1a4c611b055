import NightCore
package import NightTime

/// What was found of this session's zone.
package struct ZoneReading: Equatable, Sendable {
  /// Either the zone, or why there is none.
  package enum Finding: Equatable, Sendable {
    case zone(Zone)
    case fault(ZoneFault)
  }

  package var finding: Finding
  /// Nil where no table has the zone.
  package var place: Place?
  /// Whether this may be a moment in the middle of a change.
  package var isHalf: Bool

  package init(finding: Finding, place: Place? = nil, isHalf: Bool) {
    self.finding = finding
    self.place = place
    self.isHalf = isHalf
  }
}
