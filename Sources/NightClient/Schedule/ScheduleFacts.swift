package import NightCore

/// What a schedule stands on, as the daemon tells it.
package struct ScheduleFacts: Equatable, Sendable {
  /// As texts, since a newer daemon may know rules that are not known here.
  package let rules: [String]
  /// Empty where the zone has no name.
  package let zone: String
  package let placeOrigin: PlaceOrigin

  package init(rules: [String], zone: String, placeOrigin: PlaceOrigin) {
    self.rules = rules
    self.zone = zone
    self.placeOrigin = placeOrigin
  }
}
