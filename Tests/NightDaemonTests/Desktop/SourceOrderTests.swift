import NightBus
import NightCore
import NightDaemon
import NightValues
import TestSupport
import Testing

@Suite("Which source counts")
struct SourceOrderTests {
  private static let dark = MadeUpBackend.Behavior.telling([("color-scheme", .uint32(1))])
  private static let light = MadeUpBackend.Behavior.telling([("color-scheme", .uint32(2))])

  private static func report(_ source: String, _ style: Style) -> DesktopReport {
    DesktopReport(source: source, style: style)
  }

  @Test("the first of those listed that is there, whoever else is")
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

  @Test("where there is none, that is told once")
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
    "one that refuses, or knows no color-scheme, is passed over, and counts once it tells of it",
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

  @Test("one that does not answer is passed over after a while, and counts once it does")
  func late() throws {
    let bench = try DesktopBench(pace: .hasty)
    let kde = try bench.backend("kde", .keeping)
    try bench.backend("gtk", Self.light)
    let start = ContinuousClock.now
    bench.watch.sources = ["kde", "gtk"]
    // On a busy machine the other one is late as well.
    try bench.awaitReport(Self.report("gtk", .light))
    #expect(.now - start >= .milliseconds(DesktopPace.hasty.patience), "it was asked a moment ago")
    try bench.serve(until: { !kde.kept.isEmpty })
    kde.answerKept([("color-scheme", .uint32(1))])
    try bench.awaitReport(Self.report("kde", .dark))
  }

  @Test("one that comes later takes over where it stands before, and while it is asked none does")
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

  @Test("one that goes is followed by the next, by nobody, and by itself when it comes again")
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

  @Test("a name that changes hands is asked of its new owner, and the old one's word is void")
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

  @Test("one that comes and goes while it is asked is asked once, and its answer counts")
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
    // Once it has answered it is another one when it comes again.
    try connection.release("org.freedesktop.impl.portal.desktop.gtk", milliseconds: 10_000) {}
    try bench.awaitReport(nil)
    backend.behavior = .telling([("color-scheme", .uint32(2))])
    try bench.own("gtk", backend)
    try bench.awaitReport(Self.report("gtk", .light))
  }

  @Test("a source that answers no more keeps what it said")
  func stopped() throws {
    let bench = try DesktopBench(pace: .hasty)
    let kde = try bench.backend("kde", Self.dark)
    try bench.backend("gtk", Self.light)
    bench.watch.sources = ["kde", "gtk"]
    // On a busy machine it is late itself at first.
    try bench.awaitReport(Self.report("kde", .dark))
    let known = bench.reports.count
    kde.behavior = .keeping
    try bench.serve(milliseconds: 400)
    #expect(bench.reports.count == known)
  }

  @Test("nobody is started")
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
