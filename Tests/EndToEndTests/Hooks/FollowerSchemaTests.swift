import Glibc
import TestSupport
import Testing

/// Desktops that keep their theme names in GSettings.
///
/// The tests use MATE, with those keys of its schemas that nightd writes.
@Suite(
  "Desktops with settings in GSettings",
  .serialized,
  .enabled(if: SchemaTools.areHere, SchemaTools.missing)
)
struct FollowerSchemaTests {
  private static let folder = ".local/share/glib-2.0/schemas"

  private let programs: FollowerDesk
  private var desk: Desk { programs.desk }

  init() throws {
    programs = try FollowerDesk(try Desk())
    programs.variables = ["GSETTINGS_BACKEND": "keyfile", "DISPLAY": ":99"]
    for theme in FollowerDesk.themes {
      try desk.home.write("", to: ".themes/\(theme)/metacity-1/metacity-theme-1.xml")
    }
    try programs.addProgram("mate-session", "read line\n")
    try addSchemas("gtk-theme", "icon-theme")
  }

  /// Makes MATE's schemas; `keys` are the keys of `org.mate.interface`.
  private func addSchemas(_ keys: String...) throws {
    func schema(_ name: String, _ keys: [String]) -> String {
      let keys = keys.map { "<key name=\"\($0)\" type=\"s\"><default>'Menta'</default></key>" }
      let path = name.split(separator: ".").joined(separator: "/")
      return "<schema id=\"\(name)\" path=\"/\(path)/\">\(keys.joined())</schema>"
    }
    try desk.home.write(
      "<schemalist>\(schema("org.mate.interface", keys))"
        + "\(schema("org.mate.Marco.general", ["theme"]))</schemalist>",
      to: Self.folder + "/org.mate.gschema.xml"
    )
    _ = try #require(try programs.output("glib-compile-schemas", desk.home.file(Self.folder)))
  }

  /// Makes the schemas of GNOME's and of Cinnamon's switch.
  private func addSwitches() throws {
    let values = ["default", "prefer-dark", "prefer-light"].enumerated().map { index, name in
      "<value nick=\"\(name)\" value=\"\(index)\"/>"
    }
    for name in ["org.gnome.desktop.interface", "org.x.apps.portal"] {
      try addSchema(
        name,
        key: "name=\"color-scheme\" enum=\"\(name).scheme\"",
        "'default'",
        before: "<enum id=\"\(name).scheme\">\(values.joined())</enum>"
      )
    }
  }

  /// Makes a schema with one key; `key` are the key's attributes.
  private func addSchema(
    _ name: String,
    key: String,
    _ value: String,
    before: String = ""
  ) throws {
    let path = name.split(separator: ".").joined(separator: "/")
    try desk.home.write(
      "<schemalist>\(before)<schema id=\"\(name)\" path=\"/\(path)/\"><key \(key)>"
        + "<default>\(value)</default></key></schema></schemalist>",
      to: "\(Self.folder)/\(name).gschema.xml"
    )
    _ = try #require(try programs.output("glib-compile-schemas", desk.home.file(Self.folder)))
  }

  private func value(_ schema: String, _ key: String) throws -> String? {
    try programs.output("gsettings", "get", schema, key)
  }

  private func set(_ schema: String, _ key: String, _ value: String) throws {
    _ = try #require(try programs.output("gsettings", "set", schema, key, value))
  }

  /// The names of GTK's theme and of the frames' theme.
  private func themes() throws -> [String?] {
    [
      try value("org.mate.interface", "gtk-theme"), try value("org.mate.Marco.general", "theme"),
    ]
  }

  private func startSession() throws -> TestSupport.Program {
    let session = try Program.start(
      desk.home.file("bin/mate-session"),
      [],
      environment: programs.environment,
      input: .pipe
    )
    try programs.startDaemon()
    return session
  }

  @Test("MATE's themes follow nightd's style, and `programs off` restores the user's values")
  func mate() throws {
    try set("org.mate.interface", "gtk-theme", "Lone")
    try set("org.mate.Marco.general", "theme", "Lone")
    let session = try startSession()
    for (style, theme) in [("dark", "'Lone-dark'"), ("light", "'Lone'"), ("dark", "'Lone-dark'")] {
      try programs.nightctl("set", style)
      try programs.until {
        try themes() == [theme, theme]
      } facts: {
        "\(try themes())"
      }
    }
    // Menta has no dark variant here, so the icon theme stays Menta.
    #expect(try value("org.mate.interface", "icon-theme") == "'Menta'")
    let line = try programs.line("mate") ?? ""
    #expect(line.contains("by itself"), "\(line)")
    try programs.nightctl("programs", "off", "mate")
    try programs.until { try themes() == ["'Lone'", "'Lone'"] }
    #expect(session.exit == nil)
  }

  @Test(
    "If the wanted theme is the schema's default, nightd resets the key instead of setting it"
  )
  func reset() throws {
    for theme in ["Menta", "Menta-dark"] {
      try desk.home.write("", to: ".themes/\(theme)/gtk-3.0/gtk.css")
    }
    let session = try startSession()
    try programs.nightctl("set", "dark")
    try programs.until { try value("org.mate.interface", "gtk-theme") == "'Menta-dark'" }
    try programs.nightctl("set", "light")
    try programs.until { try value("org.mate.interface", "gtk-theme") == "'Menta'" }
    let stored = desk.home.text(".config/glib-2.0/settings/keyfile") ?? ""
    #expect(!stored.contains("Menta"), "\(stored)")
    #expect(session.exit == nil)
  }

  @Test(
    "If the user never chose a wallpaper, `off` resets its key, so that a new default can apply"
  )
  func wallpaper() throws {
    try desk.home.write(
      "<schemalist><schema id=\"org.mate.background\" path=\"/org/mate/background/\">"
        + "<key name=\"picture-filename\" type=\"s\"><default>'/usual.png'</default></key>"
        + "</schema></schemalist>",
      to: "\(Self.folder)/org.mate.background.gschema.xml"
    )
    _ = try #require(try programs.output("glib-compile-schemas", desk.home.file(Self.folder)))
    try desk.home.write("", to: "night.png")
    let session = try startSession()
    func picture() throws -> String? { try value("org.mate.background", "picture-filename") }
    try programs.nightctl("set", "dark")
    try programs.nightctl("prefs", "write", "wallpaper.dark", desk.home.file("night.png"))
    try programs.nightctl("programs", "on", "wallpaper")
    try programs.until { try picture() == "'\(desk.home.file("night.png"))'" }
    let off = try programs.nightctl("programs", "off", "wallpaper")
    #expect(off.output.contains("Restores your wallpaper\n"), "\(off)")
    try programs.until { try picture() == "'/usual.png'" }
    let stored = desk.home.text(".config/glib-2.0/settings/keyfile") ?? ""
    #expect(!stored.contains("picture-filename"), "\(stored)")
    #expect(session.exit == nil)
  }

  @Test(
    "If the user sets a theme, nightd switches between its variants; `off` restores this theme"
  )
  func chosen() throws {
    try set("org.mate.interface", "gtk-theme", "Lone")
    for theme in ["Menta", "Menta-dark"] {
      try desk.home.write("", to: ".themes/\(theme)/gtk-3.0/gtk.css")
    }
    let session = try startSession()
    try programs.nightctl("set", "dark")
    try programs.until { try value("org.mate.interface", "gtk-theme") == "'Lone-dark'" }
    try set("org.mate.interface", "gtk-theme", "Menta")
    try programs.nightctl("set", "light")
    try programs.nightctl("set", "dark")
    try programs.until { try value("org.mate.interface", "gtk-theme") == "'Menta-dark'" }
    try programs.nightctl("programs", "off", "mate")
    try programs.until { try value("org.mate.interface", "gtk-theme") == "'Menta'" }
    #expect(session.exit == nil)
  }

  @Test("If the user resets a key to a default that nightd had written, `off` keeps the default")
  func resetByUser() throws {
    try set("org.mate.interface", "gtk-theme", "Lone")
    let session = try startSession()
    try programs.nightctl("prefs", "write", "gtk-theme.dark", "Menta")
    try programs.nightctl("set", "dark")
    try programs.until { try value("org.mate.interface", "gtk-theme") == "'Menta'" }
    _ = try #require(try programs.output("gsettings", "reset", "org.mate.interface", "gtk-theme"))
    try programs.nightctl("programs", "off", "mate")
    #expect(try value("org.mate.interface", "gtk-theme") == "'Menta'")
    #expect(session.exit == nil)
  }

  @Test("If the installed schema lacks a key, nightd skips the key silently and sets the others")
  func missingKey() throws {
    try addSchemas("gtk-theme")
    try set("org.mate.interface", "gtk-theme", "Lone")
    let session = try startSession()
    try programs.nightctl("prefs", "write", "icon-theme.dark", "Papirus-Dark")
    try programs.nightctl("set", "dark")
    try programs.until { try value("org.mate.interface", "gtk-theme") == "'Lone-dark'" }
    #expect(try desk.nightctl(["programs", "apply"], adding: programs.variables).errors == "")
    #expect(session.exit == nil)
  }

  /// GIO's backend for files writes the whole file, so a second writer could undo the first one's
  /// change.
  private func holdLock() throws -> TestSupport.Program {
    let holder = try Program.start(
      "flock",
      [desk.home.file(".local/state/nightd/gsettings.lock"), "sh", "-c", "echo held; read line"],
      environment: programs.environment,
      input: .pipe
    )
    #expect(try holder.nextLine() == "held")
    return holder
  }

  @Test(
    "If the user sets a key just before nightctl writes it, `off` restores the value that was set"
  )
  func setMeanwhile() throws {
    let key = ("org.mate.Marco.general", "theme")
    try set(key.0, key.1, "Lone")
    let session = try startSession()
    try programs.nightctl("set", "dark")
    try programs.until { try value(key.0, key.1) == "'Lone-dark'" }
    try programs.nightctl("programs", "apply")
    let holder = try holdLock()
    try set(key.0, key.1, "Lone")
    let record = desk.home.text(".local/state/nightd/programs/record.json")
    let update = try Program.start(
      Built.nightctl,
      ["programs", "apply"],
      environment: programs.environment
    )
    // Before nightctl waits for the lock, it records what it will write.
    try programs.until { desk.home.text(".local/state/nightd/programs/record.json") != record }
    try set(key.0, key.1, "Third")
    holder.killGroup()
    _ = try holder.wait()
    #expect(try update.wait() == .exited(0))
    #expect(try value(key.0, key.1) == "'Lone-dark'")
    try programs.nightctl("programs", "off", "mate")
    #expect(try value(key.0, key.1) == "'Third'")
    #expect(session.exit == nil)
  }

  @Test(
    "While one nightctl writes GNOME's settings, another nightctl writes nothing into GSettings"
  )
  func locked() throws {
    try set("org.mate.Marco.general", "theme", "Lone")
    let session = try startSession()
    try programs.nightctl("set", "dark")
    try programs.until { try value("org.mate.Marco.general", "theme") == "'Lone-dark'" }
    let other = try holdLock()
    try set("org.mate.Marco.general", "theme", "Lone")
    let refused = try desk.nightctl(["programs", "apply"], adding: programs.variables)
    #expect(refused.errors.contains("gsettings.lock"), "\(refused)")
    #expect(try value("org.mate.Marco.general", "theme") == "'Lone'")
    other.killGroup()
    _ = try other.wait()
    try programs.nightctl("programs", "apply")
    #expect(try value("org.mate.Marco.general", "theme") == "'Lone-dark'")
    #expect(session.exit == nil)
  }

  /// GIO's backend for files writes the whole file, so two backends in one process would undo each
  /// other's changes.
  @Test(
    "GNOME's switch and Cinnamon's switch are each set and reset, even if one file stores the two"
  )
  func switches() throws {
    try addSwitches()
    func words() throws -> [String?] {
      [
        try value("org.gnome.desktop.interface", "color-scheme"),
        try value("org.x.apps.portal", "color-scheme"),
      ]
    }
    try programs.startDaemon()
    for word in ["prefer-dark", "prefer-light", "prefer-dark"] {
      try programs.nightctl("set", word == "prefer-dark" ? "dark" : "light")
      try programs.until {
        try words() == ["'\(word)'", "'\(word)'"]
      } facts: {
        "\(try words())"
      }
    }
    try programs.nightctl("undo")
    let stored = desk.home.text(".config/glib-2.0/settings/keyfile") ?? ""
    #expect(!stored.contains("color-scheme"), "\(stored)")
  }

  @Test("After a login to another desktop, `undo` restores that desktop's switch too")
  func otherDesktop() throws {
    try addSwitches()
    try set("org.x.apps.portal", "color-scheme", "prefer-light")
    let daemon = try programs.startDaemon()
    try programs.nightctl("set", "dark")
    func word() throws -> String? { try value("org.x.apps.portal", "color-scheme") }
    try programs.until { try word() == "'prefer-dark'" }
    daemon.expectEnd()
    daemon.send(signal: SIGTERM)
    _ = try daemon.wait()
    programs.variables["XDG_CURRENT_DESKTOP"] = "X-Cinnamon"
    try programs.startDaemon()
    try programs.until { try programs.nightctl("status").output.contains("xapp") }
    try programs.nightctl("undo")
    #expect(try word() == "'prefer-light'")
  }

  @Test(
    "If the desktop's settings program sets a theme just after a style change, this theme stays"
  )
  func clickThenTheme() throws {
    try addSwitches()
    try set("org.mate.interface", "gtk-theme", "Lone")
    for theme in ["Menta", "Menta-dark"] {
      try desk.home.write("", to: ".themes/\(theme)/gtk-3.0/gtk.css")
    }
    let session = try startSession()
    try programs.nightctl("set", "dark")
    try programs.until { try value("org.mate.interface", "gtk-theme") == "'Lone-dark'" }
    let scheme = "org.gnome.desktop.interface"
    try programs.until { try value(scheme, "color-scheme") == "'prefer-dark'" }
    // As one page of settings does, without a pause between the two.
    let click = try Program.run(
      "sh",
      [
        "-c",
        "gsettings set \(scheme) color-scheme prefer-light; "
          + "gsettings set org.mate.interface gtk-theme Menta",
      ],
      environment: programs.environment
    )
    #expect(click.exit == .exited(0))
    try programs.until { try programs.nightctl("get").output == "light\n" }
    try programs.nightctl("programs", "apply")
    #expect(try value("org.mate.interface", "gtk-theme") == "'Menta'")
    try programs.nightctl("programs", "off", "mate")
    #expect(try value("org.mate.interface", "gtk-theme") == "'Menta'")
    #expect(session.exit == nil)
  }

  @Test(
    "On Budgie, nightd sets Budgie's switch, and follows even a flip from before nightd's start"
  )
  func budgie() throws {
    try addSwitches()
    let panel = "com.solus-project.budgie-panel"
    try addSchema(panel, key: "name=\"dark-theme\" type=\"b\"", "true")
    try programs.addProgram("budgie-session", "exit 0\n")
    programs.variables["XDG_CURRENT_DESKTOP"] = "Budgie:GNOME"
    var daemon = try programs.startDaemon()
    for (style, isDark) in [("light", "false"), ("dark", "true"), ("light", "false")] {
      try programs.nightctl("set", style)
      try programs.until { try value(panel, "dark-theme") == isDark }
    }
    try set(panel, "dark-theme", "true")
    try programs.until { try programs.nightctl("get").output == "dark\n" }
    // The switch copies itself to GNOME's switch; a late copy is not a choice.
    try set("org.gnome.desktop.interface", "color-scheme", "prefer-light")
    daemon.expectEnd()
    daemon.send(signal: SIGTERM)
    _ = try daemon.wait()
    try set(panel, "dark-theme", "false")
    daemon = try programs.startDaemon()
    try programs.until { try programs.nightctl("get").output == "light\n" }
    #expect(try value(panel, "dark-theme") == "false")
    try programs.nightctl("undo")
    #expect(try value(panel, "dark-theme") == "true")
  }

  @Test("Outside a MATE session, nightd does not change the user's values in MATE's settings")
  func noSession() throws {
    try set("org.mate.interface", "gtk-theme", "Lone")
    try programs.startDaemon()
    try programs.nightctl("set", "dark")
    try programs.nightctl("programs", "apply")
    #expect(try value("org.mate.interface", "gtk-theme") == "'Lone'")
  }
}

private enum SchemaTools {
  static let areHere = Tool.path("glib-compile-schemas") != nil && Tool.path("gsettings") != nil
  static let missing: Comment = "glib-compile-schemas or gsettings is missing"
}
