/// Where the place comes from for which the sun is reckoned.
package enum PlaceOrigin: String, CaseIterable, Sendable {
  /// The coordinates that someone gave.
  case set
  /// The time zone's own place.
  case zone
  /// There is none: the sun sets and rises by the clock.
  case none
}
