import NightCore
import NightPrograms
import Testing

@Suite("Programs for GTK and X11")
struct GtkProgramTests {
  private static let ini = "/home/ann/.config/gtk-3.0/settings.ini"
  private static let daemonFile = "/home/ann/.config/xsettingsd/xsettingsd.conf"
  private static let themes = ["/usr/share/themes": ["Adwaita-dark", "Arc", "Arc-Dark", "Lone"]]
  private static let themeFiles = [
    "/usr/share/themes/Adwaita-dark/gtk-3.0/gtk.css", "/usr/share/themes/Arc/gtk-3.0/gtk.css",
    "/usr/share/themes/Arc-Dark/gtk-3.0/gtk.css", "/usr/share/themes/Lone/gtk-3.0/gtk.css",
    "/usr/share/themes/Lone/gtk-3.0/gtk-dark.css",
  ]

  private func context(
    _ style: Style = .dark,
    files: [String] = themeFiles,
    own: [String: String] = [:],
    environment: [String: String] = [:],
    preferences: [String: String] = [:],
    running: Set<String> = [],
    programs: Set<String> = [],
    text: String? = nil
  ) -> ProgramContext {
    ProgramContext(
      ColorScheme(builtIn: style == .dark ? "midnight" : "daylight", style: style),
      BaseFolders { $0 == "HOME" ? "/home/ann" : nil },
      preferences: preferences,
      environment: { environment[$0] },
      exists: { files.contains($0) },
      text: { _ in text },
      programExists: { programs.contains($0) },
      usersValue: { own[$1.name] },
      names: { Self.themes[$0] ?? [] },
      isProcess: { name, _ in running.contains(name) }
    )
  }

  private func wanted(_ name: String, _ context: ProgramContext) throws -> WantedProgram {
    try ShippedPrograms.program(name).wanted(context)
  }

  /// The settings that are written for a program, each as `KEY VALUE`.
  private func lines(_ name: String, _ context: ProgramContext) throws -> [String] {
    try wanted(name, context).settings.map { "\($0.key.name) \($0.value ?? "-")" }
  }

  @Test(
    "If the user's theme has no variant, settings.ini gets GTK's key for dark colours instead",
    arguments: [
      ([:], .dark, ["gtk-theme-name Adwaita-dark"]),
      ([:], .light, ["gtk-theme-name Adwaita"]),
      (["gtk-theme-name": "Arc"], .dark, ["gtk-theme-name Arc-Dark"]),
      (["gtk-theme-name": "Arc-Dark"], .light, ["gtk-theme-name Arc"]),
      // The user's own theme has no dark variant with a name of its own, but contains dark colours.
      (["gtk-theme-name": "Lone"], .dark, ["gtk-application-prefer-dark-theme 1"]),
      (["gtk-theme-name": "Other"], .dark, []),
      (
        ["gtk-theme-name": "Arc", "gtk-application-prefer-dark-theme": "1"], .light,
        ["gtk-theme-name Arc", "gtk-application-prefer-dark-theme 0"]
      ),
    ] as [([String: String], Style, [String])]
  )
  func settings(own: [String: String], style: Style, expected: [String]) throws {
    let context = context(style, files: Self.themeFiles + [Self.ini], own: own)
    #expect(try lines("gtk", context) == expected)
  }

  @Test("Without gnome-themes-extra, GTK 3 has no Adwaita-dark, so the key for dark colours is set")
  func plain() throws {
    let context = context(files: [Self.ini])
    #expect(try lines("gtk", context) == ["gtk-application-prefer-dark-theme 1"])
  }

  @Test("The user's preferences override the theme that nightd finds, and can set a cursor theme")
  func chosenNames() throws {
    let context = context(
      files: [Self.ini],
      own: ["gtk-theme-name": "Other"],
      preferences: ["gtk-theme.dark": "Mine", "cursor-theme.dark": "Bones"]
    )
    #expect(
      try lines("gtk", context) == ["gtk-theme-name Mine", "gtk-cursor-theme-name Bones"]
    )
  }

  @Test(
    "nightd writes GTK's files only in sessions in which no desktop sets the theme itself",
    arguments: [
      ("sway", true), ("", true), ("GNOME", false), ("ubuntu:GNOME", false), ("XFCE", false),
    ]
  )
  func wanted(desktop: String, isWanted: Bool) throws {
    let context = context(files: [Self.ini], environment: ["XDG_CURRENT_DESKTOP": desktop])
    #expect(try wanted("gtk", context).isWanted == isWanted)
  }

  @Test("If a machine has no toolkits and none of their files, no program is changed automatically")
  func nothing() throws {
    let wanted = try ShippedPrograms.names().filter { name in
      let program = try ShippedPrograms.program(name)
      return try program.followsItself && program.wanted(context(files: [])).isWanted
    }
    #expect(wanted == [])
  }

  @Test("A running xsettingsd gets quoted names, and then SIGHUP, so that it reads its file again")
  func xsettingsd() throws {
    let context = context(
      files: Self.themeFiles + [Self.daemonFile],
      own: ["Net/ThemeName": #""Arc""#, "Gtk/ApplicationPreferDarkTheme": "0"],
      running: ["xsettingsd"]
    )
    let program = try wanted("xsettings", context)
    #expect(program.isWanted)
    #expect(
      try lines("xsettings", context)
        == [#"Net/ThemeName "Arc-Dark""#, "Gtk/ApplicationPreferDarkTheme 1"]
    )
    #expect(program.announcements == [.signal(.hup, programs: ["xsettingsd"])])
  }

  @Test("If xsettingsd's file has no theme, xsettingsd gets the theme from GTK's own file")
  func xsettingsdBesideGtk() throws {
    let context = context(
      files: Self.themeFiles + [Self.daemonFile],
      own: ["gtk-theme-name": "Arc"],
      running: ["xsettingsd"]
    )
    #expect(try lines("xsettings", context) == [#"Net/ThemeName "Arc-Dark""#])
  }

  @Test(
    "Before nightd removes a theme name or ends xsettingsd, xsettingsd announces the user's theme",
    arguments: [
      ([:], ["Net/ThemeName \"Adwaita\""]),
      (["gtk-theme-name": "Arc"], ["Net/ThemeName \"Arc\""]),
      (["Net/ThemeName": "\"Arc\""], ["Net/ThemeName \"Arc\""]),
    ] as [([String: String], [String]?)]
  )
  func parting(own: [String: String], lines: [String]?) throws {
    let context = context(
      files: Self.themeFiles + [Self.daemonFile],
      own: own,
      environment: ["DISPLAY": ":1"],
      running: ["xsettingsd"],
      programs: ["dump_xsettings"],
      text: "Net/ThemeName \"Arc-Dark\"\n"
    )
    let parting = try wanted("xsettings", context).parting
    #expect(parting?.settings.map { "\($0.key.name) \($0.value ?? "-")" } == lines)
    guard let lines, let parting else { return }
    #expect(parting.announcements.first == .signal(.hup, programs: ["xsettingsd"]))
    guard case .run(let arguments, _, _)? = parting.announcements.last else {
      Issue.record("expected a command that waits")
      return
    }
    #expect(arguments.suffix(lines.count) == lines[...])
    // After the user's values are restored, another SIGHUP would make xsettingsd drop the theme's
    // name.
    #expect(!parting.restorations.contains(.signal(.hup, programs: ["xsettingsd"])))
  }

  @Test(
    "xsettingsd is started only under X11, if neither a desktop nor another settings daemon runs",
    arguments: [
      (["DISPLAY": ":1"], [], ["xsettingsd"], true),
      (["DISPLAY": ":1"], [], [], false),
      (["DISPLAY": ":1"], ["gsd-xsettings"], ["xsettingsd"], false),
      (["DISPLAY": ":1"], ["mate-settings-daemon"], ["xsettingsd"], false),
      (["DISPLAY": ":1", "WAYLAND_DISPLAY": "wayland-1"], [], ["xsettingsd"], false),
      (["DISPLAY": ":1", "XDG_CURRENT_DESKTOP": "XFCE"], [], ["xsettingsd"], false),
      ([:], [], ["xsettingsd"], false),
    ] as [([String: String], Set<String>, Set<String>, Bool)]
  )
  func start(
    environment: [String: String],
    running: Set<String>,
    programs: Set<String>,
    isWanted: Bool
  ) throws {
    let context = context(environment: environment, running: running, programs: programs)
    #expect(try wanted("xsettings", context).isWanted == isWanted)
  }

  @Test("xsettingsd is started only if it has a setting to announce; without a file, it would end")
  func startForNothing() throws {
    func isUntold(_ files: [String], _ own: [String: String]) throws -> Bool {
      let context = context(
        files: files,
        own: own,
        environment: ["DISPLAY": ":1"],
        programs: ["xsettingsd"]
      )
      let program = try wanted("xsettings", context)
      #expect(program.isWanted)
      return program.isUntold
    }
    #expect(try !isUntold([], [:]))
    #expect(try isUntold(Self.themeFiles + [Self.daemonFile], ["Net/ThemeName": #""Arc""#]))
  }

  @Test("nightd makes no user file for xsettingsd that would hide a system-wide file")
  func systemFile() throws {
    let context = context(
      files: ["/etc/xdg/xsettingsd/xsettingsd.conf"],
      environment: ["DISPLAY": ":1"],
      programs: ["xsettingsd"]
    )
    #expect(try !wanted("xsettings", context).isWanted)
  }

  @Test("nightd sets the theme of Xfce's settings daemon with xfconf-query")
  func xfce() throws {
    let context = context(
      own: ["Net/ThemeName": "Arc"],
      environment: ["DISPLAY": ":1"],
      running: ["xfsettingsd"],
      programs: ["xfconf-query"]
    )
    #expect(try wanted("xfconf", context).isWanted)
    #expect(try lines("xfconf", context) == ["Net/ThemeName Arc-Dark"])
  }

  @Test(
    "Xfce's panel and frames change only if the user set them, and frames only if a variant exists"
  )
  func frames() throws {
    let files = ["Arc", "Arc-Dark"].map { "/usr/share/themes/\($0)/xfwm4/themerc" }
    for (own, expected) in [
      (
        ["general/theme": "Arc", "panels/dark-mode": "false"],
        ["general/theme Arc-Dark", "panels/dark-mode true"]
      ),
      (["general/theme": "Lone"], []),
      ([:], []),
    ] as [([String: String], [String])] {
      let lines = try lines("xfconf", context(files: files, own: own))
      #expect(lines.filter { !$0.hasPrefix("Net/") } == expected)
    }
  }
}
