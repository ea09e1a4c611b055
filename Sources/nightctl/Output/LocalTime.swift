import Glibc
import NightCore

/// A time as the clock on someone's wall shows it.
struct LocalTime {
  private let civil: CivilTime

  /// As the person who asks has it.
  init(_ instant: Instant) {
    var seconds = time_t(instant.microseconds / 1_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    civil = CivilTime(
      utc: instant.adding(microseconds: Int64(parts.tm_gmtoff) * 1_000_000)
    )
  }

  init(_ instant: Instant, in zone: Zone) { civil = zone.civil(at: instant) }

  var date: CivilDate { civil.date }

  var minuteOfDay: Int { civil.hour * 60 + civil.minute }

  /// `2026-11-21 07:38`, the same in every language.
  var text: String { date.iso + " " + clock }

  var clock: String { Self.two(civil.hour) + ":" + Self.two(civil.minute) }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
