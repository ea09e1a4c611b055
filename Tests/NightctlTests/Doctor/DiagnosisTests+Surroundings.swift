import NightCore
@testable import nightctl
import Testing

/// Findings about sandboxes, other users, and environment variables.
extension DiagnosisTests {
  static let ofView: [Case] = [
    Case("a proxy hides the bus", from: DoctorFacts(), [.sandboxed], "nightctl doctor") {
      $0.session.sandbox = .proxy
    },
    Case(
      "nightctl runs in Flatpak",
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
      "sudo removed the session's variables",
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
      "the shell has another XDG_CONFIG_HOME",
      [.variableDiffers],
      "systemctl --user set-environment XDG_CONFIG_HOME=/c && systemctl --user restart nightd"
    ) { $0.session.environment["XDG_CONFIG_HOME"] = "/c" },
    Case(
      "nightd has another XDG_CONFIG_HOME",
      [.variableDiffers],
      "systemctl --user unset-environment XDG_CONFIG_HOME && systemctl --user restart nightd"
    ) { $0.daemon.environment?["XDG_CONFIG_HOME"] = "/c" },
    Case(
      "nightd's unit sets another XDG_CONFIG_HOME",
      [.variableDiffers],
      "export XDG_CONFIG_HOME=/c"
    ) {
      $0.daemon.environment?["XDG_CONFIG_HOME"] = "/c"
      $0.daemon.unit?.environment = ["XDG_CONFIG_HOME=/c"]
    },
    Case("the shell sets the default folder explicitly", []) {
      $0.session.environment["XDG_CONFIG_HOME"] = "/home/ada/.config/"
    },
    Case("both home folders are the same real folder", []) {
      $0.session.environment["HOME"] = "/var/home/ada"
      $0.session.realPaths = ["/home/ada": "/var/home/ada"]
    },
    Case("the shell has another XDG_STATE_HOME", [.variableDiffers], "unset XDG_STATE_HOME") {
      $0.session.environment["XDG_STATE_HOME"] = "/s"
    },
    Case(
      "nightd has another XDG_STATE_HOME",
      [.variableDiffers],
      "systemctl --user unset-environment XDG_STATE_HOME && systemctl --user restart nightd"
    ) { $0.daemon.environment?["XDG_STATE_HOME"] = "/s" },
    Case(
      "the shell and nightd each set another XDG_STATE_HOME",
      [.variableDiffers],
      "export XDG_STATE_HOME=/s"
    ) {
      $0.daemon.environment?["XDG_STATE_HOME"] = "/s"
      $0.session.environment["XDG_STATE_HOME"] = "/t"
    },
    Case("the shell has another HOME", [.variableDiffers], "export HOME=/home/ada") {
      $0.session.environment["HOME"] = "/root"
    },
    Case("the shell has other data folders without themes", []) {
      $0.session.environment["XDG_DATA_DIRS"] = "/usr/share:/flatpak"
    },
    Case(
      "the shell finds themes in a folder that nightd does not search",
      [.variableDiffers],
      "systemctl --user set-environment XDG_DATA_DIRS='/usr/share:/t' && "
        + "systemctl --user restart nightd"
    ) {
      $0.session.environment["XDG_DATA_DIRS"] = "/usr/share:/t"
      $0.session.foldersWithThemes = ["/t", "/usr/share"]
    },
    Case("the shell has another PATH, but nightd finds each program that is on", []) {
      $0.session.environment["PATH"] = "/home/ada/bin:/usr/bin"
      $0.daemon.environment?["PATH"] = "/usr/bin"
    },
    Case(
      "the shell finds a program that is on in a folder that nightd does not search",
      [.variableDiffers],
      "systemctl --user set-environment PATH='/home/ada/bin:/usr/bin' && "
        + "systemctl --user restart nightd"
    ) {
      $0.session.environment["PATH"] = "/home/ada/bin:/usr/bin"
      $0.daemon.environment?["PATH"] = "/usr/bin"
      $0.toolkits.programsOutside = ["dms"]
    },
    Case(
      "nightd does not know that the desktop is GNOME",
      [.variableDiffers],
      "systemctl --user set-environment XDG_CURRENT_DESKTOP='ubuntu:GNOME' && "
        + "systemctl --user restart nightd"
    ) { $0.session.environment["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME" },
    Case("nightd does not know that the desktop is GNOME, but gnome is off", []) {
      $0.session.environment["XDG_CURRENT_DESKTOP"] = "GNOME"
      $0.daemon.gnome.isOn = false
    },
    Case("the shell belongs to no desktop", []) {
      $0.session.environment["XDG_CURRENT_DESKTOP"] = nil
      $0.daemon.environment?["XDG_CURRENT_DESKTOP"] = "GNOME"
    },
    Case("nightd is not running and would have another XDG_CONFIG_HOME", [.variableDiffers]) {
      $0.daemon.owner = nil
      $0.daemon.style.scheme = nil
      $0.daemon.environment?["XDG_CONFIG_HOME"] = "/c"
    },
    Case(
      "the shell has another XDG_CONFIG_HOME and there is no user manager",
      [.variableDiffers],
      "dbus-update-activation-environment XDG_CONFIG_HOME=/c && kill 7"
    ) {
      $0.session.manager.environment = nil
      $0.daemon.unit = nil
      $0.session.environment["XDG_CONFIG_HOME"] = "/c"
    },
    Case("the shell's XDG_STATE_HOME is relative", [.unusableVariable], "unset XDG_STATE_HOME") {
      $0.session.environment["XDG_STATE_HOME"] = "state"
    },
    Case(
      "nightd's XDG_STATE_HOME is relative",
      [.unusableVariable],
      "systemctl --user unset-environment XDG_STATE_HOME && systemctl --user restart nightd"
    ) { $0.daemon.environment?["XDG_STATE_HOME"] = "state" },
    Case("the shell has no HOME", [.unusableVariable], "export HOME=/home/ada") {
      $0.session.environment["HOME"] = nil
    },
    Case(
      "the shell has no variables at all",
      [.unusableVariable],
      "export HOME=/home/ada"
    ) {
      $0.session.environment = [:]
      $0.portal.own.configHome = nil
      $0.portal.own.dataHome = nil
    },
    Case(
      "the shell has no HOME, so the user's files are not found",
      [.unusableVariable],
      "export HOME=/home/ada"
    ) {
      $0.session.environment["HOME"] = nil
      $0.portal.own.configHome = nil
      $0.portal.own.dataHome = nil
      $0.daemon.gnome.isOn = nil
      $0.daemon.installation.activatable = []
      $0.portal.desktops = []
      $0.portal.callersDesktops = []
    },
    Case(
      "the shell's XDG_RUNTIME_DIR is relative",
      [.unusableVariable],
      "export XDG_RUNTIME_DIR=/run/user/7"
    ) {
      $0.session.environment["XDG_RUNTIME_DIR"] = "run"
    },
    Case(
      "nightd's unit sets a relative XDG_CONFIG_HOME",
      [.unusableVariable],
      "systemctl --user cat nightd"
    ) {
      $0.daemon.environment?["XDG_CONFIG_HOME"] = "c"
      $0.daemon.unit?.environment = ["XDG_CONFIG_HOME=c"]
    },
  ]

  @Test(
    "In a sandbox, or as another user, the doctor says that it cannot see everything",
    arguments: ofView
  )
  func view(row: Case) { Self.check(row) }

  @Test(
    "If a variable has different values in nightd and in the shell, the doctor reports this",
    arguments: ofVariables
  )
  func variable(row: Case) { Self.check(row) }
}
