import Glibc
import NightCore

/// A time as the clock on the person's wall shows it.
struct LocalTime {
  private let parts: tm

  init(_ instant: Instant) {
    var seconds = time_t(instant.microseconds / 1_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    self.parts = parts
  }

  var minuteOfDay: Int { Int(parts.tm_hour) * 60 + Int(parts.tm_min) }

  /// `2026-11-21 07:38`, the same in every language.
  var text: String {
    let year = String(Int(parts.tm_year) + 1900)
    return [year, Self.two(parts.tm_mon + 1), Self.two(parts.tm_mday)].joined(separator: "-")
      + " " + clock
  }

  var clock: String { Self.two(parts.tm_hour) + ":" + Self.two(parts.tm_min) }

  private static func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
}
