import NightCore
import NightDoctor
import Testing

/// Sandboxes, other users, and variables.
extension DiagnosisTests {
  static let ofView: [Case] = [
    Case("a proxy hides the bus", from: DoctorFacts(), [.sandboxed], "nightctl doctor") {
      $0.session.sandbox = .proxy
    },
    Case(
      "it runs in Flatpak",
      from: DoctorFacts(),
      [.sandboxed],
      "flatpak-spawn --host nightctl doctor"
    ) {
      $0.session.sandbox = .flatpak
    },
    Case(
      "root looks at a user's session",
      from: DoctorFacts(),
      [.otherUser],
      "runuser -l ada -c 'XDG_RUNTIME_DIR=/run/user/7 nightctl doctor'"
    ) {
      $0.session.otherUser = OtherUser(
        name: "ada",
        caller: "root",
        isCallerRoot: true,
        variable: "XDG_RUNTIME_DIR=/run/user/7"
      )
    },
    Case(
      "sudo took the variables away",
      from: DoctorFacts(),
      [.otherUser],
      "sudo -iu ada XDG_RUNTIME_DIR=/run/user/7 nightctl doctor"
    ) {
      $0.busFailure = BusFailure(why: "nowhere", loginFolder: "/run/user/0")
      $0.session.otherUser = OtherUser(
        name: "ada",
        caller: "bob",
        isCallerRoot: false,
        variable: "XDG_RUNTIME_DIR=/run/user/7"
      )
    },
  ]

  static let ofVariables: [Case] = [
    Case(
      "the shell has other preferences",
      [.variableDiffers],
      "systemctl --user set-environment XDG_CONFIG_HOME=/c && systemctl --user restart nightd"
    ) { $0.session.environment["XDG_CONFIG_HOME"] = "/c" },
    Case(
      "nightd has other preferences",
      [.variableDiffers],
      "systemctl --user unset-environment XDG_CONFIG_HOME && systemctl --user restart nightd"
    ) { $0.daemon.environment?["XDG_CONFIG_HOME"] = "/c" },
    Case("nightd's unit has other preferences", [.variableDiffers], "export XDG_CONFIG_HOME=/c") {
      $0.daemon.environment?["XDG_CONFIG_HOME"] = "/c"
      $0.daemon.unit?.environment = ["XDG_CONFIG_HOME=/c"]
    },
    Case("the shell says what is so anyway", []) {
      $0.session.environment["XDG_CONFIG_HOME"] = "/home/ada/.config/"
    },
    Case("both folders are the same one", []) {
      $0.session.environment["HOME"] = "/var/home/ada"
      $0.session.realPaths = ["/home/ada": "/var/home/ada"]
    },
    Case("the shell keeps state elsewhere", [.variableDiffers], "unset XDG_STATE_HOME") {
      $0.session.environment["XDG_STATE_HOME"] = "/s"
    },
    Case(
      "nightd keeps state elsewhere",
      [.variableDiffers],
      "systemctl --user unset-environment XDG_STATE_HOME && systemctl --user restart nightd"
    ) { $0.daemon.environment?["XDG_STATE_HOME"] = "/s" },
    Case(
      "both keep state elsewhere, but not in one place",
      [.variableDiffers],
      "export XDG_STATE_HOME=/s"
    ) {
      $0.daemon.environment?["XDG_STATE_HOME"] = "/s"
      $0.session.environment["XDG_STATE_HOME"] = "/t"
    },
    Case("the shell has another home", [.variableDiffers], "export HOME=/home/ada") {
      $0.session.environment["HOME"] = "/root"
    },
    Case("the shell finds other programs' data", []) {
      $0.session.environment["XDG_DATA_DIRS"] = "/usr/share:/flatpak"
    },
    Case(
      "the shell finds themes where nightd does not",
      [.variableDiffers],
      "systemctl --user set-environment XDG_DATA_DIRS='/usr/share:/t' && "
        + "systemctl --user restart nightd"
    ) {
      $0.session.environment["XDG_DATA_DIRS"] = "/usr/share:/t"
      $0.session.foldersWithThemes = ["/t", "/usr/share"]
    },
    Case(
      "nightd does not know that this is GNOME",
      [.variableDiffers],
      "systemctl --user set-environment XDG_CURRENT_DESKTOP='ubuntu:GNOME' && "
        + "systemctl --user restart nightd"
    ) { $0.session.environment["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME" },
    Case("this is GNOME, and nothing is mirrored", []) {
      $0.session.environment["XDG_CURRENT_DESKTOP"] = "GNOME"
      $0.daemon.isMirroring = false
    },
    Case("this is no desktop's shell", []) {
      $0.session.environment["XDG_CURRENT_DESKTOP"] = nil
      $0.daemon.environment?["XDG_CURRENT_DESKTOP"] = "GNOME"
    },
    Case("nightd does not run, and would have other preferences", [.variableDiffers]) {
      $0.daemon.owner = nil
      $0.daemon.scheme = nil
      $0.daemon.environment?["XDG_CONFIG_HOME"] = "/c"
    },
    Case(
      "there is no manager",
      [.variableDiffers],
      "dbus-update-activation-environment XDG_CONFIG_HOME=/c && kill 7"
    ) {
      $0.session.hasManager = false
      $0.daemon.unit = nil
      $0.session.environment["XDG_CONFIG_HOME"] = "/c"
    },
    Case("a path of the shell's is relative", [.unusableVariable], "unset XDG_STATE_HOME") {
      $0.session.environment["XDG_STATE_HOME"] = "state"
    },
    Case(
      "a path of nightd's is relative",
      [.unusableVariable],
      "systemctl --user unset-environment XDG_STATE_HOME && systemctl --user restart nightd"
    ) { $0.daemon.environment?["XDG_STATE_HOME"] = "state" },
    Case("the shell has no home", [.unusableVariable], "export HOME=/home/ada") {
      $0.session.environment["HOME"] = nil
    },
    Case(
      "the shell has no variable at all, and so no home",
      [.unusableVariable],
      "export HOME=/home/ada"
    ) {
      $0.session.environment = [:]
      $0.portal.own.configHome = nil
      $0.portal.own.dataHome = nil
    },
    Case(
      "the shell has no home, so that no file of the user's is found",
      [.unusableVariable],
      "export HOME=/home/ada"
    ) {
      $0.session.environment["HOME"] = nil
      $0.portal.own.configHome = nil
      $0.portal.own.dataHome = nil
      $0.daemon.isMirroring = nil
      $0.daemon.activatable = []
      $0.portal.desktops = []
      $0.portal.callersDesktops = []
    },
    Case(
      "the runtime folder is relative",
      [.unusableVariable],
      "export XDG_RUNTIME_DIR=/run/user/7"
    ) {
      $0.session.environment["XDG_RUNTIME_DIR"] = "run"
    },
    Case("the unit sets a relative path", [.unusableVariable], "systemctl --user cat nightd") {
      $0.daemon.environment?["XDG_CONFIG_HOME"] = "c"
      $0.daemon.unit?.environment = ["XDG_CONFIG_HOME=c"]
    },
  ]

  @Test("what the doctor cannot see from where it runs", arguments: ofView)
  func view(row: Case) { Self.check(row) }

  @Test("variables that nightd and the shell do not share", arguments: ofVariables)
  func variable(row: Case) { Self.check(row) }
}
