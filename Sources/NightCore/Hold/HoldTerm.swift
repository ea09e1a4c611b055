/// For how long something is to be held, as a person says it.
package enum HoldTerm: Equatable, Sendable {
  /// Until the choice alone would change.
  case next
  case sun(SunEvent)
  case clock(ClockTime)
  case tomorrow(ClockTime)
  case date(CivilDate, ClockTime)
  case instant(Instant)
  case seconds(UInt64)

  /// Why a text is no end; a sentence's second half.
  package struct Flaw: Error, Equatable {
    package let message: String

    package init(message: String) { self.message = message }
  }

  package static let expected =
    "next, an event such as sunset or civil-dawn, a time such as 22:30, tomorrow, tomorrow 07:00, "
    + "a date such as 2026-12-24 or 2026-12-24 07:00, or a moment such as 2026-12-24T06:00:00Z"

  package init(_ text: String) throws(Flaw) {
    // Capital letters are accepted; those of an instant are needed.
    guard let term = Self.read(text) ?? Self.read(MessageText.lowercased(text)) else {
      throw Flaw(
        message:
          "\(MessageText.singleQuoted(text)) is not an end of a hold: expected \(Self.expected)"
      )
    }
    self = term
  }

  private static func read(_ text: String) -> HoldTerm? {
    // More than any of them takes.
    guard text.utf8.count <= 64 else { return nil }
    if text == "next" { return .next }
    if let event = SunEvent(name: text) { return .sun(event) }
    if let clock = ClockTime(text) { return .clock(clock) }
    if let instant = Instant(iso: text) { return .instant(instant) }
    let words = text.split { $0 == " " || $0 == "T" }.map(String.init)
    guard let day = words.first, words.count <= 2 else { return nil }
    guard let clock = words.count == 2 ? ClockTime(words[1]) : .midnight else {
      return nil
    }
    if day == "tomorrow" { return .tomorrow(clock) }
    return CivilDate(iso: day).map { .date($0, clock) }
  }

  /// Whether the zone, and perhaps the place, must be known to say when that is.
  var needsZone: Bool {
    switch self {
    case .next, .instant, .seconds: false
    case .sun, .clock, .tomorrow, .date: true
    }
  }
}

// MARK: - When that is

extension HoldTerm {
  /// The moment; it lies ahead, and not too far.
  func end(
    after now: Instant,
    in zone: Zone,
    at place: Place?,
    next: Instant?
  ) throws(Flaw) -> Instant {
    let end: Instant
    switch self {
    case .next:
      guard let next else {
        throw Flaw(message: "no automatic change is due, so there is no next time")
      }
      end = next
    case .sun(let event):
      guard let moment = Self.first(event, after: now, in: zone, at: place) else {
        throw Flaw(
          message: "the sun makes no \(event.name) here within \(Hold.maximumDays) days"
        )
      }
      end = moment
    case .clock(let clock): end = Self.first(clock, after: now, in: zone)
    case .tomorrow(let clock):
      let date = Self.dates(around: now, in: zone).first { $0 > zone.civil(at: now).date }
      end = date.map { Self.moments($0, clock, in: zone)[0] } ?? now
    case .date(let date, let clock): end = Self.moments(date, clock, in: zone)[0]
    case .instant(let instant): end = instant
    case .seconds(let seconds):
      end = now.adding(microseconds: Int64(clamping: min(seconds, 1 << 40) * 1_000_000))
    }
    guard end > now else { throw Flaw(message: "the end of the hold is in the past") }
    guard end <= now.adding(days: Hold.maximumDays) else {
      throw Flaw(message: "a hold lasts \(Hold.maximumDays) days at most")
    }
    return end
  }

  private static func first(
    _ event: SunEvent,
    after now: Instant,
    in zone: Zone,
    at place: Place?
  ) -> Instant? {
    guard let place else {
      return first(event.side == .falling ? .placelessDusk : .placelessDawn, after: now, in: zone)
    }
    let today = SolarDay.number(at: now, place)
    for number in today...(today + Int(Hold.maximumDays)) {
      let moment = SolarDay(number, at: place).moment(of: event)
      if moment.kind == .real, moment.instant > now { return moment.instant }
    }
    return nil
  }

  /// The next time the clock shows it.
  private static func first(_ clock: ClockTime, after now: Instant, in zone: Zone) -> Instant {
    let moments = dates(around: now, in: zone).flatMap { Self.moments($0, clock, in: zone) }
    return moments.first { $0 > now } ?? now
  }

  /// Those that the zone has; clocks that are put back at midnight show yesterday again.
  private static func dates(around now: Instant, in zone: Zone) -> [CivilDate] {
    let today = zone.civil(at: now).date.daysSince1970
    return (-1...3).map { CivilDate(daysSince1970: today + $0) }.filter(zone.has)
  }

  /// One or two; never none.
  private static func moments(
    _ date: CivilDate,
    _ clock: ClockTime,
    in zone: Zone
  ) -> [Instant] {
    switch zone.moments(of: date, clock) {
    case .once(let moment), .skipped(let moment): [moment]
    case .twice(let first, let second): [first, second]
    }
  }
}
