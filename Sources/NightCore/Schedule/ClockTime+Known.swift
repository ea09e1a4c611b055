extension ClockTime {
  /// For times that stand in the source.
  private init(known hour: Int, _ minute: Int = 0) { self.minute = hour * 60 + minute }

  static let midnight = ClockTime(known: 0)
  static let noon = ClockTime(known: 12)
  static let lastMinute = ClockTime(known: 23, 59)

  /// When the sun rises and sets where nobody knows the place.
  package static let placelessDawn = ClockTime(known: 7)
  package static let placelessDusk = ClockTime(known: 19, 30)
}

extension Zone {
  /// When its clocks show a time of a day.
  func moments(of date: CivilDate, _ clock: ClockTime) -> CivilMoments {
    moments(of: CivilTime(date, clock))
  }

  /// Whether the zone has that day; Samoa had no 2011-12-30.
  func has(_ date: CivilDate) -> Bool {
    let midnight = moments(of: date, .midnight)
    guard case .skipped = midnight else { return true }
    return midnight != moments(of: date, .lastMinute)
  }

  /// The first moment of a day; of one that the zone leaves out, the moment of the jump.
  package func beginning(of date: CivilDate) -> Instant { moments(of: date, .midnight).first }
}

extension CivilTime {
  package init(_ date: CivilDate, _ clock: ClockTime) {
    self.init(known: date, hour: clock.minute / 60, minute: clock.minute % 60)
  }
}
