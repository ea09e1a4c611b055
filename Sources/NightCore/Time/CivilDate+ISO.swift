extension CivilDate {
  /// The form `2026-11-21`.
  package var iso: String {
    Instant.padded(year, 4) + "-" + Instant.padded(month, 2) + "-" + Instant.padded(day, 2)
  }

  /// Reads what `iso` writes; nil for anything else, and for days that the calendar has not.
  package init?(iso: String) {
    guard let midnight = Instant(iso: iso + "T00:00:00Z") else { return nil }
    self = CivilTime(utc: midnight).date
  }
}
