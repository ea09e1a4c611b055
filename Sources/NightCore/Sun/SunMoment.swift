/// When an event of the sun takes place on a solar day, or what stands in for it.
package struct SunMoment: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The sun passes the elevation.
    case real
    /// It is above the elevation all through the event's half of the day, and stands at its midnight.
    case staysAbove
    /// It is below the elevation all through the event's half of the day, and stands at noon.
    case staysBelow
  }

  package let instant: Instant
  package let kind: Kind

  package init(instant: Instant, kind: Kind) {
    self.instant = instant
    self.kind = kind
  }
}
