import Glibc
import NightBus
import TestSupport
import Testing

/// Programs that follow automatically, tested with the real programs of X11 on a screen in memory.
///
/// The tests run one after another, since nightd starts no settings daemon while another one runs.
@Suite("Programs that need a display", .serialized)
struct FollowerScreenTests {
  private static let file = ".config/xsettingsd/xsettingsd.conf"
  private static let hasDaemon =
    Screen.skipReason == nil && Tool.path("xsettingsd") != nil && Tool.path("dump_xsettings") != nil
  private static let hasResources = Screen.skipReason == nil && Tool.path("xrdb") != nil
  private static let xfconfd = "/usr/lib/x86_64-linux-gnu/xfce4/xfconf/xfconfd"
  private static let hasXfce =
    hasDaemon && Tool.path("xfsettingsd") != nil && Tool.path(xfconfd) != nil

  private static var isAlone: Bool {
    // pgrep exits with 1 if no process has one of the names.
    daemons()?.exit == .exited(1)
  }

  /// The settings daemons of this user, as pgrep prints them.
  private static func daemons() -> (exit: Program.Exit, lines: String)? {
    let names = "^(xf?settingsd|(gsd|csd)-xsettings|mate-settings-d|kded[56])$"
    let found = try? Program.run(
      "pgrep",
      ["-a", "-u", "\(geteuid())", names],
      environment: ["PATH": Tool.searchPath]
    )
    return found.map { ($0.exit, $0.output) }
  }

  /// Waits until X11 programs see this theme, and otherwise reports which settings daemons run.
  private func awaitTheme(_ name: String, at place: SourceLocation = #_sourceLocation) throws {
    try programs.until(at: place) {
      try shown("Net/ThemeName") == "\"\(name)\""
    } facts: {
      "\(screen.display): \(Self.daemons()?.lines ?? "")"
    }
  }

  private let programs: FollowerDesk
  private let screen: Screen
  private var desk: Desk { programs.desk }

  init() throws {
    let desk = try Desk()
    programs = try FollowerDesk(desk)
    screen = try Screen(desk)
    programs.variables["DISPLAY"] = screen.display
    programs.variables["NO_AT_BRIDGE"] = "1"
  }

  /// The value that X11 programs see, as `dump_xsettings` prints it; nil without a settings daemon.
  private func shown(_ name: String) throws -> String? {
    let lines = try programs.output("dump_xsettings")?.split(separator: "\n")
    return lines?.first { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
  }

  // MARK: - xrdb

  @Test(
    "X resources get the theme's colours, and `programs off` restores the user's colours",
    .enabled(if: hasResources, "Xvfb or xrdb is missing"),
    arguments: [".Xresources", ".Xdefaults"]
  )
  func resources(file: String) throws {
    let user = "! mine\n*background: #123456\nURxvt*color1:\t#010203\nXft.dpi: 96\n"
    try desk.home.write(user, to: file)
    #expect(try programs.output("xrdb", "-merge", desk.home.file(file)) != nil)
    func background() throws -> String? {
      try programs.output("xrdb", "-query")?.split(separator: "\n")
        .first { $0.hasPrefix("*background:") }?.split(separator: "\t").last.map(String.init)
    }
    #expect(try background() == "#123456")
    try programs.startDaemon()
    try programs.nightctl("set", "dark")
    #expect(try programs.line("xresources")?.contains(" off") == true)
    #expect(desk.home.text(file) == user)
    try programs.nightctl("programs", "on", "xresources")
    try programs.until { try background() != "#123456" }
    let dark = try background()
    #expect(desk.home.text(file)?.contains("*background: \(dark ?? "-")\n") == true)
    #expect(desk.home.text(file)?.hasSuffix("\nXft.dpi: 96\n") == true)
    try programs.nightctl("set", "light")
    try programs.until { try background() != dark }
    try programs.nightctl("programs", "off", "xresources")
    try programs.until { try background() == "#123456" }
    #expect(desk.home.text(file) == user)
  }

  // MARK: - xsettingsd

  @Test(
    "If the user set no theme, `programs off` announces GTK 3's configured theme, or else Adwaita",
    .enabled(if: hasDaemon, "Xvfb or xsettingsd is missing"),
    arguments: [nil, "Lone"]
  )
  func off(fallback: String?) throws {
    let user = "# mine\nNet/CursorBlink 1\n"
    try desk.home.write(user, to: Self.file)
    if let fallback {
      try desk.home.write(
        "[Settings]\ngtk-theme-name=\(fallback)\n",
        to: ".config/gtk-3.0/settings.ini"
      )
    }
    let daemon = try Program.start(
      "xsettingsd",
      environment: programs.environment,
      standardError: .null
    )
    try programs.startDaemon()
    try programs.until { try shown("Net/CursorBlink") == "1" }
    try programs.nightctl("prefs", "write", "gtk-theme.dark", "Lone-dark")
    try programs.nightctl("set", "dark")
    try awaitTheme("Lone-dark")
    #expect(desk.home.text(Self.file) == user + "Net/ThemeName \"Lone-dark\"\n")
    try programs.nightctl("programs", "off", "xsettings")
    try programs.until { desk.home.text(Self.file) == user }
    // A running window changes only if it gets a different theme name, because it ignores the
    // removal of a name.
    let name = "\"\(fallback ?? "Adwaita")\""
    #expect(try shown("Net/ThemeName") == name)
    #expect(daemon.exit == nil)
  }

  @Test(
    "`programs off` ends the xsettingsd that nightd started, and no other process",
    .enabled(if: hasDaemon, "Xvfb or xsettingsd is missing"),
    .enabled(if: isAlone, "a settings daemon of this user runs, so nightd would not start another")
  )
  func started() throws {
    let record = ".local/state/nightd/programs/xsettingsd"
    // An earlier test's settings daemon, on a screen with the same number, may still be ending.
    try #require(becomesTrue { Self.isAlone })
    // These stubs make the machine look as if it had no systemd for the user.
    try programs.addProgram("systemd-run", "exit 1\n")
    try programs.addProgram("systemctl", "exit 1\n")
    try programs.startDaemon()
    try programs.nightctl("prefs", "write", "gtk-theme.dark", "Lone-dark")
    try programs.nightctl("set", "dark")
    try awaitTheme("Lone-dark")
    let id = try #require(desk.home.text(record)?.split(separator: " ").first.flatMap { Int32($0) })
    // The recorded start time no longer fits, so nightctl must conclude that the process ID belongs
    // to another process.
    let line = try #require(desk.home.text(record))
    try desk.home.write("\(id) 1\n", to: record)
    try programs.nightctl("programs", "off", "xsettings")
    try programs.until { desk.home.text(record) == nil && desk.home.text(Self.file) == nil }
    #expect(kill(id, 0) == 0)
    // The file exists again, so nightd writes it although an xsettingsd runs.
    try desk.home.write("Net/ThemeName \"Lone\"\n", to: Self.file)
    try programs.nightctl("programs", "on", "xsettings")
    try programs.until { desk.home.text(Self.file) == "Net/ThemeName \"Lone-dark\"\n" }
    try desk.home.write(line, to: record)
    try programs.nightctl("programs", "off", "xsettings")
    // Once an xsettingsd has ended, its settings are gone.
    try programs.until { try shown("Net/ThemeName") == nil && desk.home.text(record) == nil }
    #expect(desk.home.text(Self.file) == "Net/ThemeName \"Lone\"\n")
  }

  @Test(
    "`programs off` ends the xsettingsd that nightd started, even if no file has nightd's values",
    .enabled(if: hasDaemon, "Xvfb or xsettingsd is missing"),
    .enabled(if: isAlone, "a settings daemon of this user runs, so nightd would not start another")
  )
  func startedForNothing() throws {
    try #require(becomesTrue { Self.isAlone })
    try programs.addProgram("systemd-run", "exit 1\n")
    try programs.addProgram("systemctl", "exit 1\n")
    try desk.home.write("Net/ThemeName \"Lone\"\n", to: Self.file)
    try programs.startDaemon()
    try programs.nightctl("set", "dark")
    try awaitTheme("Lone-dark")
    try programs.nightctl("set", "light")
    try awaitTheme("Lone")
    try programs.nightctl("programs", "off", "xsettings", "gtk")
    #expect(try shown("Net/ThemeName") == nil)
    #expect(access(desk.home.file(".local/state/nightd/programs/record.json"), F_OK) != 0)
    #expect(desk.home.text(Self.file) == "Net/ThemeName \"Lone\"\n")
  }

  // MARK: - Xfce

  @Test(
    "Xfce's settings follow the style, and `programs off` restores each of the user's values",
    .enabled(if: hasXfce, "Xvfb, xsettingsd, xfconfd or xfsettingsd is missing")
  )
  func xfce() throws {
    try desk.bus.addService(name: "org.xfce.Xfconf", command: [Self.xfconfd])
    programs.variables["XDG_CURRENT_DESKTOP"] = "XFCE"
    func value(_ channel: String, _ key: String) throws -> String? {
      try programs.output("xfconf-query", "-c", channel, "-p", key)
    }
    func add(_ channel: String, _ key: String, _ type: String, _ value: String) throws {
      let words = ["-c", channel, "-p", key, "-n", "-t", type, "-s", value]
      let done = try Program.run("xfconf-query", words, environment: programs.environment)
      try #require(done.exit == .exited(0), "\(done)")
    }
    try add("xsettings", "/Net/ThemeName", "string", "Lone")
    try add("xfwm4", "/general/theme", "string", "Lone")
    try add("xfce4-panel", "/panels/dark-mode", "bool", "false")
    let daemon = try Program.start(
      "xfsettingsd",
      ["--no-daemon"],
      environment: programs.environment,
      standardError: .null
    )
    try awaitTheme("Lone")
    try programs.startDaemon()
    for (style, theme, isDark) in [
      ("dark", "Lone-dark", "true"), ("light", "Lone", "false"), ("dark", "Lone-dark", "true"),
    ] {
      try programs.nightctl("set", style)
      try programs.until { try shown("Net/ThemeName") == "\"\(theme)\"" }
      try programs.until {
        try value("xfwm4", "/general/theme") == theme
          && value("xfce4-panel", "/panels/dark-mode") == isDark
      }
      #expect(try value("xsettings", "/Net/ThemeName") == theme)
    }
    try programs.nightctl("programs", "off", "xfconf")
    try awaitTheme("Lone")
    try programs.until {
      try value("xfwm4", "/general/theme") == "Lone"
        && value("xfce4-panel", "/panels/dark-mode") == "false"
    }
    #expect(daemon.exit == nil)
  }
}
