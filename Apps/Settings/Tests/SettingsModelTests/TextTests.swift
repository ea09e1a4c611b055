import Testing

@testable import SettingsModel

struct TextTests {
  @Test(
    "Values replace their names once",
    arguments: [
      ("{a} and {b}", "1 and {a}"), ("{c}", "{c}"), ("{a", "{a"), ("}{a}{", "}1{"), ("", ""),
    ]
  )
  func values(_ text: String, _ result: String) {
    #expect(Language.english(text, ["a": "1", "b": "{a}"]) == result)
  }

  @Test(
    "Times of nightctl are read to the microsecond, and other text is no time",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-11-30T12:00:00Z", 1_796_040_000),
      ("2026-11-30T12:00:00.5Z", 1_796_040_000.5), ("2024-02-29T00:00:00Z", 1_709_164_800),
      ("2026-11-30T12:00:00", nil), ("2026-13-30T12:00:00Z", nil), ("2026-11-30T25:00:00Z", nil),
      ("", nil), ("Z", nil), ("a-b-cTd:e:fZ", nil),
    ] as [(String, Double?)]
  )
  func times(_ text: String, _ seconds: Double?) { #expect(Clock.seconds(text) == seconds) }
}
