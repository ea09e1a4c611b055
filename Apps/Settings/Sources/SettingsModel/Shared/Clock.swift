/// A date and a time of day in the user's time zone.
package struct LocalTime: Equatable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  /// The day of the week; Monday is 0.
  package var weekday: Int

  package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, weekday: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.weekday) = (hour, minute, weekday)
  }

  /// The minutes since midnight.
  package var minutes: Int { hour * 60 + minute }

  /// The time of day, such as `07:05`.
  package var time: String { Self.time(minutes) }

  static func time(_ minutes: Int) -> String {
    let minutes = (minutes % 1440 + 1440) % 1440
    return pad(minutes / 60) + ":" + pad(minutes % 60)
  }

  static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The present time, and the conversion of other times to the user's time zone.
package struct Clock: Sendable {
  /// The seconds since 1970.
  package var now: Double
  /// Converts seconds since 1970 to local time.
  package var local: @Sendable (Double) -> LocalTime

  package init(now: Double, local: @escaping @Sendable (Double) -> LocalTime) {
    self.now = now
    self.local = local
  }

  /// The seconds since 1970 of a time that nightctl prints, such as `2026-11-21T07:10:00.5Z`; nil
  /// for other text.
  package static func seconds(_ text: String) -> Double? {
    let parts = text.split(whereSeparator: { "-T:Z".contains($0) })
    guard parts.count == 6, text.hasSuffix("Z"), let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2]), let hour = Int(parts[3]),
      let minute = Int(parts[4]), let second = Double(parts[5]),
      (1...12).contains(month), (1...31).contains(day), (1...9999).contains(year),
      (0...23).contains(hour), (0...59).contains(minute), (0..<61).contains(second)
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    return Double(days * 86_400 + hour * 3_600 + minute * 60) + second
  }

  /// The days from 1970-01-01 to a date of the Gregorian calendar.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    // March is the first month of this count, so that a leap day is the last day of its year.
    let shifted = (month + 9) % 12
    let year = month <= 2 ? year - 1 : year
    return year * 365 + year / 4 - year / 100 + year / 400 + (shifted * 153 + 2) / 5 + day
      - 719_469
  }
}

/// What sentences need besides their facts: the language, and the time.
package struct Context: Sendable {
  package var tr: Language
  package var clock: Clock

  package init(_ tr: Language, _ clock: Clock) {
    self.tr = tr
    self.clock = clock
  }

  /// A moment in words that stay right while the window is open: `07:10` within a day, else with the
  /// weekday or the date.
  func moment(_ seconds: Double) -> String {
    let local = clock.local(seconds)
    let distance = abs(seconds - clock.now)
    if distance < 20 * 3_600 { return local.time }
    if distance < 6 * 86_400 {
      return tr("{day} {time}", ["day": weekday(local.weekday), "time": local.time])
    }
    let date = "\(local.year)-\(LocalTime.pad(local.month))-\(LocalTime.pad(local.day))"
    return tr("{date} {time}", ["date": date, "time": local.time])
  }

  func month(_ month: Int) -> String {
    switch month {
    case 1: tr("Jan")
    case 2: tr("Feb")
    case 3: tr("Mar")
    case 4: tr("Apr")
    case 5: tr("May")
    case 6: tr("Jun")
    case 7: tr("Jul")
    case 8: tr("Aug")
    case 9: tr("Sep")
    case 10: tr("Oct")
    case 11: tr("Nov")
    default: tr("Dec")
    }
  }

  func weekday(_ day: Int) -> String {
    switch day {
    case 0: tr("Monday")
    case 1: tr("Tuesday")
    case 2: tr("Wednesday")
    case 3: tr("Thursday")
    case 4: tr("Friday")
    case 5: tr("Saturday")
    default: tr("Sunday")
    }
  }

  func shortWeekday(_ day: Int) -> String {
    switch day {
    case 0: tr("Mon")
    case 1: tr("Tue")
    case 2: tr("Wed")
    case 3: tr("Thu")
    case 4: tr("Fri")
    case 5: tr("Sat")
    default: tr("Sun")
    }
  }
}
