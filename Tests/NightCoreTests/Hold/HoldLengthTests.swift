import NightCore
import Testing

@Suite struct HoldLengthTests {
  static let right: [(text: String, seconds: UInt64)] = [
    ("1m", 60), ("90m", 5_400), ("2h", 7_200), ("1h30m", 5_400), ("1h90m", 9_000),
    ("3d", 259_200), ("1d1h1m", 90_060), ("1d5m", 86_700), ("0d0h1m", 60), ("007h", 25_200),
    ("400d", 34_560_000), ("9600h", 34_560_000),
    ("1s", 1), ("90s", 90), ("1m30s", 90), ("1h1s", 3_601), ("1d1h1m1s", 90_061), ("0m5s", 5),
  ]

  @Test("The length of a hold is read as days, hours, minutes and seconds", arguments: right)
  func reads(text: String, seconds: UInt64) throws {
    #expect(try HoldLength(text).seconds == seconds)
  }

  private static let form =
    "is not a duration: expected days, hours, minutes and seconds, such as 90s, 90m, 1h30m or 3d"
  private static let limits = "a hold lasts from 1s to 400d"

  static let wrong: [(text: String, message: String)] = [
    ("", "“” \(form)"), ("h", "“h” \(form)"),
    ("2", "“2” has no unit: 2s is seconds, 2m is minutes, 2h is hours, 2d is days"),
    ("30s1m", "“30s1m” \(form)"), ("1ms", "“1ms” \(form)"), ("1m2h", "“1m2h” \(form)"),
    ("1h1h", "“1h1h” \(form)"),
    ("1h30", "“1h30” \(form)"), ("-1h", "“-1h” \(form)"), ("+1h", "“+1h” \(form)"),
    ("1.5h", "“1.5h” \(form)"), ("1 h", "“1 h” \(form)"), ("2H", "“2H” \(form)"),
    ("٢h", "“٢h” \(form)"),
    ("0h", limits), ("0d0h0m", limits), ("400d1s", limits), ("400d1m", limits), ("9999d", limits),
    ("18446744073709551615d", limits), ("99999999999h99999999999m", limits),
    ("18446744073709551616d", "“18446744073709551616d” \(form)"),
  ]

  @Test(
    "If the length of a hold is invalid, it is rejected, and the message explains the mistake",
    arguments: wrong
  )
  func refuses(text: String, message: String) {
    #expect(throws: Flaw(message)) { try HoldLength(text) }
  }
}
