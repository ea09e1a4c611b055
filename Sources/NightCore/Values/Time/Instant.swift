/// A moment in microseconds since 1970-01-01T00:00:00Z, without leap seconds.
package struct Instant: Comparable, Hashable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The moment that is `change` microseconds later, or earlier if `change` is negative; clamped to
  /// the range of `Int64`.
  package func adding(microseconds change: Int64) -> Instant {
    let (sum, overflow) = microseconds.addingReportingOverflow(change)
    guard overflow else { return Instant(microseconds: sum) }
    return Instant(microseconds: change < 0 ? .min : .max)
  }
}

extension Instant {
  /// The moment in ISO 8601, such as `2026-11-21T07:10:00.123456Z`; a fraction of zero is left out.
  ///
  /// A moment outside the years 1 to 9999 becomes the nearest moment in these years.
  package var iso: String {
    let civil = CivilTime(utc: self)
    var text = civil.date.iso
    text += "T" + Self.padded(civil.hour, 2) + ":" + Self.padded(civil.minute, 2)
    text += ":" + Self.padded(civil.second, 2)
    if civil.microsecond != 0 {
      text += "." + Self.padded(civil.microsecond, 6)
    }
    return text + "Z"
  }

  /// Reads a moment in the form of `iso`, with a fraction of up to six digits; nil for any other
  /// text.
  package init?(iso: String) {
    let bytes = iso.utf8
    guard bytes.count == 20 || (22...27).contains(bytes.count) else { return nil }
    var rest = bytes[...]
    guard
      let year = Self.number(&rest, digits: 4, then: "-"),
      let month = Self.number(&rest, digits: 2, then: "-"),
      let day = Self.number(&rest, digits: 2, then: "T"),
      let hour = Self.number(&rest, digits: 2, then: ":"),
      let minute = Self.number(&rest, digits: 2, then: ":"),
      let second = Self.number(&rest, digits: 2, then: bytes.count == 20 ? "Z" : ".")
    else { return nil }
    var microsecond = 0
    if !rest.isEmpty {
      let digits = rest.count - 1
      guard let fraction = Self.number(&rest, digits: digits, then: "Z") else { return nil }
      microsecond = (digits..<6).reduce(fraction) { value, _ in value * 10 }
    }
    guard
      let date = CivilDate(year: year, month: month, day: day),
      let civil = CivilTime(
        date: date,
        hour: hour,
        minute: minute,
        second: second,
        microsecond: microsecond
      )
    else { return nil }
    self = civil.utc
  }

  package static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// Reads exactly `digits` digits and the character after them.
  private static func number(
    _ rest: inout Substring.UTF8View,
    digits: Int,
    then mark: Unicode.Scalar
  ) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let byte = rest.popFirst(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    guard rest.popFirst() == UInt8(ascii: mark) else { return nil }
    return value
  }
}

extension Instant {
  /// A moment so far in the future that it never comes.
  ///
  /// A timer with this moment never expires, but still reports when someone sets the clock.
  package static let distant = Instant(microseconds: .max / 2)
  package static let distantPast = Instant(microseconds: .min)
}
