/// A place that GeoClue told, now or an earlier time.
package struct FoundPlace: Equatable, Sendable {
  package var place: Place
  /// Whether it was told since the daemon was started.
  package var isFresh: Bool

  package init(_ place: Place, isFresh: Bool) {
    self.place = place
    self.isFresh = isFresh
  }

  package var origin: PlaceOrigin { isFresh ? .geoclue : .last }
}
