import Glibc
import NightCore

/// The local date and time in a time zone.
struct LocalTime {
  private let civil: CivilTime

  /// Converts a moment to the time zone of this process.
  init(_ instant: Instant) {
    var seconds = time_t(instant.microseconds / 1_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    civil = CivilTime(utc: instant.adding(microseconds: Int64(parts.tm_gmtoff) * 1_000_000))
  }

  init(_ instant: Instant, in zone: Zone) { civil = zone.civil(at: instant) }

  var date: CivilDate { civil.date }

  var minuteOfDay: Int { civil.hour * 60 + civil.minute }

  /// The date and the time, such as `2026-11-21 07:38`; the format is the same in every language.
  var text: String { date.iso + " " + clock }

  /// The time, such as `07:38`.
  var clock: String { Self.two(civil.hour) + ":" + Self.two(civil.minute) }

  /// The time with its seconds, such as `07:38:05`.
  var clockWithSeconds: String { clock + ":" + Self.two(civil.second) }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}

/// Formats moments in the local time of a zone, with the offset from UTC.
struct LocalStamp {
  private let zone: Zone

  init(_ zone: Zone) { self.zone = zone }

  /// Appends a moment as `2026-03-29 07:51 +02:00`, for people.
  func append(_ instant: Instant, to text: inout [UInt8]) {
    let civil = zone.civil(at: instant)
    Self.append(civil, between: " ", to: &text)
    text.append(UInt8(ascii: " "))
    Self.append(offset: zone.offset(at: instant), to: &text)
  }

  /// Formats a moment as `2026-03-29T07:51:12+02:00`, for programs.
  func iso(_ instant: Instant) -> String {
    let civil = zone.civil(at: instant)
    var text: [UInt8] = []
    Self.append(civil, between: "T", to: &text)
    text.append(UInt8(ascii: ":"))
    Self.append(civil.second, digits: 2, to: &text)
    Self.append(offset: zone.offset(at: instant), to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ civil: CivilTime, between: Unicode.Scalar, to text: inout [UInt8]) {
    append(civil.date.year, digits: 4, to: &text)
    text.append(UInt8(ascii: "-"))
    append(civil.date.month, digits: 2, to: &text)
    text.append(UInt8(ascii: "-"))
    append(civil.date.day, digits: 2, to: &text)
    text.append(UInt8(ascii: between))
    append(civil.hour, digits: 2, to: &text)
    text.append(UInt8(ascii: ":"))
    append(civil.minute, digits: 2, to: &text)
  }

  /// Appends an offset from UTC, which can include seconds.
  ///
  /// Before standard time was introduced, local times had offsets with seconds.
  private static func append(offset: Int, to text: inout [UInt8]) {
    let seconds = abs(offset)
    text.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(seconds / 3_600, digits: 2, to: &text)
    text.append(UInt8(ascii: ":"))
    append(seconds / 60 % 60, digits: 2, to: &text)
    guard seconds % 60 != 0 else { return }
    text.append(UInt8(ascii: ":"))
    append(seconds % 60, digits: 2, to: &text)
  }

  private static func append(_ number: Int, digits: Int, to text: inout [UInt8]) {
    if digits > 1 { append(number / 10, digits: digits - 1, to: &text) }
    text.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
