import NightBus
import NightCore
import NightDaemon
import TestSupport
import Testing

@Suite("Choosing a source")
struct SourceOrderTests {
  private static let dark = MadeUpBackend.Behavior.telling([("color-scheme", .uint32(1))])
  private static let light = MadeUpBackend.Behavior.telling([("color-scheme", .uint32(2))])

  private static func report(_ source: String, _ style: Style) -> DesktopReport {
    DesktopReport(source: source, style: style)
  }

  @Test(
    "Of the listed sources, nightd uses the first that is on the bus, whatever other sources exist"
  )
  func order() throws {
    let bench = try DesktopBench()
    try bench.backend("gtk", Self.dark)
    let kde = try bench.backend("kde", Self.light)
    try bench.backend("lxqt", Self.dark)
    bench.watch.sources = ["cosmic", "kde", "gtk"]
    #expect(try bench.report(1) == Self.report("kde", .light))
    bench.end(kde)
    #expect(try bench.report(2) == Self.report("gtk", .dark))
    bench.watch.sources = ["lxqt"]
    #expect(try bench.report(3) == Self.report("lxqt", .dark))
    bench.watch.sources = []
    #expect(try bench.report(4) == nil)
    bench.watch.sources = ["cosmic"]
    try bench.serve(milliseconds: 100)
    #expect(bench.reports.count == 4)
    #expect(bench.logged == [])
  }

  @Test("A missing source is reported once")
  func none() throws {
    for sources in [[], ["gtk"]] {
      let bench = try DesktopBench()
      bench.watch.sources = sources
      #expect(try bench.report(1) == nil)
      try bench.serve(milliseconds: 100)
      #expect(bench.reports.count == 1)
    }
  }

  @Test(
    "If a source refuses calls or lacks `color-scheme`, it is skipped until it reports a style",
    arguments: [true, false]
  )
  func passedOver(refuses: Bool) throws {
    let bench = try DesktopBench()
    let kde = try bench.backend(
      "kde",
      refuses ? .refusing : .telling([("contrast", .uint32(1))])
    )
    try bench.backend("gtk", Self.light)
    bench.watch.sources = ["kde", "gtk"]
    #expect(try bench.report(1) == Self.report("gtk", .light))
    try kde.tell("contrast", .uint32(0))
    try kde.tell("color-scheme", .uint32(1))
    var known = Self.report("kde", .dark)
    known.isHighContrast = false
    #expect(try bench.report(2) == known)
  }

  @Test("If a source does not reply in time, it is skipped until it replies")
  func late() throws {
    let bench = try DesktopBench(delays: .hasty)
    let kde = try bench.backend("kde", .keeping)
    try bench.backend("gtk", Self.light)
    let start = ContinuousClock.now
    bench.watch.sources = ["kde", "gtk"]
    // On a slow machine, the other source may report late as well.
    try bench.awaitReport(Self.report("gtk", .light))
    #expect(.now - start >= .milliseconds(DesktopDelays.hasty.answer), "it was asked a moment ago")
    try bench.serve(until: { !kde.kept.isEmpty })
    kde.answerKept([("color-scheme", .uint32(1))])
    try bench.awaitReport(Self.report("kde", .dark))
  }

  @Test("If a preferred source appears later, it is used as soon as it has replied")
  func later() throws {
    let bench = try DesktopBench()
    let gtk = try bench.backend("gtk", Self.light)
    bench.watch.sources = ["kde", "gtk", "xapp"]
    #expect(try bench.report(1) == Self.report("gtk", .light))
    let kde = try bench.backend("kde", .keeping)
    try bench.backend("xapp", Self.dark)
    try bench.serve(until: { !kde.kept.isEmpty })
    try gtk.tell("color-scheme", .uint32(1))
    #expect(try bench.report(2) == Self.report("gtk", .dark))
    kde.answerKept([("color-scheme", .uint32(2))])
    #expect(try bench.report(3) == Self.report("kde", .light))
  }

  @Test("If a source leaves, the next listed source replaces it until it returns")
  func vanishing() throws {
    let bench = try DesktopBench()
    let first = try bench.backend("kde", Self.dark)
    let gtk = try bench.backend("gtk", Self.light)
    bench.watch.sources = ["kde", "gtk"]
    #expect(try bench.report(1) == Self.report("kde", .dark))
    bench.end(first)
    #expect(try bench.report(2) == Self.report("gtk", .light))
    bench.end(gtk)
    #expect(try bench.report(3) == nil)
    try bench.backend("kde", Self.light)
    #expect(try bench.report(4) == Self.report("kde", .light))
  }

  @Test("If a source's name gets a new owner, the old owner's reports are ignored")
  func newOwner() throws {
    let bench = try DesktopBench()
    let old = try bench.backend("kde", Self.dark)
    bench.watch.sources = ["kde"]
    #expect(try bench.report(1) == Self.report("kde", .dark))
    let new = try bench.backend(nil, Self.light)
    let connection = try #require(old.connection)
    try connection.release("org.freedesktop.impl.portal.desktop.kde", milliseconds: 1_000) {}
    try bench.serve(until: { bench.reports.count == 2 })
    try bench.own("kde", new)
    #expect(try bench.report(3) == Self.report("kde", .light))
    try old.tell("color-scheme", .uint32(1))
    try old.tell("color-scheme", .uint32(1), to: bench.connection.uniqueName)
    try new.tell("contrast", .uint32(1))
    #expect(try bench.report(4)?.style == .light)
  }

  @Test(
    "A source that leaves and returns before it replies is called only once, and its reply is used"
  )
  func comesAndGoes() throws {
    let bench = try DesktopBench()
    let backend = try bench.backend("gtk", .keeping)
    let connection = try #require(backend.connection)
    bench.watch.sources = ["gtk"]
    try bench.serve(until: { backend.asked.count == 1 })
    for _ in 0..<5 {
      try connection.release("org.freedesktop.impl.portal.desktop.gtk", milliseconds: 10_000) {}
      try bench.serve(milliseconds: 20)
      try bench.own("gtk", backend)
      try bench.serve(milliseconds: 20)
    }
    #expect(backend.asked.count == 1)
    backend.answerKept([("color-scheme", .uint32(1))])
    try bench.awaitReport(Self.report("gtk", .dark))
    // A backend that leaves after its answer and returns counts as a new backend.
    try connection.release("org.freedesktop.impl.portal.desktop.gtk", milliseconds: 10_000) {}
    try bench.awaitReport(nil)
    backend.behavior = .telling([("color-scheme", .uint32(2))])
    try bench.own("gtk", backend)
    try bench.awaitReport(Self.report("gtk", .light))
  }

  @Test("If a source stops replying, its last report stays in force")
  func stopped() throws {
    let bench = try DesktopBench(delays: .hasty)
    let kde = try bench.backend("kde", Self.dark)
    try bench.backend("gtk", Self.light)
    bench.watch.sources = ["kde", "gtk"]
    // On a slow machine, the first answer of this source may be late.
    try bench.awaitReport(Self.report("kde", .dark))
    let known = bench.reports.count
    kde.behavior = .keeping
    try bench.serve(milliseconds: 400)
    #expect(bench.reports.count == known)
  }

  @Test("nightd's calls to sources do not make the bus start them")
  func started() throws {
    let bench = try DesktopBench()
    try bench.bus.addService(
      name: "org.freedesktop.impl.portal.desktop.gtk",
      command: ["/bin/sh", "-c", "touch \(bench.home.file("started"))"]
    )
    bench.watch.sources = ["gtk"]
    #expect(try bench.report(1) == nil)
    try bench.serve(milliseconds: 100)
    #expect(bench.home.text("started") == nil)
  }
}
