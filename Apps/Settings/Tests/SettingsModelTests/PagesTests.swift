import Testing

@testable import SettingsModel

struct PagesTests {
  @Test("Programs that are not installed appear only in a search")
  func search() {
    var settings = Samples.settings([
      (
        .programs,
        .programs(
          ProgramsReport(
            programs: [Samples.program("foot"), Samples.program("rio", isInstalled: false)],
            updates: []
          )
        )
      )
    ])
    func names() -> [String] {
      settings.programsPage(Samples.context).groups.first { $0.id == "terminals" }?.rows.map(\.id)
        ?? []
    }
    #expect(names() == ["foot"])
    _ = settings.handle(.intent(.enter(.searchPrograms, "RIO")), Samples.context)
    #expect(names() == ["rio"])
    #expect(settings.programsPage(Samples.context).row("terminals", "rio")?.isEnabled == false)
    _ = settings.handle(.intent(.enter(.searchPrograms, "zzz")), Samples.context)
    #expect(settings.programsPage(Samples.context).groups.last?.text == "No program has this name.")
  }

  @Test("A program that is on but does not follow shows the reason")
  func withoutEffect() {
    let program = Samples.program(
      "foot",
      isOn: true,
      effective: false,
      reason: "the line is missing"
    )
    let settings = Samples.settings([
      (.programs, .programs(ProgramsReport(programs: [program], updates: [])))
    ])
    let row = settings.programsPage(Samples.context).row("terminals", "foot")
    #expect(row?.text == "the line is missing")
    #expect(row?.symbol == "dialog-warning-symbolic")
  }

  @Test("Only what nightctl can fix has a button to fix it")
  func fixes() {
    func finding(_ code: String, command: String? = nil, file: String? = nil)
      -> DoctorReport.Finding
    {
      DoctorReport.Finding(
        code: code,
        what: "what",
        means: "means",
        level: "problem",
        lines: [],
        command: command,
        file: file,
        content: "text"
      )
    }
    let report = DoctorReport(
      findings: [
        finding("a", command: "nightctl doctor --fix"), finding("b", file: "/home/x/fixable"),
        finding("c", file: "/etc/other"), finding("d", command: "sudo rm"),
      ],
      fixable: ["/home/x/fixable"]
    )
    let page = Samples.settings([(.doctor, .doctor(report))]).problemsPage(Samples.context)
    let fixable = page.groups.filter { $0.rows.contains { $0.id == "fix" } }.map(\.id)
    #expect(fixable == ["0 a", "1 b"])
    let commands = page.groups.filter { $0.rows.contains { $0.id == "command" } }.map(\.id)
    #expect(commands == ["3 d"])
  }

  @Test(
    "The window runs only commands that need no shell, no terminal and nothing to fill in",
    arguments: [
      ("systemctl --user restart nightd", true), ("nightctl prefs delete programs-off", true),
      ("nightctl theme use --dark midnight", true), ("nightctl location LAT,LON", false),
      ("nightctl programs on NAME", false), ("sudo make install", false),
      ("kill -9 12; nightctl get", false), ("nightctl prefs write a $(b)", false),
      ("nightctl set 'a'", false), ("nightctl get > x", false), ("nightctl", false), ("", false),
    ]
  )
  func runnable(_ command: String, _ canRun: Bool) {
    #expect((command.runnable != nil) == canRun)
  }

  @Test("Without findings, the page says so")
  func noFindings() {
    let page = Samples.settings([(.doctor, .doctor(DoctorReport(findings: [], fixable: nil)))])
      .problemsPage(Samples.context)
    #expect(page.status?.title == "No problems")
  }

  @Test("The undo page lists only what would be restored, and offers nothing if that is nothing")
  func undo() {
    let some = CommandResult(
      code: 0,
      output: """
        Restores your value of gtk-theme, which was changed for gnome
        Removes /home/x/kitty.conf
        Switches off: kitty.
        Nothing was changed. Without --dry-run, the command does what is listed above.

        """
    )
    let page = Samples.settings([(.undoPlan, .text(some))]).undoPage(Samples.context)
    #expect(page.groups.first { $0.id == "changes" }?.rows.count == 2)
    #expect(page.row("undo", "undo") != nil)
    let none = CommandResult(code: 0, output: "There is nothing to switch off: …\n")
    let empty = Samples.settings([(.undoPlan, .text(none))]).undoPage(Samples.context)
    #expect(empty.row("undo", "undo") == nil)
    #expect(empty.row("undo", "nothing") != nil)
  }

  @Test("A thousand themes are shown a few at a time")
  func manyThemes() {
    let themes = (0..<1_000).map {
      ThemesReport.Theme(
        name: "theme-\($0)",
        style: .dark,
        origin: "user",
        inEffect: false,
        slots: []
      )
    }
    var settings = Settings()
    let effects = settings.handle(
      .finished(.themes, .themes(ThemesReport(themes: themes))),
      Samples.context
    )
    #expect(effects == [.start(.colors(themes.prefix(24).map(\.name)))])
    #expect(settings.themesPage(Samples.context).row("more", "more")?.title == "976 more themes")
    _ = settings.handle(.intent(.enter(.searchThemes, "theme-99")), Samples.context)
    guard
      case .cards(let cards)? = settings.themesPage(Samples.context).row("dark", "cards")?.content
    else {
      Issue.record("no cards")
      return
    }
    #expect(cards.count == 11)
  }

  @Test("A card chooses the theme for its own style, and a lock on one style leaves the other free")
  func cards() {
    func theme(_ name: String, _ style: Style) -> ThemesReport.Theme {
      ThemesReport.Theme(name: name, style: style, origin: "user", inEffect: false, slots: [])
    }
    let report = ThemesReport(themes: [theme("ink", .dark), theme("paper", .light)])
    let page = Samples.settings([
      (.themes, .themes(report)),
      (.preferences, .preferences(PreferencesReport(locks: ["theme.dark": "/etc/locks:1:1"]))),
    ])
    .themesPage(Samples.context)
    func card(_ group: String) -> Card? {
      guard case .cards(let cards)? = page.row(group, "cards")?.content else { return nil }
      return cards.first
    }
    #expect(card("light")?.intent == .run(.setTheme(.light, "paper")))
    #expect(card("light")?.isEnabled == true)
    #expect(card("dark")?.isEnabled == false)
  }

  @Test("A broken theme is listed with its mistake, and cannot be chosen")
  func brokenTheme() {
    let theme = ThemesReport.Theme(
      name: "odd",
      style: .dark,
      origin: "user",
      flaw: "line 3, column 5: no colour",
      inEffect: false,
      slots: []
    )
    let settings = Samples.settings([(.themes, .themes(ThemesReport(themes: [theme])))])
    let page = settings.themesPage(Samples.context)
    #expect(page.row("broken", "odd")?.text == "line 3, column 5: no colour")
    guard case .cards(let cards)? = page.row("dark", "cards")?.content else { return }
    #expect(cards.first?.isEnabled == false)
  }
}
