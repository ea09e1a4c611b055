import NightCore
@testable import nightctl
import Testing

@Suite("Lines of nightctl doctor")
struct DoctorLineTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let lines: [String]
    var from = DoctorFacts.healthy
    let change: @Sendable (inout DoctorFacts) -> Void
    var testDescription: String { lines.first ?? "" }

    init(
      _ lines: [String],
      from: DoctorFacts = .healthy,
      change: @escaping @Sendable (inout DoctorFacts) -> Void
    ) {
      self.lines = lines
      self.from = from
      self.change = change
    }
  }

  private static func kate(_ name: String = "kate") -> QtProgram {
    QtProgram(name: name, version: "5.15.8", theme: .kde)
  }

  private static let ofDaemon: [Case] = [
    Case([
      "reaction-failed: the update gnome failed: could not write",
      "  An administrator locked icon-theme; the command shows the file that has the "
        + "lock. Its output is below.",
      "  run: grep -rs org/gnome/desktop/interface/icon-theme /etc/dconf/db",
      "    icon-theme cannot be changed here because it is locked",
    ]) {
      let output = "icon-theme cannot be changed here because it is locked\n"
      $0.daemon.reactions = [.init(name: "gnome", words: "could not write", output: output)]
    },
    Case([
      "reaction-failed: the update gnome failed: was killed",
      "  The setting is unchanged; nightd tries again when it starts.",
      "  run: systemctl --user restart nightd",
    ]) { $0.daemon.reactions = [.init(name: "gnome", words: "was killed", output: "")] },
    Case([
      "reaction-failed: the update hooks failed: was killed",
      "  nightd runs it again after the next change.",
      "  run: nightctl programs",
    ]) { $0.daemon.reactions = [.init(name: "hooks", words: "was killed", output: "")] },
    Case([
      "not-at-login: nightd.service is enabled, but nothing starts it in this session: systemd was "
        + "not told which screen this session has",
      "  The schedule does nothing until a program asks nightd for the style. The command starts "
        + "nightd now. For later logins, also let your session run the command when it starts: "
        + "in the desktop's list of startup applications, or with a line such as exec in the "
        + "configuration of sway or i3.",
      "  run: dbus-update-activation-environment --systemd DISPLAY",
    ]) {
      $0.daemon.unit?.fileState = "enabled"
      $0.daemon.loginUnit = UnitFacts(isKnown: true, fileState: "enabled")
      $0.session.callersScreen = ["DISPLAY"]
    },
    Case([
      "place-unknown: the schedule uses the sun, but the place is unknown: "
        + "GeoClue does not let nightd know",
      "  Without a place, sunrise is at 07:00 and sunset at 19:30, all year. "
        + "LAT,LON are degrees north and east, as in 52.52,13.405.",
      "  run: nightctl location LAT,LON",
    ]) {
      $0.daemon.style.lackingPlace = LackingPlace(
        geoClue: "denied",
        hasGeoClue: true,
        reason: "GeoClue does not let nightd know"
      )
    },
    Case([
      "unusable-path: /a cannot be written: no",
      "  Your choices are not saved. It belongs to another user, but should belong to you.",
      #"  run: sudo chown "$(id -u):$(id -g)" /a"#,
    ]) { $0.daemon.unusable = [.init(path: "/a", isWritten: true, why: "no", flaw: .foreign)] },
    Case([
      "choice-unread: the stored choice could not be read: /s/intent.json is empty",
      "  The defaults are in effect until the next change. The file is kept as /s/aside. "
        + "The command stores the choice that is in effect now. You can also store another choice.",
      "  run: nightctl set system",
    ]) {
      $0.daemon.files.unreadChoice = UnreadChoice(
        problem: .init(path: "/s/intent.json", why: "/s/intent.json is empty", aside: "/s/aside"),
        effect: "The defaults are in effect until the next change.",
        isIntact: false
      )
    },
    Case([
      "theme-missing: theme.dark-high names the theme “sea”, which does not exist",
      "  nightd looks for /t/sea.json5. midnight-high is shown instead. The command selects that theme; "
        + "nightctl theme list shows all themes.",
      "  run: nightctl theme use --dark-high midnight-high",
    ]) {
      $0.daemon.files.missingThemes = [
        MissingTheme(slot: ThemeSlot(.dark, isHigh: true), name: "sea", file: "/t/sea.json5")
      ]
    },
    Case([
      "theme-mistakes: the themes in use have 2 mistakes",
      "  sea.json5:1:2: “a” is no color. The part with the mistake has no effect.",
      "  run: nightctl theme check",
    ]) {
      $0.daemon.files.themeMistakes = ["sea.json5:1:2: “a” is no color", "theme.dark: x is light"]
    },
    Case([
      "record-damaged: /s/record.json is empty",
      "  Commands that need the record fail, and nightd may be unable to undo some changes.",
    ]) { $0.unreadRecords = ["/s/record.json is empty"] },
    Case([
      "lock-held: another nightctl runs",
      "  Until the process ends, nightd cannot update these programs.",
      "  run: kill -CONT 9",
    ]) {
      $0.heldLocks = [HeldLock(sentence: "another nightctl runs", process: 9, isStopped: true)]
    },
  ]

  private static let ofPortal: [Case] = [
    Case([
      "double-answer: the desktop portal gives several answers to one question: "
        + "dark, then light",
      "  Firefox and Qt use the last answer and start with the wrong style; others use the first. "
        + "The doctor's files make the portal ask kde for everything except settings. The portal "
        + "then no longer reports values that come only from kde, such as KDE's colours for programs "
        + "in Flatpak.",
      "  run: nightctl doctor --fix",
    ]) {
      let kde = DoctorFacts.portalFile("kde", ["KDE"])
      $0.portal.lookup.files.append(kde)
      $0.portal.backends = [BackendFacts(name: kde.busName, process: nil, scheme: .told(2))]
      $0.portal.answers.schemes = [1, 2]
    },
    Case([
      "double-answer: the desktop portal gives several answers to one question: "
        + "dark, then no preference",
      "  Firefox and Qt use the last answer and start with the wrong style; others use the first. "
        + "While nightd follows the desktop, it does not change the desktop's setting; the command does.",
      "  run: nightctl set dark",
    ]) {
      $0.portal.answers.schemes = [1, 0]
      $0.daemon.style.choice = .system
    },
    Case(
      [
        "no-portals-conf: no portals.conf tells the desktop portal to ask nightd",
        "  Applications follow another backend, or none, whatever nightd does.",
        "  in /home/ada/.config/xdg-desktop-portal/portals.conf, put this line into the group "
          + "[preferred], and remove other lines that set the same key:",
        "    org.freedesktop.impl.portal.Settings=nightd;gtk",
      ],
      from: .newer
    ) {
      $0.portal.lookup.onlyConf = nil
      $0.portal.desktops = ["gnome"]
      $0.daemon.gnome.isOn = false
      let path = "/home/ada/.config/xdg-desktop-portal/portals.conf"
      $0.portal.own.present = [path: .text("[preferred]\n")]
    },
  ]

  private static let ofToolkits: [Case] = [
    Case([
      "qt-running: 3 of 5 running Qt programs change with the style",
      "  The other programs need this package and QT_QPA_PLATFORMTHEME=qt6ct. Run the doctor again "
        + "after the installation.",
      "    kate, konsole (Qt 5.15.8): within a second, through KDE's platform theme",
      "    paint (Qt 6.4.2): never, because no platform theme is loaded",
      "    draw (Qt 6.4.2): never, because the platform theme qt6ct is not installed for this "
        + "version",
      "  run: sudo apt-get install qt6ct",
    ]) {
      $0.toolkits.qt = [
        kate(), QtProgram(name: "paint", version: "6.4.2", theme: nil),
        QtProgram(name: "draw", version: "6.4.2", theme: nil, named: "qt6ct"), kate("konsole"),
        kate(),
      ]
    },
    Case([
      "qt-running: 1 running Qt program changes with the style",
      "  You need not restart it.",
      "    kate (Qt 5.15.8): within a second, through KDE's platform theme",
    ]) { $0.toolkits.qt = [kate()] },
    Case([
      "electron-running: 3 running programs use Chromium or Electron, and 1 may show the opposite "
        + "style after a change",
      "  Programs with Electron 39 or later may show the previous style. Restart one that shows the "
        + "wrong style. We know of no option that prevents this.",
      "    code (Electron 39.1.2): correct at the start, but perhaps the opposite style after a change",
      "    chromium (Chromium 156.0.8078.108): correct at the start and after each change",
      "    chat (Electron, version unknown): correct at the start since Electron 27",
    ]) {
      $0.toolkits.web = [
        WebProgram(name: "code", isElectron: true, version: "39.1.2"),
        WebProgram(name: "chromium", isElectron: false, version: "156.0.8078.108"),
        WebProgram(name: "chat", isElectron: true, version: nil),
      ]
    },
    Case([
      "gtk-theme-alone: no dark counterpart of the GTK theme Adwaita is installed",
      "  These GTK programs keep their theme when the style becomes dark: p1, p2, p3, p4, p5, p6, p7, p8 "
        + "and 2 more. The theme is named in GNOME's settings. The package has the counterpart, "
        + "Adwaita-dark.",
      "  run: sudo apt-get install gnome-themes-extra",
    ]) {
      $0.toolkits.gtk.programs = (1...10).map { "p\($0)" } + ["p1"]
      $0.toolkits.gtk.lonely = LonelyTheme(
        name: "Adwaita",
        origin: "GNOME's settings",
        missing: .dark,
        substitute: nil
      )
    },
    Case([
      "gtk-no-daemon: no settings daemon runs, so running GTK programs do not learn of a new theme",
      "  These programs change only when you restart them: mousepad. If xsettingsd is installed, "
        + "nightd starts it, and they change at once.",
      "  run: sudo apt-get install xsettingsd",
    ]) {
      $0.toolkits.gtk.programs = ["mousepad"]
      $0.toolkits.gtk.isX11 = true
    },
  ]

  @Test(
    "`nightctl doctor` prints each finding with an explanation and a remedy",
    arguments: ofDaemon + ofPortal + ofToolkits
  )
  func lines(row: Case) throws {
    var facts = row.from
    row.change(&facts)
    let finding = try #require(Diagnosis(facts).findings.first)
    #expect(DoctorMessages.lines(finding).map(\.plain) == row.lines)
  }
}
