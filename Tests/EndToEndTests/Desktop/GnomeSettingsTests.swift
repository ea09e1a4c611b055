import Glibc
import NightBus
import TestSupport
import Testing

/// nightd, together with nightctl and with the program that reports the desktop's settings.
@Suite("GNOME's settings")
struct GnomeSettingsTests {
  private static let schema = "/usr/share/glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"
  private static let hasSettings = Tool.path("gsettings") != nil && access(schema, R_OK) == 0
  private static let hasBackend = hasSettings && GtkBackend.skipReason == nil

  private static let settings = ["GSETTINGS_BACKEND": "keyfile", "XDG_DATA_DIRS": "/usr/share"]
  private let desk: Desk
  private let caller: Caller

  init() throws {
    desk = try Desk()
    caller = try Caller(desk)
  }

  private var environment: [String: String] { desk.environment.merging(Self.settings) { $1 } }

  private func gsettings(_ verb: String, _ words: String...) throws -> String {
    let all = [verb, "org.gnome.desktop.interface"] + words
    let done = try Program.run("gsettings", all, environment: environment)
    try #require(done.exit == .exited(0), "\(done)")
    return String(done.output.dropLast())
  }

  /// Sets the style as gsettings does, but without the time that a process needs to start.
  ///
  /// nightd writes a few hundredths of a second after its last read, or later on a loaded machine.
  /// nightd's write overwrites a flip that comes between this read and the write.
  private func flip(_ scheme: String) throws {
    let file = ".config/glib-2.0/settings/keyfile"
    let lines = (desk.home.text(file) ?? "").split(separator: "\n").map {
      $0.hasPrefix("color-scheme=") ? "color-scheme='\(scheme)'" : String($0)
    }
    try #require(lines.contains("color-scheme='\(scheme)'"))
    try desk.home.write(lines.joined(separator: "\n") + "\n", to: file + ".new")
    try #require(rename(desk.home.file(file + ".new"), desk.home.file(file)) == 0)
  }

  private func scheme() throws -> String { try gsettings("get", "color-scheme") }

  /// Checks the condition repeatedly until it is true; fails after 20 seconds.
  private func until(
    at place: SourceLocation = #_sourceLocation,
    _ isSo: () throws -> Bool
  ) throws {
    if try becomesTrue(isSo) { return }
    let (style, scheme, desktop) = (try style() ?? "", try scheme(), try caller.desktop())
    let reactions = try caller.reactions()
    try #require(
      Bool(false),
      "\(style), \(scheme), \(desktop), \(reactions)",
      sourceLocation: place
    )
  }

  private func awaitSource(_ source: String) throws {
    try until { try caller.desktop()["source"]?.asString == source }
  }

  /// Returns once no nightctl runs, and both GNOME's settings and nightd have this style.
  private func awaitRest(_ scheme: String, _ word: String) throws {
    try until {
      try caller.reactions().allSatisfy { $0["running"]?.asBool == false }
        && self.scheme() == scheme && caller.desktop()["style"]?.asString == word
    }
  }

  private func style() throws -> String? {
    try caller.call(.style, "Get").get().first?.asString
  }

  /// Chooses the style, even if a schedule or the desktop decides now.
  private func choose(_ style: String) throws {
    let options = BusValue.options([("always", .boolean(true))])
    _ = try caller.call(.control, "Set", [.string(style), options]).get()
  }

  /// Starts the daemon and the source of the desktop's settings.
  private func start(_ source: String) throws -> [AnyObject] {
    var programs: [AnyObject] = [try desk.startDaemon(adding: Self.settings)]
    if source == "gtk" {
      let screen = try Screen(desk)
      programs += [screen, try GtkBackend(desk, on: screen)]
    }
    try awaitSource(source)
    return programs
  }

  @Test(
    "After 200 changes, GSettings has the last style, and nightd does not react to its own writes",
    .enabled(if: hasBackend, "xdg-desktop-portal-gtk, Xvfb or gsettings are missing"),
    arguments: ["gsettings", "gtk"]
  )
  func flips(source: String) throws {
    let programs = try start(source)
    for flip in 0..<200 {
      let word = flip.isMultiple(of: 2) ? "light" : "dark"
      try choose(word)
      // nightd writes only some of these styles to GNOME's settings, and never the same style twice
      // in a row. If the styles were set faster than the disk stores them, nightd might not write
      // any of them.
      if flip > 0, flip.isMultiple(of: 51) { try awaitRest("'prefer-\(word)'", word) }
    }
    try awaitRest("'prefer-dark'", "dark")
    #expect(try style() == "dark")
    let history = try caller.history(1_000)
    #expect(history.allSatisfy { $0["by"]?.asString == "caller" })
    // If more than a hundred changes come in a second, the history drops some.
    #expect((100...200).contains(history.count), "\(history.count)")
    #expect(try caller.desktop()["ignored"]?.asBool == false)
    let report = try #require(try caller.reactions().first)
    #expect(report["failed"]?.asBool == false)
    let runs = try #require(report["runs"]?.asUInt64)
    #expect((3..<200).contains(runs))
    print("\(source): 200 flips, \(runs) runs, skipped \(report["skipped"]?.asUInt64 ?? 0)")
    withExtendedLifetime(programs) {}
  }

  /// A fake backend named xapp replaces Cinnamon's portal backend, which reads org.x.apps.portal.
  @Test(
    "Cinnamon's switch and nightd follow each other; `programs off` restores the old value",
    .enabled(
      if: hasSettings && Tool.path("glib-compile-schemas") != nil,
      "gsettings, its schemas or glib-compile-schemas are missing"
    )
  )
  func xapp() throws {
    let folder = ".local/share/glib-2.0/schemas"
    try desk.home.write(
      """
      <schemalist>
        <enum id="org.x.apps.portal.color-schemes">
          <value nick="default" value="0"/>
          <value nick="prefer-dark" value="1"/>
          <value nick="prefer-light" value="2"/>
        </enum>
        <schema id="org.x.apps.portal" path="/org/x/apps/portal/">
          <key name="color-scheme" enum="org.x.apps.portal.color-schemes">
            <default>"default"</default>
          </key>
        </schema>
      </schemalist>
      """,
      to: folder + "/org.x.apps.portal.gschema.xml"
    )
    let compiled = try Program.run(
      "glib-compile-schemas",
      [desk.home.file(folder)],
      environment: environment
    )
    try #require(compiled.exit == .exited(0), "\(compiled)")
    func cinnamon(_ verb: String, _ words: String...) throws -> String {
      let all = [verb, "org.x.apps.portal", "color-scheme"] + words
      let done = try Program.run("gsettings", all, environment: environment)
      try #require(done.exit == .exited(0), "\(done)")
      return String(done.output.dropLast())
    }
    try desk.startDaemon(adding: Self.settings)
    let xapp = try MadeUpDesktop(desk, "xapp", [("color-scheme", .uint32(0))])
    try awaitSource("xapp")
    try choose("dark")
    try until { try cinnamon("get") == "'prefer-dark'" && scheme() == "'prefer-dark'" }
    // The backend reports nightd's own write, which does not count as the user's choice.
    xapp.tell("color-scheme", .uint32(1))
    try until { try caller.desktop()["style"]?.asString == "dark" }
    #expect(try caller.history(10).allSatisfy { $0["by"]?.asString == "caller" })
    // The user flips Cinnamon's switch: nightd takes the flip as a choice, and writes only GNOME's
    // switch.
    _ = try cinnamon("set", "prefer-light")
    xapp.tell("color-scheme", .uint32(2))
    try until { try style() == "light" && scheme() == "'prefer-light'" }
    #expect(try cinnamon("get") == "'prefer-light'")
    #expect(try caller.history(1).first?["by"]?.asString == "desktop")
    // When nightd changes the style again, Cinnamon's switch follows again.
    try choose("dark")
    try until { try cinnamon("get") == "'prefer-dark'" && scheme() == "'prefer-dark'" }
    xapp.tell("color-scheme", .uint32(1))
    try desk.nightctl("programs", "off", "gnome")
    try until { try cinnamon("get") == "'prefer-light'" && scheme() == "'default'" }
    withExtendedLifetime(xapp) {}
  }

  @Test(
    "`nightctl programs` lists GNOME's keys that nightd wrote, and `programs off` restores them",
    .enabled(if: hasSettings, "gsettings or its schemas are missing")
  )
  func listed() throws {
    let programs = try start("gsettings")
    func lines() throws -> [String] {
      let done = try desk.nightctl("programs", adding: Self.settings)
      let all = done.output.split(separator: "\n").map { $0.split(separator: " ") }
      // The list of updates comes first, and one of the updates is also called gnome.
      let rest = all.drop { $0.first != "gnome" || !["by", "off:"].contains($0.dropFirst().first) }
      return (rest.prefix(1) + rest.dropFirst().prefix { $0.first == "wrote" })
        .map { $0.joined(separator: " ") }
    }
    let title = "gnome by itself: GNOME's settings, which GTK, libadwaita and portals read"
    #expect(try lines() == [title])
    try choose("dark")
    try awaitRest("'prefer-dark'", "dark")
    let after = try lines()
    #expect(after.first == title)
    #expect(after.contains("wrote color-scheme"), "\(after)")
    try desk.nightctl("programs", "off", "gnome", adding: Self.settings)
    try until { try self.scheme() == "'default'" }
    try until { try lines().map { $0.prefix(10) } == ["gnome off:"] }
    withExtendedLifetime(programs) {}
  }

  @Test(
    "If a person flips the desktop's switch, the style follows, and nightd leaves the switch alone",
    .enabled(if: hasSettings, "gsettings or its schemas are missing")
  )
  func person() throws {
    let programs = try start("gsettings")
    try choose("dark")
    try awaitRest("'prefer-dark'", "dark")
    for (scheme, style) in [
      ("prefer-light", "light"), ("prefer-dark", "dark"), ("default", "light"),
    ] {
      _ = try gsettings("set", "color-scheme", scheme)
      try until { try self.style() == style }
    }
    try until { try caller.reactions().allSatisfy { $0["running"]?.asBool == false } }
    #expect(try caller.history(3).allSatisfy { $0["by"]?.asString == "desktop" })
    withExtendedLifetime(programs) {}
  }

  @Test(
    "A style that is set right after a flip of the desktop's switch is written to GNOME's settings",
    .enabled(if: hasSettings, "gsettings or its schemas are missing")
  )
  func setAfterFlip() throws {
    let programs = try start("gsettings")
    // If the switch undid more of nightd's changes in such a short time, nightd would ignore the
    // switch.
    for _ in 0..<3 {
      try choose("dark")
      try until { try caller.desktop()["style"]?.asString == "dark" }
      try flip("prefer-light")
      try until { try style() == "light" }
      try choose("dark")
      try awaitRest("'prefer-dark'", "dark")
    }
    withExtendedLifetime(programs) {}
  }

  @Test(
    "A theme that is chosen during two quick flips of GNOME's switch is written to the settings",
    .enabled(if: hasSettings, "gsettings or its schemas are missing")
  )
  func themeDuringFlips() throws {
    let programs = try start("gsettings")
    try choose("dark")
    try awaitRest("'prefer-dark'", "dark")
    // Each quick flip doubles the quiet period, so that the last two flips and the choice of the
    // theme fit into one period.
    for word in ["light", "dark", "light", "dark", "light", "dark"] {
      try flip("prefer-\(word)")
      try until { try style() == word }
    }
    try flip("prefer-light")
    try desk.nightctl("prefs", "write", "gtk-theme.dark", "A dark one")
    // Meanwhile nightd tries to write the theme, before the next flip.
    for _ in 0..<32 { _ = try style() }
    try flip("prefer-dark")
    try until { try gsettings("get", "gtk-theme") == "'A dark one'" }
    #expect(try style() == "dark")
    withExtendedLifetime(programs) {}
  }

  @Test(
    "After two quick flips of the desktop's switch, the style of the second flip stays",
    .enabled(if: hasBackend, "xdg-desktop-portal-gtk, Xvfb or gsettings are missing"),
    arguments: ["gsettings", "gtk"]
  )
  func flipAndBack(source: String) throws {
    // These themes have no dark variant, so that nightd writes no other key during the test.
    // Without dconf, gsettings rewrites all keys in one file, so its write of a theme would restore
    // an older style.
    for key in ["gtk-theme", "icon-theme"] { _ = try gsettings("set", key, "Alone") }
    let programs = try start(source)
    try choose("dark")
    try awaitRest("'prefer-dark'", "dark")
    for round in 0..<12 {
      let (first, last) =
        round.isMultiple(of: 2) ? ("default", "prefer-dark") : ("prefer-dark", "default")
      try flip(first)
      // In each iteration, the second flip comes at a different moment of nightd's work on the
      // first flip.
      for _ in 0..<round * 16 { _ = try style() }
      try flip(last)
      let word = last == "prefer-dark" ? "dark" : "light"
      try until {
        try self.style() == word && caller.reactions().allSatisfy { $0["running"]?.asBool == false }
          && (word == "dark") == (scheme() == "'prefer-dark'")
      }
    }
    withExtendedLifetime(programs) {}
  }

  @Test(
    "`nightctl set system` restores the user's settings that nightd had overwritten",
    .enabled(if: hasSettings, "gsettings or its schemas are missing")
  )
  func back() throws {
    _ = try gsettings("set", "color-scheme", "prefer-light")
    let programs = try start("gsettings")
    #expect(try caller.reactions().isEmpty)
    try desk.nightctl("prefs", "write", "gtk-theme.dark", "A dark one")
    // Here the desktop has decided the style, which is light.
    try desk.nightctl("set", "dark", "--always")
    try awaitRest("'prefer-dark'", "dark")
    #expect(try gsettings("get", "gtk-theme") == "'A dark one'")
    try desk.nightctl("set", "system")
    try awaitRest("'prefer-light'", "light")
    #expect(try style() == "light")
    try until { try gsettings("get", "gtk-theme") == "'Adwaita'" }
    try desk.nightctl("set", "dark", "--always")
    try awaitRest("'prefer-dark'", "dark")
    try desk.nightctl("programs", "off", "gnome")
    try awaitRest("'prefer-light'", "light")
    #expect(try gsettings("get", "gtk-theme") == "'Adwaita'")
    #expect(try style() == "dark")
    #expect(desk.home.list(Desk.storeFolder).contains("gsettings.json") == false)
    #expect(try caller.history(1_000).allSatisfy { $0["by"]?.asString != "desktop" })
    withExtendedLifetime(programs) {}
  }

  @Test(
    "`nightctl set system` keeps the style that the user last set with the desktop's switch",
    .enabled(if: hasSettings, "gsettings or its schemas are missing")
  )
  func lastFlip() throws {
    _ = try gsettings("set", "color-scheme", "prefer-dark")
    let programs = try start("gsettings")
    try choose("light")
    try awaitRest("'prefer-light'", "light")
    for (scheme, style) in [("prefer-dark", "dark"), ("prefer-light", "light")] {
      _ = try gsettings("set", "color-scheme", scheme)
      try until { try self.style() == style }
    }
    try desk.nightctl("set", "system")
    try until {
      try caller.reactions().allSatisfy { $0["running"]?.asBool == false }
        && desk.home.list(Desk.storeFolder).contains("gsettings.json") == false
    }
    #expect(try scheme() == "'prefer-light'")
    #expect(try style() == "light")
    withExtendedLifetime(programs) {}
  }

  @Test(
    "If nightd could not write a setting, `nightctl programs` shows the error",
    .enabled(if: hasSettings, "gsettings or its schemas are missing")
  )
  func failed() throws {
    let programs = try start("gsettings")
    try desk.home.write("in the way", to: Desk.storeFolder + "/gsettings.json/file")
    try choose("dark")
    try until { try caller.reactions().first?["failed"]?.asBool == true }
    let lines = try desk.nightctl("programs").output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("gnome  ") == true)
    let why = "failed: could not save the earlier values of GNOME's settings"
    #expect(lines.first?.contains(why) == true)
    #expect(lines.dropFirst().first?.hasPrefix("    ") == true)
    #expect(try scheme() == "'default'")
    withExtendedLifetime(programs) {}
  }
}
