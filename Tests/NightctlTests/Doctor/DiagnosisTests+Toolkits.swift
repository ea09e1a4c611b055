@testable import nightctl
import NightCore
import Testing

/// Findings about running programs that use Qt, GTK 3, Chromium or Electron.
extension DiagnosisTests {
  private static let qtFile = "/home/ada/.config/environment.d/60-nightd-qt.conf"

  private static func qt(
    _ version: String,
    _ theme: QtTheme?,
    hasKvantum: Bool = false,
    isKde: Bool = false,
    isWatching: Bool = true
  ) -> QtProgram {
    QtProgram(
      name: "paint",
      version: version,
      theme: theme,
      hasKvantum: hasKvantum,
      isKde: isKde,
      isWatching: isWatching
    )
  }

  static let ofToolkits: [Case] = [
    Case("all Qt programs follow", [.qtRunning]) {
      $0.toolkits.ctWritten = [5]
      $0.toolkits.qt = [qt("5.15.8", .ct), qt("5.15.8", .kde)]
    },
    Case("a Qt 6 program has no platform theme", [.qtRunning], "sudo apt-get install qt6ct") {
      $0.toolkits.qt = [qt("6.4.2", nil)]
    },
    Case("Qt programs of both versions", [.qtRunning], "sudo apt-get install qt5ct qt6ct") {
      $0.toolkits.qt = [qt("6.4.2", .gtk3), qt("5.15.8", nil)]
    },
    Case("qt6ct is installed", [.qtRunning], qtFile) {
      $0.toolkits.qtThemes = [6: [.ct]]
      $0.toolkits.qt = [qt("6.4.2", nil)]
    },
    Case("only Qt 5 programs run", [.qtRunning], qtFile) {
      $0.toolkits.qtThemes = [5: [.ct]]
      $0.toolkits.qt = [qt("5.15.8", nil)]
    },
    Case("a program of KDE", [.qtRunning], "sudo apt-get install plasma-integration") {
      $0.toolkits.qt = [qt("5.15.8", nil, isKde: true)]
    },
    Case("a program of KDE, with KDE's platform theme installed", [.qtRunning], qtFile) {
      $0.toolkits.qtThemes = [5: [.kde]]
      $0.toolkits.qt = [qt("5.15.8", nil, isKde: true)]
    },
    Case(
      "a program of KDE beside another one",
      [.qtRunning],
      "sudo apt-get install plasma-integration"
    ) {
      $0.toolkits.qt = [qt("5.15.8", .ct, isKde: true), qt("5.15.8", nil)]
    },
    Case(
      "a program of KDE runs and qt6ct is installed",
      [.qtTheme, .qtRunning],
      "sudo apt-get install plasma-integration"
    ) {
      $0.session.qtTheme = nil
      $0.toolkits.qtThemes = [5: [.ct], 6: [.ct]]
      $0.toolkits.qt = [qt("5.15.8", nil, isKde: true), qt("6.4.2", nil)]
    },
    Case("a program of KDE is installed, with KDE's platform theme and qt6ct", [.qtTheme], qtFile) {
      $0.session.qtTheme = nil
      $0.toolkits.hasKde = true
      $0.toolkits.qtThemes = [5: [.ct, .kde], 6: [.ct]]
    },
    Case("kde is off", [.qtTheme, .qtRunning], qtFile) {
      $0.session.qtTheme = nil
      $0.toolkits.programsOff = ["kde"]
      $0.toolkits.qtThemes = [5: [.ct], 6: [.ct]]
      $0.toolkits.qt = [qt("5.15.8", nil, isKde: true)]
    },
    Case("GTK 3 programs have a theme without a twin", [.gtkThemeAlone], gnomeThemes) {
      $0.toolkits.gtk.programs = ["mousepad"]
      $0.toolkits.gtk.lonely = lonely("Adwaita")
    },
    Case("a theme has no twin, but no GTK 3 program runs", []) {
      $0.toolkits.gtk.lonely = lonely("Adwaita")
    },
    Case(
      "another dark theme is installed",
      [.gtkThemeAlone],
      "nightctl prefs write gtk-theme.dark 'Deep Sea'"
    ) {
      $0.toolkits.gtk.programs = ["mousepad"]
      $0.toolkits.gtk.lonely = lonely("Nordic", "Deep Sea")
    },
    Case(
      "no dark theme is installed",
      [.gtkThemeAlone],
      gnomeThemes + " && nightctl prefs write gtk-theme.dark Adwaita-dark"
    ) {
      $0.toolkits.gtk.programs = ["mousepad"]
      $0.toolkits.gtk.lonely = lonely("Nordic")
    },
    Case("a file is read-only", [.settingsBlocked]) {
      $0.toolkits.settingsProblems = ["/home/ann/.gtkrc-2.0 is left alone: it is read-only"]
    },
    Case("a program that is off still has nightd's line", [.lineRemains]) {
      $0.toolkits.remainingLines = [.init(path: "/home/ann/kitty.conf", line: "include x")]
    },
    Case("two shells are not on", [.shellUntold], "nightctl programs on dms end-4") {
      $0.toolkits.untoldShells = ["dms", "end-4"]
    },
    Case("all programs are off", [.programsOff], "nightctl prefs delete programs-off") {
      $0.toolkits.programsOff = ["all"]
    },
    Case("one program is off", []) {
      $0.toolkits.programsOff = ["kde"]
    },
    Case("X11 has no settings daemon", [.gtkNoDaemon], "sudo apt-get install xsettingsd") {
      $0.toolkits.gtk.programs = ["mousepad"]
      $0.toolkits.gtk.isX11 = true
    },
    Case("X11 has a settings daemon", []) {
      $0.toolkits.gtk.programs = ["mousepad"]
      $0.toolkits.gtk.isX11 = true
      $0.toolkits.gtk.hasDaemon = true
    },
    Case("nightd can start xsettingsd", []) {
      $0.toolkits.gtk.programs = ["mousepad"]
      $0.toolkits.gtk.isX11 = true
      $0.toolkits.gtk.hasXsettingsd = true
    },
    Case("X11 without a settings daemon, but no GTK 3 program runs", []) {
      $0.toolkits.gtk.isX11 = true
    },
    Case(
      "Wayland without a store for GNOME's settings",
      [.gtkNoDaemon],
      "sudo apt-get install dconf-gsettings-backend && systemctl --user restart nightd"
    ) {
      $0.toolkits.gtk.programs = ["mousepad"]
      $0.daemon.gnome.hasDconf = false
    },
    Case("Chromium runs", [.electronRunning]) {
      $0.toolkits.web = [WebProgram(name: "chromium", isElectron: false, version: "156.0")]
    },
    Case("Qt's own value is better served by qt6ct", [.qtTheme], qtFile) {
      $0.session.qtTheme = nil
      $0.toolkits.qtThemes = [6: [.ct]]
    },
    Case("qt6ct is installed and named", []) {
      $0.session.qtTheme = "qt6ct"
      $0.toolkits.qtThemes = [6: [.ct]]
    },
    Case("qt6ct is named, but gnome is off", [.qtTheme]) {
      $0.session.qtTheme = "qt6ct"
      $0.toolkits.qtThemes = [6: [.ct]]
      $0.toolkits.programsOff = ["qt6ct"]
    },
    Case("KDE's platform theme is installed and named", []) {
      $0.session.qtTheme = "kde"
      $0.toolkits.qtThemes = [6: [.kde]]
    },
  ]

  private static let gnomeThemes = "sudo apt-get install gnome-themes-extra"

  private static func lonely(_ name: String, _ substitute: String? = nil) -> LonelyTheme {
    LonelyTheme(name: name, origin: "GNOME's settings", missing: .dark, substitute: substitute)
  }

  @Test(
    "The doctor reports which running programs follow the style, and which do not",
    arguments: ofToolkits
  )
  func toolkits(row: Case) { Self.check(row) }

  @Test(
    "A Qt program's platform theme, version and start time decide whether the program follows",
    arguments: [
      (qt("5.15.8", .ct), QtBehaviour.ct), (qt("6.4.2", .ct), .ctUnwritten),
      (qt("5.15.8", .ct, isWatching: false), .ctEarly), (qt("5.15.8", .kde), .kde),
      (qt("6.11.0", .kde), .kde), (qt("5.15.8", .ct, hasKvantum: true), .kvantum),
      (qt("5.15.8", nil, hasKvantum: true), .kvantum), (qt("6.11.0", .gtk3), .gtk3),
      (qt("6.11.0", .portal), .portal), (qt("6", .portal), .portal),
      (qt("6.4.2", .portal), .noStyle),
      (qt("5.15.8", .portal), .noStyle), (qt("6.4.2", nil), .noStyle),
      (qt("5.15.8", nil, isKde: true), .kdeColours), (qt("5.15.8", .ct, isKde: true), .kdeColours),
      (qt("6.4.2", .other), .untried),
    ]
  )
  func behaviour(program: QtProgram, expected: QtBehaviour) {
    var facts = DoctorFacts.healthy
    facts.toolkits.ctWritten = [5]
    #expect(Diagnosis(facts).behaviour(of: program) == expected)
    facts.toolkits.programsOff = ["qt5ct", "qt6ct", "kde"]
    let isByGnome = [.ct, .ctEarly, .ctUnwritten, .kde].contains(expected)
    #expect(Diagnosis(facts).behaviour(of: program) == (isByGnome ? .switchedOff : expected))
  }

  @Test(
    "If the session already has a platform theme, the doctor only advises to restart Qt programs"
  )
  func restart() {
    var facts = DoctorFacts.healthy
    facts.session.qtTheme = "qt6ct"
    facts.toolkits.qtThemes = [6: [.ct]]
    facts.toolkits.qt = [Self.qt("6.4.2", nil)]
    let finding = Diagnosis(facts).findings.first
    #expect(finding?.remedy == nil)
    #expect(finding?.means.contains("Restart the other programs") == true)
  }

  @Test(
    "Findings about running programs are not treated as problems, and add no step to the advice"
  )
  func information() {
    var facts = DoctorFacts.healthy
    facts.toolkits.qt = [Self.qt("6.4.2", nil)]
    facts.toolkits.gtk.programs = ["mousepad"]
    facts.toolkits.gtk.isX11 = true
    let diagnosis = Diagnosis(facts)
    #expect(diagnosis.findings.map(\.code) == [.gtkNoDaemon, .qtRunning])
    #expect(diagnosis.problems == [])
    #expect(diagnosis.leftToDo(after: []) == [])
  }

  @Test(
    "The major version of Chromium or Electron decides how it follows the style",
    arguments: [
      (true, "39.1.2", WebBehaviour.inverted), (true, "42", .inverted), (true, "38.8.6", .live),
      (true, "27.0.0", .live), (true, "26.6.10", .late), (true, "23.3.13", .deaf),
      (true, nil, .unknown), (false, "156.0.8078.108", .live), (false, "113.0", .deaf),
      (false, nil, .live),
    ] as [(Bool, String?, WebBehaviour)]
  )
  func web(isElectron: Bool, version: String?, expected: WebBehaviour) {
    let program = WebProgram(name: "x", isElectron: isElectron, version: version)
    #expect(program.behaviour == expected)
  }
}
