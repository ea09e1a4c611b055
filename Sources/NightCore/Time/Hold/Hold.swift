/// A style or theme that overrides the choice until a certain moment.
package struct Hold: Equatable, Sendable {
  package var style: Style
  /// The theme that the hold sets; nil if the hold sets only a style.
  package var theme: String?
  package var since: Instant
  package var end: Instant
  /// Whether a person set the hold with the desktop's own switch.
  package var isByDesktop: Bool

  /// The longest possible hold, in days.
  package static let maximumDays: Int64 = 400

  package init(
    style: Style,
    theme: String? = nil,
    since: Instant,
    end: Instant,
    isByDesktop: Bool = false
  ) {
    self.style = style
    self.theme = theme
    self.since = since
    self.end = end
    self.isByDesktop = isByDesktop
  }

  package func isOver(at now: Instant) -> Bool { end <= now }

  /// Whether the hold is in force.
  package func isActive(at now: Instant) -> Bool { !isOver(at: now) && beginning <= now }

  /// The earliest moment at which the hold can be in force.
  ///
  /// If the clock is wrong now, or was wrong when a hold was made, the hold can end later than any
  /// hold that could be made now. A hold that ends so late is not in force, but is kept, because
  /// someone may correct the clock. One day is added to the longest possible hold, so that a hold
  /// of that length stays in force if the clock is set back a little.
  package var beginning: Instant { end.adding(days: -(Self.maximumDays + 1)) }
}

/// The end of a hold, in any form that a person can write.
package enum HoldTerm: Equatable, Sendable {
  /// The time at which the style would change next without the hold.
  case next
  case sun(SunEvent)
  case clock(ClockTime)
  case tomorrow(ClockTime)
  case date(CivilDate, ClockTime)
  case instant(Instant)
  case seconds(UInt64)

  package static let expected =
    "next, an event such as sunset or civil-dawn, a time such as 22:30, tomorrow, tomorrow 07:00, "
    + "a date such as 2026-12-24 or 2026-12-24 07:00, or a moment such as 2026-12-24T06:00:00Z"

  package init(_ text: String) throws(Flaw) {
    // First try the string as it is, because an instant needs its capital `T` and `Z`. Then try the
    // string in lower case, because capital letters make no difference in any other form.
    guard let term = Self.read(text) ?? Self.read(MessageText.lowercased(text)) else {
      throw Flaw(
        "\(MessageText.quoted(text)) is not a valid end of a hold: expected \(Self.expected)"
      )
    }
    self = term
  }

  private static func read(_ text: String) -> HoldTerm? {
    // No valid string is longer than 64 bytes.
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

  /// Whether the hold's end depends on the time zone; if a sun event ends the hold, the end also
  /// depends on the zone's place.
  package var needsZone: Bool {
    switch self {
    case .next, .instant, .seconds: false
    case .sun, .clock, .tomorrow, .date: true
    }
  }
}

// MARK: - The moment

extension HoldTerm {
  /// Returns the moment at which the hold ends; throws if that moment is in the past or too far
  /// ahead.
  package func end(
    after now: Instant,
    in zone: Zone,
    at place: Place?,
    next: Instant?
  ) throws(Flaw) -> Instant {
    let end: Instant
    switch self {
    case .next:
      guard let next else {
        throw Flaw("no automatic change is due, so there is no next time")
      }
      end = next
    case .sun(let event):
      guard let moment = Self.first(event, after: now, in: zone, at: place) else {
        throw Flaw("there is no \(event.name) here within \(Hold.maximumDays) days")
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
    guard end > now else { throw Flaw("the end of the hold is in the past") }
    guard end <= now.adding(days: Hold.maximumDays) else {
      throw Flaw("a hold lasts \(Hold.maximumDays) days at most")
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

  /// Returns the next moment at which the zone's clocks show this time.
  private static func first(_ clock: ClockTime, after now: Instant, in zone: Zone) -> Instant {
    let moments = dates(around: now, in: zone).flatMap { Self.moments($0, clock, in: zone) }
    return moments.first { $0 > now } ?? now
  }

  /// Returns the dates from yesterday to three days ahead, except dates that the zone skips.
  ///
  /// Yesterday is needed, because clocks that are put back at midnight show yesterday's date again.
  private static func dates(around now: Instant, in zone: Zone) -> [CivilDate] {
    let today = zone.civil(at: now).date.daysSince1970
    return (-1...3).map { CivilDate(daysSince1970: today + $0) }.filter(zone.has)
  }

  /// Returns the one or two moments at which clocks show a time on a date.
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

/// The length of a hold as people write it, such as `90s`, `90m`, `1h30m` or `3d`.
package struct HoldLength: Equatable, Sendable {
  package let seconds: UInt64

  private static let units: [(letter: Character, name: String, seconds: UInt64)] = [
    ("d", "days", 86_400), ("h", "hours", 3_600), ("m", "minutes", 60),
    ("s", "seconds", 1),
  ]

  /// Reads days, hours, minutes and seconds, in this order, up to the longest hold.
  package init(_ text: String) throws(Flaw) {
    let quoted = MessageText.quoted(text)
    var seconds: UInt64 = 0
    var units = Self.units[...]
    var rest = text[...]
    repeat {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      if rest.isEmpty, digits == text, !text.isEmpty {
        throw Flaw("\(quoted) has no unit: \(Self.hint(digits))")
      }
      // A number that is too long for `UInt64` is beyond the longest hold anyway.
      guard let number = UInt64(digits), let letter = rest.popFirst(),
        let unit = units.firstIndex(where: { $0.letter == letter })
      else {
        throw Flaw(
          "\(quoted) is not a duration: expected days, hours, minutes and seconds, such as "
            + "90s, 90m, 1h30m or 3d"
        )
      }
      seconds = min(seconds + min(number, 1 << 30) * units[unit].seconds, 1 << 50)
      units = units[(unit + 1)...]
    } while !rest.isEmpty
    guard seconds > 0, seconds <= UInt64(Hold.maximumDays) * 86_400 else {
      throw Flaw("a hold lasts from 1s to \(Hold.maximumDays)d")
    }
    self.seconds = seconds
  }

  private static func hint(_ digits: Substring) -> String {
    let meanings = units.reversed().map { "\(digits.prefix(6))\($0.letter) is \($0.name)" }
    return meanings.joined(separator: ", ")
  }
}
