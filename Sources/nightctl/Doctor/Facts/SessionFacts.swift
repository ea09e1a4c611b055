/// The facts about the session in which nightd runs.
package struct SessionFacts: Equatable, Sendable {
  /// The value of QT_QPA_PLATFORMTHEME; nil if it is not set.
  package var qtTheme: String?
  package var hasQt = false
  package var manager = ManagerFacts()
  /// The value of GTK_THEME in the caller's environment; nil if it is not set.
  package var callersGtkTheme: String?
  package var flatpaks: [FlatpakOverride] = []
  /// The `screenVariables` that are set in the caller's environment.
  package var callersScreen: [String] = []
  /// The command that installs packages on this system, without package names.
  package var installer: String?
  /// The sandbox that hides the session from the doctor; nil if there is none.
  package var sandbox: Sandbox?
  /// The session's user, if another user runs the doctor; otherwise nil.
  package var otherUser: OtherUser?
  /// The caller's values of `Variables.names`.
  package var environment: [String: String] = [:]
  /// The targets of all links among the folders in the variables of the caller or nightd.
  package var realPaths: [String: String] = [:]
  /// The folders with themes for nightd in XDG_DATA_DIRS of the caller or nightd.
  package var foldersWithThemes: Set<String> = []
  /// The user's home folder according to the user database (`getpwuid`).
  package var home: String?
  /// The runtime folder of a login: `/run/user/1000`.
  package var loginFolder = ""
  /// The data folder in which the bus looks for the user's service files.
  ///
  /// Nil if it is the caller's `XDG_DATA_HOME`.
  package var otherBusDataHome: String?

  package init() {}

  /// The variables with which a program finds the screen; one of the first two must be set.
  package static let screenVariables = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP",
  ]

  /// Whether one of these variables leads to a screen.
  package static func isScreen(_ names: some Sequence<String>) -> Bool {
    names.contains { screenVariables.prefix(2).contains($0) }
  }
}

/// The user's service manager, and the environment of the programs that it starts.
package struct ManagerFacts: Equatable, Sendable {
  /// Whether the user has a service manager.
  package var isThere = false
  /// The service manager, if it does not answer; otherwise nil.
  package var silent: SilentManager?
  /// Whether the environment contains GSETTINGS_BACKEND=memory.
  package var hasOnlyMemory = false
  /// The value of GTK_THEME in the environment; nil if it is not set.
  package var gtkTheme: String?
  /// Whether a program finds the screen in the environment.
  package var hasScreen = false
  /// Whether graphical-session.target is active.
  package var hasGraphicalSession = false
}

/// A `systemd --user` that does not answer.
package struct SilentManager: Equatable, Sendable {
  package let process: ProcessFacts
  /// Whether a signal stopped the process.
  package let isStopped: Bool

  package init(process: ProcessFacts, isStopped: Bool) {
    self.process = process
    self.isStopped = isStopped
  }
}

/// A Flatpak override file that sets GTK_THEME.
package struct FlatpakOverride: Equatable, Sendable {
  package let path: String
  /// The application's ID; empty if the file is for all applications.
  package let application: String
  package let isSystem: Bool
  package let theme: String

  package init?(path: String, application: String, isSystem: Bool, text: String) {
    guard let theme = KeyFile(text)?["GTK_THEME", in: "Environment"], !theme.isEmpty else {
      return nil
    }
    self.path = path
    self.application = application == "global" ? "" : application
    self.isSystem = isSystem
    self.theme = theme
  }
}
