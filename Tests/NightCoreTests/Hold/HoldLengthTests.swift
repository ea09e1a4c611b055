import NightCore
import Testing

@Suite struct HoldLengthTests {
  static let right: [(text: String, minutes: UInt64)] = [
    ("1m", 1), ("90m", 90), ("2h", 120), ("1h30m", 90), ("1h90m", 150), ("3d", 4_320),
    ("1d1h1m", 1_501), ("1d5m", 1_445), ("0d0h1m", 1), ("007h", 420), ("400d", 576_000),
    ("9600h", 576_000),
  ]

  @Test("a length is days, hours and minutes", arguments: right)
  func reads(text: String, minutes: UInt64) throws {
    #expect(try HoldLength(text).seconds == minutes * 60)
  }

  private static let form =
    "is no length of time: expected days, hours and minutes, such as 90m, 2h, 1h30m or 3d"
  private static let limits = "a hold lasts from 1m to 400d"

  static let wrong: [(text: String, message: String)] = [
    ("", "'' \(form)"), ("h", "'h' \(form)"),
    ("2", "'2' has no unit: 2m is minutes, 2h is hours, 2d is days"),
    ("30s", "'30s' \(form)"), ("1m2h", "'1m2h' \(form)"), ("1h1h", "'1h1h' \(form)"),
    ("1h30", "'1h30' \(form)"), ("-1h", "'-1h' \(form)"), ("+1h", "'+1h' \(form)"),
    ("1.5h", "'1.5h' \(form)"), ("1 h", "'1 h' \(form)"), ("2H", "'2H' \(form)"),
    ("٢h", "'٢h' \(form)"),
    ("0h", limits), ("0d0h0m", limits), ("400d1m", limits), ("9999d", limits),
    ("18446744073709551615d", limits), ("99999999999h99999999999m", limits),
    ("18446744073709551616d", "'18446744073709551616d' \(form)"),
  ]

  @Test("what is no length, or none that a hold can have, is told apart", arguments: wrong)
  func refuses(text: String, message: String) {
    #expect(throws: HoldTerm.Flaw(message: message)) { try HoldLength(text) }
  }
}
