import NightBus
import NightContract
import NightCore
import Testing

@Suite("Appearances that applications read")
struct PaintTests {
  private func read(_ arguments: [BusValue]) throws -> (serial: UInt64, paint: Paint)? {
    let message = try Message.signal(from: "/org/nightd/Night1", .style, "Changed", arguments)
    return Paint.read(message)
  }

  private func read(_ members: [(String, BusValue)]) throws -> Paint? {
    try read([.string("dark"), .uint64(7), .options(members)])?.paint
  }

  @Test("An appearance that is read from the bus has all values that an application needs to paint")
  func whole() throws {
    var appearance = Appearance(
      style: .dark,
      choice: .schedule,
      isChosen: true,
      reason: .app,
      since: Instant(microseconds: 5),
      next: Instant(microseconds: 9),
      nextStyle: .light
    )
    appearance.theme = "nord"
    appearance.themeDigest = "0123456789abcdef0123"
    appearance.isHighContrast = true
    appearance.accent = Accent(red: 0.25, green: 0.5, blue: 1)
    appearance.isMotionReduced = true
    appearance.fade = 42
    appearance.desktop = .light
    appearance.isThemeOwn = false
    let read = try #require(try read(Snapshot(serial: 7, appearance: appearance).values))
    var paint = Paint(.dark)
    paint.theme = "nord"
    paint.themeDigest = "0123456789abcdef0123"
    paint.isHighContrast = true
    paint.accent = Accent(red: 0.25, green: 0.5, blue: 1)
    paint.isMotionReduced = true
    paint.fade = 42
    paint.isStyleOwn = true
    paint.isThemeOwn = false
    #expect(read.serial == 7)
    #expect(read.paint == paint)
  }

  @Test(
    "An unknown member of an appearance is ignored; a wrong or missing one gets a default",
    arguments: [
      [], [("hue", .string("blue"))], [("theme", .uint32(3))], [("theme-digest", .boolean(true))],
      [("contrast", .string("high"))], [("contrast", .uint32(2))],
      [("reduced-motion", .uint32(1))], [("own-theme", .string("yes"))], [("fade", .uint64(1))],
      [("reason", .string("moonlight"))],
      [("reason", .variant(.string("app")))], [("accent-color", .string("#fff"))],
      [("accent-color", .structure([.double(1), .double(0)]))],
      [("accent-color", .structure([.double(1), .double(0), .double(2)]))],
      [("accent-color", .structure([.double(1), .double(0), .double(.nan)]))],
      [("accent-color", .structure([.uint32(1), .double(0), .double(0)]))],
      [("accent-color", .structure([.double(1), .double(0), .double(0), .double(1)]))],
      [("theme", .string("nord")), ("theme", .boolean(true))],
    ] as [[(String, BusValue)]]
  )
  func partly(members: [(String, BusValue)]) throws {
    #expect(try read(members) == Paint(.dark))
  }

  @Test("An application follows the desktop unless it has its own style or its own theme")
  func follows() throws {
    for (members, follows) in [
      ([], true), ([("reason", .string("hold"))], true), ([("reason", .string("app"))], false),
      ([("own-theme", .boolean(true))], false), ([("own-theme", .boolean(false))], false),
    ] as [([(String, BusValue)], Bool)] {
      #expect(try read(members)?.followsDesktop == follows, "\(members)")
    }
  }

  @Test("If a member of an appearance is repeated, its last value is used")
  func twice() throws {
    let members: [(String, BusValue)] = [
      ("theme", .string("nord")), ("fade", .uint32(1)), ("theme", .string("day")),
    ]
    let paint = try #require(try read(members))
    #expect(paint.theme == "day")
    #expect(paint.fade == 1)
  }

  @Test(
    "Malformed arguments of the signal `Changed` are rejected",
    arguments: [
      [], [.string("dark")], [.string("dark"), .uint64(1)],
      [.string("dusk"), .uint64(1), .options([])], [.uint64(1), .string("dark"), .options([])],
      [.string("dark"), .uint32(1), .options([])],
      [.string("dark"), .uint64(1), .array(.string, [])],
      [.string("dark"), .uint64(1), .dictionary(.string, .string, [])],
      [.string("dark"), .uint64(1), .options([]), .boolean(true)],
      [.string("dark"), .uint64(1), .variant(.options([]))],
    ] as [[BusValue]]
  )
  func none(arguments: [BusValue]) throws {
    #expect(try read(arguments) == nil)
  }
}
