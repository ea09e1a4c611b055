import Glibc
import NightCore
import NightPrograms
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

  @Test("nightd writes a value into dconf, and later restores the previous value")
  func way() throws {
    try bus.addService(name: "ca.desrt.dconf", command: [service])
    let settings = try GnomeWriterTests.Settings(bus: bus)
    #expect(try settings.write("write", "color-scheme", "'prefer-dark'").exit == .exited(0))
    #expect(try settings.get("color-scheme") == "'prefer-dark'")
    #expect(try settings.write().exit == .exited(0))
    #expect(try settings.get("color-scheme") == "'default'")
  }

  @Test("If dconf is missing or cannot write its file, nightctl reports this and records nothing")
  func missing() throws {
    let settings = try GnomeWriterTests.Settings(bus: bus)
    let done = try settings.write("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(GnomeFailure.notWritten.rawValue))
    // The message goes on with GIO's own reason if GIO's thread has already reported this reason.
    #expect(done.output.hasPrefix("color-scheme did not become 'prefer-dark'"), "\(done)")
    #expect(done.errors == "")
    #expect(settings.lines == nil)
    try bus.addService(name: "ca.desrt.dconf", command: [service])
    try settings.home.write("in the way", to: ".config/dconf")
    let refused = try settings.write("write", "color-scheme", "'prefer-dark'")
    #expect(refused.exit == .exited(GnomeFailure.notWritten.rawValue))
    #expect(settings.lines == nil)
  }

  @Test("nightd does not change a key that an administrator locked, but writes the other keys")
  func locked() throws {
    try bus.addService(name: "ca.desrt.dconf", command: [service])
    let home = bus.home
    try home.write("/org/gnome/desktop/interface/color-scheme\n", to: "db.d/locks/all")
    let settings = try settings(administrator: "color-scheme='prefer-light'")
    let done = try settings.write(
      "write",
      "color-scheme",
      "'prefer-dark'",
      "write",
      "icon-theme",
      "'x'"
    )
    #expect(done.exit == .exited(GnomeFailure.notWritten.rawValue))
    #expect(done.output == "color-scheme cannot be changed here because it is locked\n")
    #expect(settings.lines == ["icon-theme 'x' 'Adwaita'"])
    #expect(try settings.write().exit == .exited(0))
    #expect(try settings.get("icon-theme") == "'Adwaita'")
  }

  @Test("If a key is locked after nightd wrote it, the user's value returns when the lock is gone")
  func lockedLater() throws {
    try bus.addService(name: "ca.desrt.dconf", command: [service])
    let free = try GnomeWriterTests.Settings(bus: bus)
    try free.set("gtk-theme", "Mine")
    #expect(try free.write("write", "gtk-theme", "'x'").exit == .exited(0))
    try bus.home.write("/org/gnome/desktop/interface/gtk-theme\n", to: "db.d/locks/all")
    let locked = try settings(administrator: "gtk-theme='Theirs'")
    for words in [["write", "gtk-theme", "'y'"], []] {
      let done = try locked.answered(RunnerProtocol.yes, words)
      #expect(done.exit == .exited(GnomeFailure.notWritten.rawValue))
      #expect(done.output == "gtk-theme cannot be changed here because it is locked\n")
      #expect(locked.lines == ["gtk-theme 'x' 'Mine'"])
    }
    #expect(try free.write().exit == .exited(0))
    #expect(try free.get("gtk-theme") == "'Mine'")
    #expect(free.lines == nil)
  }

  @Test(
    "If dconf is still storing the user's value when nightd allows a write, the value stays",
    .enabled(if: Tool.path("dbus-monitor") != nil)
  )
  func busy() throws {
    let home = bus.home
    let command = "echo $$ >'\(home.file("service"))'; exec \(service)"
    try bus.addService(name: "ca.desrt.dconf", command: ["/bin/sh", "-c", command])
    let settings = try GnomeWriterTests.Settings(bus: bus)
    try settings.set("gtk-theme", "Old")
    let dconf = try #require(home.text("service").flatMap { Int32($0.dropLast()) })
    let monitor = try Program.start(
      "dbus-monitor",
      ["--profile", "type='method_call',path='/ca/desrt/dconf/Writer/user'"],
      environment: try bus.environment()
    )
    while try !monitor.nextLine().hasSuffix("NameLost") {}
    let nightctl = try settings.asking("write", "gtk-theme", "'x'")
    #expect(kill(dconf, SIGSTOP) == 0)
    let user = try Program.start(
      try #require(Tool.path("gsettings")),
      ["set", "org.gnome.desktop.interface", "gtk-theme", "Mine"],
      environment: settings.environment
    )
    _ = try monitor.nextLine()
    try nightctl.write("\(RunnerProtocol.yes)\n")
    _ = try monitor.nextLine()
    #expect(kill(dconf, SIGCONT) == 0)
    #expect(try user.wait() == .exited(0))
    #expect(try nightctl.wait() == .exited(GnomeFailure.outdated.rawValue))
    #expect(try settings.get("gtk-theme") == "'Mine'")
    #expect(settings.lines == nil)
  }

  @Test(
    "If the session's dconf database is read-only, nightctl says that `color-scheme` is locked"
  )
  func readOnly() throws {
    try bus.addService(name: "ca.desrt.dconf", command: [service])
    let settings = try settings(administrator: "color-scheme='prefer-light'", userDatabase: "")
    let done = try settings.write("write", "color-scheme", "'prefer-dark'")
    #expect(done.exit == .exited(GnomeFailure.notWritten.rawValue))
    #expect(done.output == "color-scheme cannot be changed here because it is locked\n")
    #expect(settings.lines == nil)
  }

  @Test(
    "nightd restores a key to the user's earlier value, or else to the administrator's default",
    arguments: [nil, "'default'", "'prefer-light'"] as [String?]
  )
  func defaults(own: String?) throws {
    try bus.addService(name: "ca.desrt.dconf", command: [service])
    let settings = try settings(administrator: "color-scheme='prefer-light'")
    if let own { try settings.set("color-scheme", own) }
    #expect(try settings.write("write", "color-scheme", "'prefer-dark'").exit == .exited(0))
    #expect(try settings.get("color-scheme") == "'prefer-dark'")
    #expect(try settings.write().exit == .exited(0))
    #expect(try settings.get("color-scheme") == own ?? "'prefer-light'")
    // Without a dconf profile, there is only the user's own database.
    let environment = settings.environment.filter { $0.key != "DCONF_PROFILE" }
    let stored = try Program.run("dconf", ["dump", "/"], environment: environment)
    #expect(stored.output.contains("color-scheme") == (own == "'default'"), "\(stored)")
  }

  @Test(
    "If nightd changes several dconf keys, other programs see all changes at the same time",
    .enabled(if: Tool.path("dbus-monitor") != nil && Tool.path("dbus-send") != nil)
  )
  func once() throws {
    try bus.addService(name: "ca.desrt.dconf", command: [service])
    let settings = try GnomeWriterTests.Settings(bus: bus)
    let monitor = try Program.start(
      "dbus-monitor",
      ["--profile", "interface='ca.desrt.dconf.Writer'", "interface='org.example.End'"],
      environment: try bus.environment()
    )
    while try !monitor.nextLine().hasSuffix("NameLost") {}
    let done = try settings.write(
      "write",
      "color-scheme",
      "'prefer-dark'",
      "write",
      "gtk-theme",
      "'x'",
      "write",
      "icon-theme",
      "'x'"
    )
    #expect(done.exit == .exited(0), "\(done)")
    _ = try Program.run(
      "dbus-send",
      ["--type=signal", "/", "org.example.End.End"],
      environment: try bus.environment()
    )
    var members: [Substring] = []
    while members.last != "End" {
      members += try monitor.nextLine().split(separator: "\t").suffix(1)
    }
    #expect(members == ["Change", "Notify", "End"])
  }

  /// Returns settings for which an administrator has set defaults.
  private func settings(
    administrator defaults: String,
    userDatabase: String = "user-db:user\n"
  ) throws -> GnomeWriterTests.Settings {
    let home = bus.home
    try home.write("[org/gnome/desktop/interface]\n\(defaults)\n", to: "db.d/all")
    try home.write("\(userDatabase)file-db:\(home.file("db"))\n", to: "profile")
    let made = try Program.run(
      "dconf",
      ["compile", home.file("db"), home.file("db.d")],
      environment: try bus.environment()
    )
    try #require(made.exit == .exited(0), "\(made)")
    let profile = ["DCONF_PROFILE": home.file("profile")]
    return try GnomeWriterTests.Settings(bus: bus, adding: profile)
  }
}

private let service = "/usr/libexec/dconf-service"
