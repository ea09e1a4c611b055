import NightContract
import NightCore
import Testing

@testable import nightctl

/// The lines that `nightctl status` prints only under certain conditions.
@Suite("Lines of nightctl status")
struct StatusLineTests {
  private func reasoning(_ change: (inout Reasoning) -> Void) -> Reasoning {
    Reasoning(.dark, .choice, .dark) { change(&$0) }
  }

  @Test("If a fact is unknown or equals the default, `nightctl status` prints no line for it")
  func nothing() {
    let reasoning = reasoning { _ in }
    #expect(StatusMessages.by(reasoning) == "")
    #expect(StatusMessages.desktopLines(reasoning) == "")
    #expect(StatusMessages.inhibitorLines(reasoning) == "")
    #expect(StatusMessages.look(reasoning.appearance, areThemesBroken: false) == "")
  }

  @Test("`nightctl status` prints each mistake in a theme with its position")
  func mistakes() {
    let mistakes = ["/t/a.json5:1:2: expected a colour", "/t/b.json5: it is\u{1B}[2J a folder"]
    #expect(
      StatusMessages.themeMistakes(reasoning { $0.themeMistakes = mistakes }) == """
        broken   /t/a.json5:1:2: expected a colour
                 /t/b.json5: it is\u{FFFD}[2J a folder

        """
    )
  }

  static let origins: [(origin: HistoryEntry.Origin, line: String)] = [
    (.program("nightctl"), "by       nightctl (process 4711)\n"),
    (.program(nil), "by       process 4711\n"),
    (.program("x\u{202e}y"), "by       x\\u{202e}y (process 4711)\n"),
    (.caller(nil), ""),
    (.file, "by       a preference file\n"),
    (.store, "by       another nightd\n"),
    (.desktop, "by       the desktop's own switch\n"),
  ]

  @Test("`nightctl status` says which program made the last change", arguments: origins)
  func by(origin: HistoryEntry.Origin, line: String) {
    #expect(StatusMessages.by(reasoning { $0.changed(by: origin) }) == line)
  }

  @Test("If nightd ignores the desktop's switch, `nightctl status` says so and gives advice")
  func ignored() {
    #expect(
      StatusMessages.desktopLines(reasoning { $0.desktop(nil, "kde", isIgnored: true) }) == """
        desktop  has no preference, which means light, as kde reports
                 nightd ignores the desktop's switch for now, because something keeps turning it back;
                 to make nightd follow it again, run nightctl set dark --always

        """
    )
  }

  @Test(
    "If the desktop reports nightd's own value, `nightctl status` also shows the user's setting",
    arguments: [
      (.light, .dark, "gtk reports light, which nightd wrote; your own setting is dark"),
      (nil, .dark, "gtk reports no preference, which nightd wrote; your own setting is dark"),
      (.dark, .none, "gtk reports dark, which nightd wrote; your own setting is no preference"),
      (.dark, .dark, "asks for dark, as gtk reports"),
    ] as [(Style?, DesktopWord, String)]
  )
  func written(reported: Style?, own: DesktopWord, line: String) {
    let reasoning = reasoning {
      $0.desktop(reported, "gtk")
      $0.appearance.desktop = own
    }
    #expect(StatusMessages.desktopLines(reasoning) == "desktop  \(line)\n")
  }

  @Test(
    "`nightctl set` prints when the style will next change, even if this is after the hold's end",
    arguments: [
      ((21, 0), (21, 0), "dark until 21:00"),
      ((21, 0), (22, 0), "dark until 22:00, held until 21:00"),
      ((21, 0), nil, "dark, held until 21:00"),
    ] as [((Int64, Int64), (Int64, Int64)?, String)]
  )
  func heldStyle(end: (Int64, Int64), next: (Int64, Int64)?, line: String) {
    var appearance = Reasoning(.dark, .hold, .schedule).appearance
    appearance.holdUntil = Reasoning.made(end.0, end.1)
    appearance.next = next.map { Reasoning.made($0.0, $0.1) }
    let now = LocalTime(Reasoning.now, in: .utc)
    #expect(Messages.inEffect(appearance, at: now) { LocalTime($0, in: .utc) } == line)
  }

  @Test("If an inhibitor delays a change, `nightctl status` shows no time for this change")
  func heldBack() {
    let film = Inhibitor(application: "sh", why: "film", since: Reasoning.now)
    func ahead(_ reasoning: Reasoning) -> String {
      var reasoning = reasoning
      reasoning.appearance.isInhibited = true
      reasoning.inhibitors = [film]
      return StatusMessages.ahead(reasoning)
    }
    #expect(
      ahead(Reasoning(.light, .schedule, .schedule, next: Reasoning.made(21, 28)))
        == "next     dark at 21:28 today, but not before “film” (sh) has ended\n"
    )
    #expect(
      ahead(
        Reasoning(.light, .inhibit, .schedule) {
          $0.schedule = ScheduleSection(rules: [], planned: .dark)
        }
      )
        == "next     dark, once “film” (sh) has ended\n"
    )
    #expect(
      ahead(Reasoning(.dark, .hold, .schedule) { $0.appearance.holdUntil = Reasoning.made(21, 28) })
        == "held     until 21:28 today, but not before “film” (sh) has ended; then the schedule "
        + "decides\n"
    )
    #expect(ahead(Reasoning(.light, .choice, .light)) == "")
  }

  @Test("`nightctl status` and `nightctl why` describe the end of a hold in the same way")
  func untold() {
    let held = Reasoning(.dark, .hold, .system, isChosen: false) {
      $0.appearance.holdUntil = Reasoning.made(21, 28)
    }
    let end = "it is light, because nothing reports what the desktop prefers"
    #expect(StatusMessages.ahead(held) == "held     until 21:28 today; then \(end)\n")
    #expect(WhyMessages.answer(held).hasSuffix("; at 21:28 today \(end)."))
    #expect(Messages.decides(held.appearance) == "the desktop (nobody chose otherwise)")
  }

  @Test("`nightctl status` lists only the first four inhibitors")
  func inhibitors() {
    let reasoning = reasoning { reasoning in
      reasoning.inhibitors = (1...6).map { number in
        Inhibitor(
          application: number == 2 ? "" : "p\(number)",
          why: number == 3 ? "" : "it plays",
          since: Reasoning.made(15, 30, day: number == 4 ? -1 : 0),
          process: number == 1 ? .init(number: 4711, name: "mpv") : nil
        )
      }
    }
    #expect(
      StatusMessages.inhibitorLines(reasoning) == """
        inhibit  p1 (process 4711) since 15:30: “it plays”
                 a program since 15:30: “it plays”
                 p3 since 15:30: it gives no reason
                 p4 since 15:30 yesterday: “it plays”
                 and 2 more

        """
    )
  }

  @Test("`nightctl status` shows only values that differ from the defaults")
  func look() {
    let reasoning = reasoning {
      $0.appearance.theme = "sea"
      $0.appearance.isHighContrast = true
      $0.appearance.accent = .init(red: 0.2078, green: 0.5176, blue: 2)
      $0.appearance.isMotionReduced = true
    }
    #expect(
      StatusMessages.look(reasoning.appearance, areThemesBroken: false) == """
        theme    sea
        contrast high
        accent   #3584FF
        motion   reduced

        """
    )
  }

  @Test("`nightctl status` shows the default theme only if a theme in use has a mistake")
  func usualTheme() {
    let reasoning = reasoning { $0.appearance.theme = "midnight" }
    #expect(StatusMessages.look(reasoning.appearance, areThemesBroken: false) == "")
    #expect(
      StatusMessages.look(reasoning.appearance, areThemesBroken: true) == "theme    midnight\n"
    )
  }
}
