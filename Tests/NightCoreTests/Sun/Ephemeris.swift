import NightCore

/// What other people's ephemerides say, as tables; `Ephemeris+….swift` say whose.
enum Ephemeris {
  /// One event of the sun.
  struct Row {
    let text: Substring
    let day: SolarDay
    let event: SunEvent
    let instant: Instant
  }

  /// A time without sunsets.
  struct Season {
    let text: Substring
    let place: Place
    let kind: SunMoment.Kind
    let days: ClosedRange<Int>
  }

  /// The rows of a table, or none if one of them cannot be read.
  static func rows(_ table: String) -> [Row] {
    let lines = table.split(separator: "\n")
    let rows = lines.compactMap { line -> Row? in
      let words = line.split(separator: " ")
      guard
        words.count == 4,
        let place = try? Place(words: String(words[0])),
        let number = number(words[1]),
        let event = SunEvent(name: String(words[2])),
        let instant = Instant(iso: String(words[3]))
      else { return nil }
      return Row(text: line, day: SolarDay(number, at: place), event: event, instant: instant)
    }
    return rows.count == lines.count ? rows : []
  }

  /// The same for a table of seasons.
  static func seasons(_ table: String) -> [Season] {
    let lines = table.split(separator: "\n")
    let seasons = lines.compactMap { line -> Season? in
      let words = line.split(separator: " ")
      guard
        words.count == 4,
        let place = try? Place(words: String(words[0])),
        let first = number(words[2]),
        let last = number(words[3]),
        first <= last
      else { return nil }
      let kind: SunMoment.Kind = words[1] == "above" ? .staysAbove : .staysBelow
      return Season(text: line, place: place, kind: kind, days: first...last)
    }
    return seasons.count == lines.count ? seasons : []
  }

  private static func number(_ date: Substring) -> Int? {
    Instant(iso: date + "T00:00:00Z").map { CivilTime(utc: $0).date.daysSince1970 }
  }
}
