import NightCore
import Testing

@Suite("Rule errors")
struct RuleFlawTests {
  private static let times =
    "HH:MM or one of sunrise, sunset, civil-dawn, civil-dusk, nautical-dawn, nautical-dusk, astronomical-dawn, astronomical-dusk, dawn@DEGREES or dusk@DEGREES"
  private static let clock = "HH:MM from 00:00 to 23:59"
  private static let days = "one of mon, tue, wed, thu, fri, sat or sun"

  private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

  private static let texts: [(String, String)] = [
    ("", "column 1: the rule ends here; expected light or dark"),
    (" \t", "column 1: the rule ends here; expected light or dark"),
    ("drak sunset", "column 1: “drak” is not a style; expected light or dark (did you mean dark?)"),
    ("sunset dark", "column 1: “sunset” is not a style; expected light or dark"),
    ("🌙 sunset", "column 1: “🌙” is not a style; expected light or dark"),
    ("dark\u{A0}sunset", "column 1: “darkU+00A0sunset” is not a style; expected light or dark"),
    ("dark\nsunset", "column 1: “darkU+000Asunset” is not a style; expected light or dark"),
    ("dark", "column 5: the rule ends here; expected \(times)"),
    ("dark ", "column 5: the rule ends here; expected \(times)"),
    ("dark sunste", "column 6: “sunste” is not a time; expected \(times) (did you mean sunset?)"),
    ("dark  🌙", "column 7: “🌙” is not a time; expected \(times)"),
    ("🌙dark 🌙", "column 1: “🌙dark” is not a style; expected light or dark (did you mean dark?)"),
    ("dark Sunste", "column 6: “Sunste” is not a time; expected \(times) (did you mean sunset?)"),
    ("dark dusk", "column 6: “dusk” is not a time; expected \(times) (did you mean civil-dusk?)"),
    ("dark noon", "column 6: “noon” is not a time; expected \(times)"),
    (
      "dark sunset-x",
      "column 6: “sunset-x” is not a time; expected \(times) (did you mean sunset?)"
    ),
    (
      "dark sunste-30m",
      "column 6: “sunste” is not a time; expected \(times) (did you mean sunset?)"
    ),
    ("dark 25:00", "column 6: “25:00” is not a time; expected \(clock)"),
    ("dark 24:00", "column 6: “24:00” is not a time; expected \(clock) (did you mean 00:00?)"),
    ("light 07:60", "column 7: “07:60” is not a time; expected \(clock)"),
    ("light 7", "column 7: “7” is not a time; expected \(clock) (did you mean 07:00?)"),
    (
      "dark 19:30-30m",
      "column 11: “-30m” follows a clock time; expected a clock time without an offset"
    ),
    ("light 7:0", "column 7: “7:0” is not a time; expected \(clock)"),
    (
      "dark sunset -13h",
      "column 13: “-13h” is too far from the event; expected at most 12 hours"
    ),
    (
      "dark sunset  +  13h",
      "column 14: “+13h” is too far from the event; expected at most 12 hours"
    ),
    (
      "dark sunset + tomorrow",
      "column 13: “+” is not an offset; expected + and a duration such as 30m, 1h or 1h30m"
    ),
    (
      "dark 19:30 - 30m",
      "column 12: “-30m” follows a clock time; expected a clock time without an offset"
    ),
    (
      "dark sunset-13h",
      "column 12: “-13h” is too far from the event; expected at most 12 hours"
    ),
    (
      "dark sunset+12h1m",
      "column 12: “+12h1m” is too far from the event; expected at most 12 hours"
    ),
    (
      "dark sunset-30",
      "column 12: “-30” is not an offset; expected - and a duration such as 30m, 1h or 1h30m"
    ),
    (
      "dark sunset+1h60m",
      "column 12: “+1h60m” is not an offset; expected + and a duration such as 30m, 1h or 1h30m"
    ),
    (
      "dark sunset+",
      "column 12: “+” is not an offset; expected + and a duration such as 30m, 1h or 1h30m"
    ),
    (
      "dark sunset+30m1h",
      "column 12: “+30m1h” is not an offset; expected + and a duration such as 30m, 1h or 1h30m"
    ),
    (
      "dark sunset+9999h",
      "column 12: “+9999h” is not an offset; expected + and a duration such as 30m, 1h or 1h30m"
    ),
    (
      "dark dusk@",
      "column 11: an elevation is missing here; expected degrees from -90 to 90, such as -4 or 3.5"
    ),
    (
      "dark dusk@-91",
      "column 11: “-91” is not an elevation; expected degrees from -90 to 90, such as -4 or 3.5"
    ),
    (
      "dark dusk@4,5",
      "column 11: “4,5” is not an elevation; expected degrees from -90 to 90, such as -4 or 3.5"
    ),
    (
      "dark 19:30 not before 17:00",
      "column 12: a clock time has no limits; expected “on” with days, or nothing"
    ),
    (
      "dark sunset not",
      "column 16: the rule ends here; expected before or after"
    ),
    (
      "dark sunset not befor 17:00",
      "column 17: “befor” is not a limit; expected before or after (did you mean before?)"
    ),
    ("dark sunset not before", "column 23: the rule ends here; expected \(clock)"),
    (
      "dark sunset not before sunrise",
      "column 24: “sunrise” is not a time; expected \(clock)"
    ),
    (
      "dark sunset not before 17:00 not before 18:00",
      "column 30: “not before” is given twice; expected it once"
    ),
    (
      "dark sunset not before 18:00 not after 17:00",
      "column 30: from morning to morning, “not before 18:00” is later than “not after 17:00”; expected “not before 17:00” or earlier, or “not after 18:00” or later"
    ),
    (
      "light sunrise not after 06:00 not before 08:00",
      "column 31: from evening to evening, “not before 08:00” is later than “not after 06:00”; expected “not before 06:00” or earlier, or “not after 08:00” or later"
    ),
    (
      "dark sunset on", "column 15: the rule ends here; expected days, such as mon-fri or sat,sun"
    ),
    ("dark sunset on mon-", "column 20: a day is missing here; expected \(days)"),
    ("dark sunset on ,mon", "column 16: a day is missing here; expected \(days)"),
    ("dark sunset on mon, tue", "column 20: a day is missing here; expected \(days)"),
    (
      "dark sunset on monday",
      "column 16: “monday” is not a day; expected \(days) (did you mean mon?)"
    ),
    (
      "dark sunset on mon,tus",
      "column 20: “tus” is not a day; expected \(days) (did you mean tue?)"
    ),
    (
      "dark sunset on weekend",
      "column 16: “weekend” is not a day; expected \(days) (did you mean sat,sun?)"
    ),
    (
      "dark sunset on mon-wed-fri",
      "column 16: “mon-wed-fri” is not a range of days; expected the first and the last day, such as mon-fri"
    ),
    (
      "dark sunset on mon tue",
      "column 20: “tue” follows the days; expected the end of the rule (days have no spaces)"
    ),
    (
      "dark sunset on mon not before 17:00",
      "column 20: “not” follows the days; expected limits before “on”"
    ),
    (
      "dark sunset please",
      "column 13: “please” is not allowed here; expected “not before”, “not after”, “on” with days or the end of the rule"
    ),
    (
      "dark sunset not before 17:00 after 18:00",
      "column 30: “after” is not allowed here; expected “not after”, “on” with days or the end of the rule (did you mean not after?)"
    ),
    (
      "dark 19:30 mon-fri",
      "column 12: “mon-fri” is not allowed here; expected “on” with days or the end of the rule (did you mean on mon-fri?)"
    ),
    ("DARK Sunste", "column 6: “sunste” is not a time; expected \(times) (did you mean sunset?)"),
    (
      "dark \(long(196))",
      "column 1: it is longer than 200 bytes; expected a shorter rule"
    ),
    (
      "dark \(long(60))",
      "column 6: “\(long(40))…” is not a time; expected \(times)"
    ),
  ]

  @Test(
    "If a rule is invalid, the error gives the column, the mistake, the expected text and advice",
    arguments: texts
  )
  func message(text: String, message: String) throws {
    let flaw = #expect(throws: Flaw.self) { try Rule(text) }
    #expect(flaw?.description == message)
  }
}
