/// A time of day on the wall clock, in hours and minutes, such as `07:00`.
package struct ClockTime: Comparable, Hashable, Sendable {
  /// Minutes since midnight, 0 to 1439.
  package let minute: Int

  package init?(hour: Int, minute: Int) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    self.minute = hour * 60 + minute
  }

  /// Creates the time that is `minutes` after midnight; whole days in `minutes` are ignored.
  package init(minutesAfterMidnight minutes: Int) {
    let rest = minutes % 1_440
    minute = rest < 0 ? rest + 1_440 : rest
  }

  /// Reads `HH:MM` or `H:MM`; nil for any other text.
  package init?(_ text: String) {
    let bytes = text.utf8.count == 4 ? Array("0\(text)".utf8) : Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
      let hour = Self.number(bytes[0...1]), let minute = Self.number(bytes[3...4])
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  package var text: String { Self.padded(minute / 60) + ":" + Self.padded(minute % 60) }

  package static func < (left: ClockTime, right: ClockTime) -> Bool { left.minute < right.minute }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}

extension ClockTime {
  /// Creates a time from numbers in the source code, which are valid.
  private init(known hour: Int, _ minute: Int = 0) { self.minute = hour * 60 + minute }

  package static let midnight = ClockTime(known: 0)
  package static let noon = ClockTime(known: 12)
  package static let lastMinute = ClockTime(known: 23, 59)

  /// The times that replace sunrise and sunset if no place is known.
  package static let placelessDawn = ClockTime(known: 7)
  package static let placelessDusk = ClockTime(known: 19, 30)
}

extension Zone {
  /// The moments at which the zone's clocks show a time on a date.
  package func moments(of date: CivilDate, _ clock: ClockTime) -> CivilMoments {
    moments(of: CivilTime(date, clock))
  }

  /// Whether the zone has this date; for example, Samoa skipped 2011-12-30.
  package func has(_ date: CivilDate) -> Bool {
    let midnight = moments(of: date, .midnight)
    guard case .skipped = midnight else { return true }
    return midnight != moments(of: date, .lastMinute)
  }

  /// Returns the first moment of a date; for a date that a clock change skips, the moment of the
  /// change.
  package func beginning(of date: CivilDate) -> Instant { moments(of: date, .midnight).first }
}

extension CivilTime {
  package init(_ date: CivilDate, _ clock: ClockTime) {
    self.init(known: date, hour: clock.minute / 60, minute: clock.minute % 60)
  }
}

/// A table of styles by time of day, such as `07:00=light,19:30=dark`.
package struct ClockTable: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// Minutes since midnight.
    package let minute: Int
    package let style: Style
  }

  /// The table's entries, sorted by time of day; never empty.
  package let entries: [Entry]

  /// Reads a table; throws a flaw that quotes the part with the mistake.
  package init(_ text: String) throws(Flaw) {
    var entries: [Entry] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      let entry = try Self.entry(part)
      guard !entries.contains(where: { $0.minute == entry.minute }) else {
        throw Flaw("expected each time once", at: .names([part]))
      }
      entries.append(entry)
    }
    self.entries = entries.sorted { $0.minute < $1.minute }
  }

  /// Returns the style at a minute of the day.
  ///
  /// Before the first entry of a day, the last entry of the previous day is still in force.
  package func style(atMinute minute: Int) -> Style? {
    (entries.last { $0.minute <= minute } ?? entries.last)?.style
  }

  private static func entry(_ part: String) throws(Flaw) -> Entry {
    let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard sides.count == 2 else {
      throw Flaw("expected a time, “=” and a style", at: .names([part]))
    }
    guard let time = ClockTime(sides[0]) else {
      throw Flaw("expected a time from 00:00 to 23:59", at: .names([part]))
    }
    guard let style = Style(rawValue: sides[1]) else {
      throw Flaw("expected light or dark after “=”", at: .names([part]))
    }
    return Entry(minute: time.minute, style: style)
  }
}

extension ClockTime {
  /// Converts a twelve-hour time to 24 hours, such as `7pm` to `19:00`; nil for other strings.
  package static func meant(by text: String) -> String? {
    let lower = MessageText.lowercased(text)
    guard let half = ["am", "pm"].first(where: lower.hasSuffix) else {
      // The text may be an hour without minutes, such as `7`.
      return lower.utf8.count > 2 ? nil : ClockTime("\(lower):00")?.text
    }
    let digits = String(lower.dropLast(2))
    guard let time = ClockTime(digits.contains(":") ? digits : digits + ":00"),
      (60..<780).contains(time.minute)
    else { return nil }
    let afternoon = half == "pm" ? 720 : 0
    let minute = time.minute % 720 + afternoon
    return ClockTime(hour: minute / 60, minute: minute % 60)?.text
  }
}

extension CivilTime {
  /// Reads `2026-11-21 07:30`, `2026-11-21T07:30` or `2026-11-21`; a date means 00:00.
  package init?(text: String) {
    let bytes = Array(text.utf8)
    let dash = UInt8(ascii: "-")
    guard bytes.count == 10 || bytes.count == 16, bytes[4] == dash, bytes[7] == dash,
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10]), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    guard bytes.count == 16 else {
      self.init(date: date, hour: 0, minute: 0)
      return
    }
    guard bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
      let clock = ClockTime(String(decoding: bytes[11...], as: UTF8.self))
    else { return nil }
    self.init(date: date, hour: clock.minute / 60, minute: clock.minute % 60)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
