import NightCore
@testable import nightctl
import Testing

/// Findings about an enabled unit, in sessions that start graphical-session.target and in others.
extension DiagnosisTests {
  private static func enabled(_ facts: inout DoctorFacts) {
    facts.daemon.unit?.fileState = "enabled"
    facts.daemon.loginUnit = UnitFacts(isKnown: true, state: "inactive", fileState: "enabled")
    facts.session.callersScreen = ["WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP"]
    facts.session.manager.environment = ["WAYLAND_DISPLAY": "wayland-1"]
  }

  static let ofLogin: [Case] = [
    Case("the unit is enabled", []) { enabled(&$0) },
    Case("the unit is enabled, and the session has no screen", []) {
      enabled(&$0)
      $0.daemon.loginUnit?.fileState = "disabled"
      $0.session.callersScreen = []
    },
    Case("the session starts graphical-session.target", []) {
      enabled(&$0)
      $0.daemon.loginUnit = nil
      $0.session.manager.hasGraphicalSession = true
    },
    Case(
      "only graphical-session.target starts the unit, and it is not active",
      [.notAtLogin],
      "systemctl --user reenable nightd.service"
    ) {
      enabled(&$0)
      $0.daemon.loginUnit?.fileState = "disabled"
    },
    Case(
      "the unit that waits for the screen is missing",
      [.notAtLogin],
      "systemctl --user add-wants default.target nightd.service"
    ) {
      enabled(&$0)
      $0.daemon.loginUnit = UnitFacts(isKnown: false)
    },
    Case(
      "systemd was not told the screen",
      [.notAtLogin],
      "dbus-update-activation-environment --systemd WAYLAND_DISPLAY XDG_CURRENT_DESKTOP"
    ) {
      enabled(&$0)
      $0.session.manager.environment = [:]
    },
    Case(
      "the schedule decides, and nightd was stopped",
      [.notRunning],
      "systemctl --user start nightd"
    ) {
      enabled(&$0)
      stopDaemon(&$0)
      $0.daemon.style.storedChoice = .schedule
    },
    Case(
      "the schedule decides, and nothing has started nightd",
      [.notRunning],
      "systemctl --user enable --now nightd"
    ) {
      stopDaemon(&$0)
      $0.daemon.style.storedChoice = .schedule
    },
    Case(
      "the schedule decides, nightd does not run, and the user has no systemd",
      [.notRunning],
      "nightctl get"
    ) {
      stopDaemon(&$0)
      $0.daemon.unit = nil
      $0.session.manager = ManagerFacts()
      $0.daemon.style.storedChoice = .schedule
    },
    Case("a style is chosen, and nightd does not run", []) {
      stopDaemon(&$0)
      $0.daemon.style.storedChoice = .dark
    },
    Case("the schedule decides, and the unit failed", [.unitFailed]) {
      stopDaemon(&$0)
      $0.daemon.unit?.state = "failed"
      $0.daemon.style.storedChoice = .schedule
    },
    Case(
      "the schedule decides, and nothing starts the enabled unit in this session",
      [.notAtLogin]
    ) {
      enabled(&$0)
      stopDaemon(&$0)
      $0.daemon.loginUnit?.fileState = "disabled"
      $0.daemon.style.storedChoice = .schedule
    },
  ]

  @Test(
    "If a unit is enabled but this session does not start it, the doctor reports a problem",
    arguments: ofLogin
  )
  func login(row: Case) { Self.check(row) }

  @Test(
    "If a failed update of programs is later switched off in the preferences, it is not reported"
  )
  func reactionOff() {
    var facts = DoctorFacts.healthy
    facts.daemon.reactions = [FailedReaction(name: "programs", words: "failed", output: "")]
    #expect(Diagnosis(facts).findings.map(\.code) == [.reactionFailed])
    facts.daemon.reactionsOff = ["programs"]
    #expect(Diagnosis(facts).findings.isEmpty)
  }

  @Test(
    "A lost choice is reported first, then problems of the portal, and last problems of browsers"
  )
  func order() throws {
    let order = DoctorCode.allCases
    let places = try [
      DoctorCode.unusablePath, .choiceUnread, .portalOtherWins, .notAtLogin, .gtkTheme,
      .noFileChooser, .qtRunning,
    ].map { try #require(order.firstIndex(of: $0)) }
    #expect(places == places.sorted())
  }

  @Test(
    "If neither Chromium nor Electron is used, a missing file chooser is not reported as a problem"
  )
  func noBrowser() {
    var facts = DoctorFacts.healthy
    facts.portal.answers.fileChooser = .told(0)
    #expect(Diagnosis(facts).findings.map(\.code) == [.noFileChooser])
    facts.toolkits.hasWebPrograms = false
    #expect(Diagnosis(facts).findings.isEmpty)
    facts.toolkits.web = [WebProgram(name: "chromium", isElectron: false, version: "156.0")]
    #expect(Diagnosis(facts).problems.map(\.code) == [.noFileChooser])
  }

  @Test(
    "On KDE, the portal hint mentions KDE's backend, which has settings that nightd lacks"
  )
  func otherHint() throws {
    var facts = DoctorFacts()
    facts.portal.lookup.rules = .byConf
    facts.portal.desktops = ["KDE"]
    facts.portal.lookup.files = ["gtk", "kde", "xapp", "nightd"].map {
      DoctorFacts.portalFile($0, [])
    }
    facts.portal.lookup.onlyConf = DoctorFacts.conf(
      "/usr/share",
      "kde-portals.conf",
      "default=kde;gtk;"
    )
    let finding = try #require(Diagnosis(facts).portalFilesFinding)
    #expect(finding.code == .portalOtherWins)
    #expect(
      finding.what == "the desktop portal asks kde before nightd, as "
        + "/usr/share/xdg-desktop-portal/kde-portals.conf says"
    )
    // nightd writes Cinnamon's switch, which xapp reads.
    facts.portal.desktops = ["X-Cinnamon"]
    facts.portal.lookup.onlyConf = DoctorFacts.conf(
      "/usr/share",
      "x-cinnamon-portals.conf",
      "default=xapp;gtk;"
    )
    #expect(Diagnosis(facts).portalFilesFinding == nil)
    // GTK's backend also answers, and reports the values that nightd writes into GNOME's settings.
    facts.portal.lookup.onlyConf = DoctorFacts.conf(
      "/usr/share",
      "x-cinnamon-portals.conf",
      "default=gtk"
    )
    #expect(Diagnosis(facts).portalFilesFinding == nil)
  }
}
