import NightCore
@testable import nightctl
import Testing

@Suite("Lines of nightctl doctor")
struct DoctorLineTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let finding: DoctorFinding
    let lines: [String]
    var testDescription: String { finding.code.rawValue }
  }

  private static let never = Remedy.command("true")

  private static let all: [Case] = [
    Case(
      finding: .reactionFailed(
        FailedReaction(
          name: "gnome",
          words: "could not write",
          output: "icon-theme may not be changed here: it is locked\n"
        ),
        never
      ),
      lines: [
        "reaction-failed: the update gnome failed: could not write",
        "  An administrator locked icon-theme; this shows the file that has the lock. "
          + "Its output is below.",
        "  run: true",
        "    icon-theme may not be changed here: it is locked",
      ]
    ),
    Case(
      finding: .reactionFailed(
        FailedReaction(name: "gnome", words: "was killed", output: ""),
        never
      ),
      lines: [
        "reaction-failed: the update gnome failed: was killed",
        "  The setting is unchanged; nightd tries again when it starts.",
        "  run: true",
      ]
    ),
    Case(
      finding: .reactionFailed(
        FailedReaction(name: "hooks", words: "was killed", output: ""),
        never
      ),
      lines: [
        "reaction-failed: the update hooks failed: was killed",
        "  nightd runs it again after the next change.",
        "  run: true",
      ]
    ),
    Case(
      finding: .notInSession(isScreenUnknown: true, never),
      lines: [
        "not-at-login: nightd.service is enabled, but nothing starts it in this session: systemd was "
          + "not told which screen it has",
        "  The schedule does nothing until a program asks nightd for the style. This starts nightd "
          + "now. For later logins, put the command into what starts your session too, such as a line "
          + "with exec in the configuration of sway or i3.",
        "  run: true",
      ]
    ),
    Case(
      finding: .desktopUnwritten(.lxqt, never),
      lines: [
        "desktop-unwritten: nightd does not write LXQt's own settings (lxqt.conf) yet",
        "  Its panel and other programs of its own keep their theme. This opens the window in which "
          + "you can choose another one.",
        "  run: true",
      ]
    ),
    Case(
      finding: .placeUnknown(
        LackingPlace(
          geoClue: "denied",
          hasGeoClue: true,
          reason: "GeoClue does not let nightd know"
        ),
        never
      ),
      lines: [
        "place-unknown: the schedule uses the sun, but the place is unknown: "
          + "GeoClue does not let nightd know",
        "  Without a place, sunrise is at 07:00 and sunset at 19:30, all year. "
          + "LAT,LON are degrees north and east, as in 52.52,13.405.",
        "  run: true",
      ]
    ),
    Case(
      finding: .unusablePath(UnusablePath(path: "/a", isWritten: true, why: "no", .foreign), never),
      lines: [
        "unusable-path: /a cannot be written: no",
        "  What you choose is not kept. It belongs to another user, but should belong to you.",
        "  run: true",
      ]
    ),
    Case(
      finding: .choiceUnread(
        UnreadChoice(
          StoreProblem(path: "/s/intent.json", why: "/s/intent.json is empty", aside: "/s/aside"),
          effect: "The defaults are in effect until the next change.",
          isIntact: false
        ),
        never
      ),
      lines: [
        "choice-unread: the stored choice could not be read: /s/intent.json is empty",
        "  The defaults are in effect until the next change. The file is kept as /s/aside. "
          + "The command stores what is in effect now. You may also choose something else with it.",
        "  run: true",
      ]
    ),
    Case(
      finding: .themeMissing(
        MissingTheme(slot: ThemeSlot(.dark, isHigh: true), name: "sea", file: "/t/sea.json5"),
        never
      ),
      lines: [
        "theme-missing: theme.dark-high names the theme “sea”, which does not exist",
        "  nightd looks for /t/sea.json5. midnight-high is shown instead. This chooses it; "
          + "nightctl theme list names the others.",
        "  run: true",
      ]
    ),
    Case(
      finding: .doubleAnswer(
        [1, 2],
        isFollowed: false,
        silenced: ["kde"],
        .command("nightctl doctor --fix")
      ),
      lines: [
        "double-answer: the desktop portal gives several answers to one question: "
          + "dark, then light",
        "  Firefox and Qt use the last answer and start with the wrong style; others use the first. "
          + "With the files the portal asks kde for everything but settings. It then no longer "
          + "reports what only kde knows, such as KDE's colours for its programs in Flatpak.",
        "  run: nightctl doctor --fix",
      ]
    ),
    Case(
      finding: .doubleAnswer([1, 0], isFollowed: true, silenced: [], never),
      lines: [
        "double-answer: the desktop portal gives several answers to one question: "
          + "dark, then no preference",
        "  Firefox and Qt use the last answer and start with the wrong style; others use the first. "
          + "While the desktop decides, nightd does not change its setting; this ends that.",
        "  run: true",
      ]
    ),
    Case(
      finding: .qtRunning(
        [
          (QtProgram(name: "kate", version: "5.15.8", theme: .kde), .kde),
          (QtProgram(name: "paint", version: "6.4.2", theme: nil), .noStyle),
          (QtProgram(name: "draw", version: "6.4.2", theme: nil, named: "qt6ct"), .noStyle),
          (QtProgram(name: "konsole", version: "5.15.8", theme: .kde), .kde),
          (QtProgram(name: "kate", version: "5.15.8", theme: .kde), .kde),
        ],
        setting: "qt6ct",
        .command("sudo apt-get install qt6ct")
      ),
      lines: [
        "qt-running: 3 of 5 running Qt programs change with the style",
        "  The others need this package and QT_QPA_PLATFORMTHEME=qt6ct. Run the doctor again after "
          + "the installation.",
        "    kate, konsole (Qt 5.15.8): within a second, through KDE's platform theme",
        "    paint (Qt 6.4.2): never, because no platform theme is loaded",
        "    draw (Qt 6.4.2): never, because the platform theme qt6ct is not installed for this "
          + "version",
        "  run: sudo apt-get install qt6ct",
      ]
    ),
    Case(
      finding: .qtRunning(
        [(QtProgram(name: "kate", version: "5.15.8", theme: .kde), .kde)],
        setting: nil,
        nil
      ),
      lines: [
        "qt-running: 1 running Qt program changes with the style",
        "  You need not restart it.",
        "    kate (Qt 5.15.8): within a second, through KDE's platform theme",
      ]
    ),
    Case(
      finding: .electronRunning(
        [
          WebProgram(name: "code", isElectron: true, version: "39.1.2"),
          WebProgram(name: "chromium", isElectron: false, version: "156.0.8078.108"),
          WebProgram(name: "chat", isElectron: true, version: nil),
        ]
      ),
      lines: [
        "electron-running: 3 running programs use Chromium or Electron, and 1 may show the opposite "
          + "style after a change",
        "  Electron 39 and later may take the style that has just ended. Restart such a program if it "
          + "shows the wrong style. No option that prevents this is known.",
        "    code (Electron 39.1.2): right at the start, but perhaps the opposite style after a change",
        "    chromium (Chromium 156.0.8078.108): right at the start and after each change",
        "    chat (Electron, version unknown): right at the start since Electron 27",
      ]
    ),
    Case(
      finding: .gtkThemeAlone(
        LonelyTheme(
          name: "Adwaita",
          origin: "GNOME's settings",
          missing: .dark,
          substitute: nil
        ),
        (1...10).map { "p\($0)" } + ["p1"],
        never
      ),
      lines: [
        "gtk-theme-alone: the GTK theme Adwaita has no dark twin that is installed",
        "  These GTK programs keep their theme when the style becomes dark: p1, p2, p3, p4, p5, p6, p7, p8 "
          + "and 2 more. The theme is named in GNOME's settings. The package has its twin, Adwaita-dark.",
        "  run: true",
      ]
    ),
    Case(
      finding: .gtkNoDaemon(["mousepad"], isX11: true, never),
      lines: [
        "gtk-no-daemon: no settings daemon runs, so running GTK programs do not learn of a new theme",
        "  These programs change only when you restart them: mousepad. If xsettingsd is installed, "
          + "nightd starts it, and they change at once.",
        "  run: true",
      ]
    ),
    Case(
      finding: .noPortalsConf(.line(path: "/b", group: "preferred", line: "c=d")),
      lines: [
        "no-portals-conf: no portals.conf tells the desktop portal to ask nightd",
        "  Applications follow another backend, or none, whatever nightd does.",
        "  in /b, put this line into the group [preferred], and remove other lines with this key:",
        "    c=d",
      ]
    ),
  ]

  @Test("nightctl doctor prints each finding with its meaning and its remedy", arguments: all)
  func lines(row: Case) {
    #expect(Messages.lines(row.finding).map(\.plain) == row.lines)
  }
}
