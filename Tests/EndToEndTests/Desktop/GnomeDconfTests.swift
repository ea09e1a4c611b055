import Glibc
import NightCore
import TestSupport
import Testing

/// Tests with the real dconf, which most machines have.
@Suite(
  "nightctl programs gnome, with dconf",
  .enabled(
    if: GnomeWriterTests.hasSettings && Tool.path(service) != nil && Tool.path("dconf") != nil,
    "gsettings, the schemas or dconf are missing"
  )
)
struct GnomeDconfTests {
  private let bus: PrivateBus

  init() throws { bus = try PrivateBus() }

  @Test("A value is written and restored")
  func way() throws {
    try bus.addService(name: "ca.desrt.dconf", command: [service])
    let settings = try GnomeWriterTests.Settings(bus: bus)
    #expect(try settings.mirror("write", "color-scheme", "'prefer-dark'").exit == .exited(0))
    #expect(try settings.get("color-scheme") == "'prefer-dark'")
    #expect(try settings.mirror().exit == .exited(0))
    #expect(try settings.get("color-scheme") == "'default'")
  }

  @Test("If dconf is missing or cannot write its file, this is reported, and no value is kept")
  func missing() throws {
    let settings = try GnomeWriterTests.Settings(bus: bus)
    let done = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(GnomeFailure.notWritten.rawValue))
    #expect(done.output == "color-scheme did not become 'prefer-dark'\n")
    #expect(settings.lines == nil)
    try bus.addService(name: "ca.desrt.dconf", command: [service])
    try settings.home.write("in the way", to: ".config/dconf")
    let refused = try settings.mirror("write", "color-scheme", "'prefer-dark'")
    #expect(refused.exit == .exited(GnomeFailure.notWritten.rawValue))
    #expect(settings.lines == nil)
  }

  @Test("A key that an administrator locked stays unchanged, and the other keys are written")
  func locked() throws {
    try bus.addService(name: "ca.desrt.dconf", command: [service])
    let home = bus.home
    try home.write("/org/gnome/desktop/interface/color-scheme\n", to: "db.d/locks/all")
    try home.write("[org/gnome/desktop/interface]\ncolor-scheme='prefer-light'\n", to: "db.d/all")
    try home.write("user-db:user\nfile-db:\(home.file("db"))\n", to: "profile")
    let made = try Program.run(
      "dconf",
      ["compile", home.file("db"), home.file("db.d")],
      environment: try bus.environment()
    )
    try #require(made.exit == .exited(0), "\(made)")
    let profile = ["DCONF_PROFILE": home.file("profile")]
    let settings = try GnomeWriterTests.Settings(bus: bus, adding: profile)
    let done = try settings.mirror(
      "write",
      "color-scheme",
      "'prefer-dark'",
      "write",
      "icon-theme",
      "'x'"
    )
    #expect(done.exit == .exited(GnomeFailure.notWritten.rawValue))
    #expect(done.output == "color-scheme may not be changed here: it is locked\n")
    #expect(settings.lines == ["icon-theme 'x' 'Adwaita'"])
    #expect(try settings.mirror().exit == .exited(0))
    #expect(try settings.get("icon-theme") == "'Adwaita'")
  }
}

private let service = "/usr/libexec/dconf-service"
