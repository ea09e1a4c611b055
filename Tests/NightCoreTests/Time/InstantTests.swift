import NightCore
import TestSupport
import Testing

@Suite("Instants")
struct InstantTests {
  @Test(
    "A moment is written in the form of ISO 8601, and is read back as the same moment",
    arguments: [
      (0, "1970-01-01T00:00:00Z"),
      (1, "1970-01-01T00:00:00.000001Z"),
      (-1, "1969-12-31T23:59:59.999999Z"),
      (500_000, "1970-01-01T00:00:00.500000Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00Z"),
      (951_868_799_999_999, "2000-02-29T23:59:59.999999Z"),
      (951_868_800_000_000, "2000-03-01T00:00:00Z"),
      (-2_203_977_600_000_000, "1900-02-28T00:00:00Z"),
      (-2_203_891_200_000_000, "1900-03-01T00:00:00Z"),
      (4_107_456_000_000_000, "2100-02-28T00:00:00Z"),
      (4_107_542_400_000_000, "2100-03-01T00:00:00Z"),
      (1_709_164_800_000_000, "2024-02-29T00:00:00Z"),
      (1_795_245_000_123_456, "2026-11-21T07:10:00.123456Z"),
      (2_147_483_648_000_000, "2038-01-19T03:14:08Z"),
      (-62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
      (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    ] as [(Int64, String)]
  )
  func iso(microseconds: Int64, text: String) {
    #expect(Instant(microseconds: microseconds).iso == text)
    #expect(Instant(iso: text) == Instant(microseconds: microseconds))
  }

  @Test(
    "A moment's text may have a fraction of 1 to 6 digits",
    arguments: [("5", 500_000), ("05", 50_000), ("123", 123_000), ("00000", 0), ("000001", 1)]
      as [(String, Int64)]
  )
  func fraction(digits: String, microseconds: Int64) {
    #expect(Instant(iso: "1970-01-01T00:00:00.\(digits)Z")?.microseconds == microseconds)
  }

  @Test(
    "Text in any other form is rejected as a moment",
    arguments: [
      "", "Z", "2026-11-21", "2026-11-21T07:10Z", "2026-11-21T07:10:00", "2026-11-21 07:10:00Z",
      "2026-11-21t07:10:00Z", "2026-11-21T07:10:00z", "2026-11-21T07:10:00+00:00",
      "2026-11-21T07:10:00Z ", " 2026-11-21T07:10:00Z", "2026-11-21T07:10:00.Z",
      "2026-11-21T07:10:00.1234567Z", "2026-11-21T07:10:00,5Z", "2026-11-21T07:10:00.5",
      "2026-11-21T07:10:00.-5Z", "0000-01-01T00:00:00Z", "-001-01-01T00:00:00Z",
      "12026-11-21T07:10:00Z", "+026-11-21T07:10:00Z", "2026-00-21T07:10:00Z",
      "2026-13-21T07:10:00Z", "2026-11-00T07:10:00Z", "2026-11-31T07:10:00Z",
      "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
      "2000-02-30T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T23:60:00Z",
      "2026-12-31T23:59:60Z", "2026-11-21T07:1:000Z", "2026-11-2１T07:10:0Z",
      "2026-11-21T07:10:00ZZ", "２026-11-21T07:10:Z",
    ]
  )
  func refused(text: String) {
    #expect(Instant(iso: text) == nil)
  }

  @Test("A moment outside the years 1 to 9999 is written as the nearest moment in these years")
  func clamped() {
    let before = "0001-01-01T00:00:00Z"
    let after = "9999-12-31T23:59:59.999999Z"
    #expect(Instant(microseconds: .min).iso == before)
    #expect(Instant(microseconds: -62_135_596_800_000_001).iso == before)
    #expect(Instant(microseconds: 253_402_300_800_000_000).iso == after)
    #expect(Instant(microseconds: .max).iso == after)
  }

  @Test("If a sum of a moment and a duration exceeds a limit, the result is the limit")
  func adding() {
    let now = Instant(microseconds: 1_000)
    #expect(now.adding(microseconds: -2_000).microseconds == -1_000)
    #expect(now.adding(microseconds: .max).microseconds == .max)
    #expect(Instant(microseconds: -1).adding(microseconds: .min).microseconds == .min)
    #expect(Instant(microseconds: .max).adding(microseconds: .min).microseconds == -1)
  }

  @Test("Random moments survive writing and reading, and keep their order")
  func roundTrip() {
    var random = SplitMix64(seed: 3)
    let range: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999
    var previous = Instant(microseconds: 0)
    for _ in 0..<10_000 {
      let instant = Instant(microseconds: .random(in: range, using: &random))
      #expect(Instant(iso: instant.iso) == instant)
      #expect((CivilTime(utc: instant) < CivilTime(utc: previous)) == (instant < previous))
      previous = instant
    }
  }
}
