import NightCore

/// The facts about the session in which nightd runs.
struct SessionFacts: Equatable, Sendable {
  /// The value of QT_QPA_PLATFORMTHEME; nil if it is not set.
  var qtTheme: String?
  var hasQt = false
  var manager = ManagerFacts()
  /// The value of GTK_THEME in the doctor's own environment; nil if it is not set.
  var callersGtkTheme: String?
  var flatpaks: [FlatpakOverride] = []
  /// The variables of `screenVariables` that are set in the doctor's own environment.
  var callersScreen: [String] = []
  /// This system's command for installing packages; package names are added at its end.
  var installer: String?
  /// The sandbox that hides the session from the doctor; nil outside a sandbox.
  var sandbox: Sandbox?
  /// The session's user, if another user runs the doctor; otherwise nil.
  var otherUser: OtherUser?
  /// The variables in `Variables.names`, with their values in the doctor's own environment.
  var environment: [String: String] = [:]
  /// For each path in the doctor's or nightd's variables that leads through a link, the same path
  /// with links resolved.
  var realPaths: [String: String] = [:]
  /// The folders in the doctor's or nightd's XDG_DATA_DIRS that contain themes for nightd.
  var foldersWithThemes: Set<String> = []
  /// The user's home folder according to the user database (`getpwuid`).
  var home: String?
  /// The runtime folder of a login, such as `/run/user/1000`.
  var loginFolder = ""
  /// The data folder in which the bus looks for the user's service files.
  ///
  /// The value is nil if that folder is also the one in the doctor's own `XDG_DATA_HOME`.
  var otherBusDataHome: String?

  /// The variables that tell a program where the screen is.
  ///
  /// To find a screen, a program needs at least one of the first two variables.
  static let screenVariables = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP",
  ]

  /// Whether `names` contains a variable that leads to a screen.
  static func isScreen(_ names: some Sequence<String>) -> Bool {
    names.contains { screenVariables.prefix(2).contains($0) }
  }
}

/// The user's service manager, and the environment of the programs that it starts.
struct ManagerFacts: Equatable, Sendable {
  /// The environment with which the service manager starts programs; nil if the user has no service
  /// manager.
  var environment: [String: String]?
  /// The user's service manager, if it runs but does not reply; otherwise nil.
  var silent: SilentManager?
  /// Whether graphical-session.target is active.
  var hasGraphicalSession = false

  var isThere: Bool { environment != nil }

  /// Whether the environment tells a program where the screen is.
  var hasScreen: Bool {
    SessionFacts.isScreen((environment ?? [:]).filter { !$0.value.isEmpty }.keys)
  }
}

/// A `systemd --user` that does not answer.
struct SilentManager: Equatable, Sendable {
  let process: ProcessFacts
  /// Whether a signal stopped the process.
  let isStopped: Bool
}

/// A Flatpak override file that sets GTK_THEME.
struct FlatpakOverride: Equatable, Sendable {
  let path: String
  /// The application's ID; empty if the file is for all applications.
  let application: String
  let isSystem: Bool
  let theme: String

  init?(path: String, application: String, isSystem: Bool, text: String) {
    guard let theme = KeyFile(text)?["GTK_THEME", in: "Environment"], !theme.isEmpty else {
      return nil
    }
    self.path = path
    self.application = application == "global" ? "" : application
    self.isSystem = isSystem
    self.theme = theme
  }
}

/// A sandbox or filter that hides parts of the session from the doctor.
enum Sandbox: Equatable, Sendable {
  case flatpak
  case snap
  /// A filter between the doctor and the bus, such as xdg-dbus-proxy, hides bus names.
  case proxy
}

/// The session's user, if another user runs the doctor.
struct OtherUser: Equatable, Sendable {
  /// The name of the session's user; the user ID if the user has no name.
  let name: String
  /// The name of the user who runs the doctor.
  let caller: String
  let isCallerRoot: Bool
  /// The assignment with which the user's shell finds the bus: `XDG_RUNTIME_DIR=/run/user/1000`.
  let variable: String

  /// The command that runs the doctor as the session's user.
  ///
  /// The command starts a login shell, which also sets the home folder of the session's user.
  var remedy: String {
    guard isCallerRoot else { return "sudo -iu \(ShellWord.of(name)) \(variable) nightctl doctor" }
    let command = ShellWord.of("\(variable) nightctl doctor")
    return "runuser -l \(ShellWord.of(name)) -c \(command)"
  }
}
