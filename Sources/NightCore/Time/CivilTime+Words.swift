extension CivilTime {
  /// Reads `2026-11-21`, which is its midnight, `2026-11-21 07:30` or `2026-11-21T07:30`.
  package init?(words: String) {
    let bytes = Array(words.utf8)
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
