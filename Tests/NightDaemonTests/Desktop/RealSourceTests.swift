import Glibc
import NightBus
import NightCore
import NightDaemon
import TestSupport
import Testing

/// Tests with the real programs on this machine.
@Suite("Real sources")
struct RealSourceTests {
  private static let dconf = "/usr/libexec/dconf-service"
  private static let schema = "/usr/share/glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"

  private static let hasSettings =
    Tool.path("gsettings") != nil && TemporaryFolder.isThere(schema)

  private static func environment(_ bus: PrivateBus, _ kind: String) throws -> [String: String] {
    try bus.environment().merging([
      "XDG_DATA_DIRS": "/usr/share", "GSETTINGS_BACKEND": kind,
    ]) { $1 }
  }

  private static func set(
    _ key: String,
    _ value: String,
    of schema: String = "org.gnome.desktop.interface",
    _ environment: [String: String]
  ) throws {
    let done = try Program.run("gsettings", ["set", schema, key, value], environment: environment)
    try #require(done.exit == .exited(0), "\(done)")
  }

  @Test(
    "nightd follows GTK's backend as soon as it appears, including changes made with gsettings",
    .enabled(
      if: hasSettings && GtkBackend.skipReason == nil,
      "\(GtkBackend.skipReason ?? "gsettings or its schemas are missing")"
    )
  )
  func portal() throws {
    let bus = try PrivateBus()
    let bench = try DesktopBench(bus: bus, environment: ["GSETTINGS_BACKEND": "memory"])
    bench.watch.sources = ["kde", "gtk", "gsettings"]
    #expect(try bench.report(1) == nil)
    let screen = try Screen(bus)
    let backend = try GtkBackend(bus, on: screen)
    // A newer backend also reports contrast and accent.
    func style(_ count: Int) throws -> Style? {
      let report = try bench.report(count)
      #expect(report?.source == "gtk")
      return report?.style
    }
    #expect(try style(2) == nil)
    try backend.turn("prefer-dark")
    #expect(try style(3) == .dark)
    try backend.turn("prefer-light")
    #expect(try style(4) == .light)
    backend.program.killGroup()
    #expect(try bench.report(5) == nil)
    #expect(bench.logged == [])
    withExtendedLifetime(screen) {}
  }

  @Test(
    "Without a portal backend, gsettings reports the same values with every GSettings backend",
    .enabled(
      if: hasSettings && Tool.path(dconf) != nil,
      "gsettings, the schemas or dconf are missing"
    ),
    arguments: ["keyfile", "dconf"]
  )
  func program(kind: String) throws {
    let bus = try PrivateBus()
    try bus.addService(name: "ca.desrt.dconf", command: [Self.dconf])
    let environment = try Self.environment(bus, kind)
    let bench = try DesktopBench(bus: bus, programEnvironment: environment, delays: DesktopDelays())
    bench.watch.sources = ["gtk", "gsettings"]
    let start = try #require(try bench.report(1))
    #expect(start.source == "gsettings")
    #expect(start.style == nil)
    #expect(start.isHighContrast == false)
    #expect(start.isMotionReduced == false)
    try Self.set("color-scheme", "prefer-dark", environment)
    #expect(try bench.report(2)?.style == .dark)
    try Self.set(
      "high-contrast",
      "true",
      of: "org.gnome.desktop.a11y.interface",
      environment
    )
    #expect(try bench.report(3)?.isHighContrast == true)
    try Self.set("enable-animations", "false", environment)
    #expect(try bench.report(4)?.isMotionReduced == true)
    #expect(bench.logged == [])
  }
}

extension TemporaryFolder {
  fileprivate static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
