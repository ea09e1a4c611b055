import NightCore
import Testing

@Suite("Sun events")
struct SunEventTests {
  @Test(
    "If a sun event is read from its name, it is written with the same name",
    arguments: [
      ("sunrise", SunEvent.Side.rising, -0.8333), ("sunset", .falling, -0.8333),
      ("civil-dawn", .rising, -6), ("civil-dusk", .falling, -6), ("nautical-dawn", .rising, -12),
      ("nautical-dusk", .falling, -12), ("astronomical-dawn", .rising, -18),
      ("astronomical-dusk", .falling, -18), ("dusk@-4", .falling, -4), ("dawn@3.5", .rising, 3.5),
      ("dawn@0", .rising, 0), ("dusk@-90", .falling, -90), ("dawn@90", .rising, 90),
      ("dusk@-0.0001", .falling, -0.0001), ("dawn@-0.83", .rising, -0.83),
    ]
  )
  func bothWays(name: String, side: SunEvent.Side, elevation: Double) throws {
    let event = try #require(SunEvent(name: name))
    #expect(event == SunEvent(side, elevation: elevation))
    #expect(event.name == name)
  }

  @Test(
    "If an elevation of the sun has a name, it is written as this name, however it was read",
    arguments: [
      ("dusk@-0.8333", "sunset"), ("dawn@-0.83333", "sunrise"), ("dusk@-6", "civil-dusk"),
      ("dawn@-12.0", "nautical-dawn"), ("dusk@-018", "astronomical-dusk"), ("dusk@-0", "dusk@0"),
      ("dawn@1.23456", "dawn@1.2346"), ("dawn@90.00000", "dawn@90"), ("dusk@-0.00004", "dusk@0"),
    ]
  )
  func canonical(written: String, name: String) throws {
    #expect(try #require(SunEvent(name: written)).name == name)
  }

  @Test(
    "Any text that is not exactly the name of a sun event is rejected",
    arguments: [
      "", "sun", "Sunset", "sunset ", " sunset", "sunset@-4", "dusk", "dawn", "dusk@", "@-4", "@",
      "dusk@@4", "dusk@1e3", "dusk@1e0", "dawn@-91", "dawn@-90.00001", "dusk@90.5", "dusk@+4",
      "dusk@--4",
      "dusk@.5", "dusk@5.", "dusk@4,5", "dusk@nan", "dusk@inf", "dusk@-inf", "dusk@0x1", "dusk@ 4",
      "dusk@-4+10m", "dusk@٤", "civil-dusk@-6",
      "dusk@" + String(repeating: "0", count: 30),
    ]
  )
  func refused(name: String) {
    #expect(SunEvent(name: name) == nil)
  }

  @Test("An invalid name of a sun event is rejected, however long it is")
  func long() {
    for part in ["0", "@", "-", "\u{301}"] {
      #expect(SunEvent(name: "dusk@0." + String(repeating: part, count: 100_000)) == nil)
    }
  }

  @Test("Eight sun events have names, and each is read back from its name")
  func names() {
    #expect(SunEvent.names.count == 8)
    #expect(SunEvent.names.allSatisfy { SunEvent(name: $0)?.name == $0 })
  }

  @Test("An elevation of the sun that is out of range is clamped")
  func clamped() {
    #expect(SunEvent(.rising, elevation: 1e300) == SunEvent(.rising, elevation: 90))
    #expect(SunEvent(.rising, elevation: -.infinity) == SunEvent(.rising, elevation: -90))
    #expect(SunEvent(.rising, elevation: .nan).name == "dawn@0")
  }
}
