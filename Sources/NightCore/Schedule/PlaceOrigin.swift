/// Where the place comes from for which the sun is reckoned, the best first.
package enum PlaceOrigin: String, CaseIterable, Sendable {
  /// The coordinates that someone gave.
  case set
  /// GeoClue found it since nightd was started.
  case geoclue
  /// GeoClue found it an earlier time.
  case last
  /// The time zone's own place.
  case zone
  /// There is none: the sun sets and rises by the clock.
  case none
}
