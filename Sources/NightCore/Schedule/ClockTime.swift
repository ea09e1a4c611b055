/// A time of day to the minute, as clocks on the wall show it: `07:00`.
package struct ClockTime: Comparable, Hashable, Sendable {
  /// Minutes since midnight, 0 to 1439.
  package let minute: Int

  package init?(hour: Int, minute: Int) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    self.minute = hour * 60 + minute
  }

  /// Reads `HH:MM` or `H:MM`; nil for anything else.
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
