/// What the doctor saw of the session around nightd.
package struct SessionFacts: Equatable, Sendable {
  /// The value of QT_QPA_PLATFORMTHEME; nil if it is not set.
  package var qtTheme: String?
  package var hasQt = false
  /// Whether the service manager starts programs with a settings backend that only lives in memory.
  package var isManagersMemory = false
  /// The value of GTK_THEME in the manager's environment, and in the caller's.
  package var managersGtkTheme: String?
  package var callersGtkTheme: String?
  package var flatpaks: [FlatpakOverride] = []
  /// The members of `screenVariables` that the caller has.
  package var callersScreen: [String] = []
  /// Whether the manager gives programs a screen.
  package var hasManagersScreen = false
  /// The command that installs packages here, without the names of packages.
  package var installer: String?
  /// What hides the session from the doctor.
  package var sandbox: Sandbox?
  /// The session's user, if it is not the caller.
  package var otherUser: OtherUser?
  /// The caller's values of `Variables.names`.
  package var environment: [String: String] = [:]
  /// The targets of these paths, for those that are links.
  package var realPaths: [String: String] = [:]
  /// The folders in XDG_DATA_DIRS, the caller's or nightd's, that have themes for nightd.
  package var foldersWithThemes: Set<String> = []
  /// The user's home folder in the list of users.
  package var home: String?
  /// The runtime folder of a login: `/run/user/1000`.
  package var loginFolder = ""
  /// The data folder in which the bus looks for the user's service files, if it is not the caller's
  /// `XDG_DATA_HOME`.
  package var otherBusDataHome: String?
  /// The user's service manager, if it does not answer.
  package var silentManager: SilentManager?
  /// Whether the user has a service manager.
  package var hasManager = false

  package init() {}

  /// The variables that a program needs for the screen; one of the first two must be set.
  package static let screenVariables = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP",
  ]

  /// Whether any of these names leads to a screen.
  package static func isScreen(_ names: some Sequence<String>) -> Bool {
    names.contains { screenVariables.prefix(2).contains($0) }
  }
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

/// A file of Flatpak's that sets GTK_THEME.
package struct FlatpakOverride: Equatable, Sendable {
  package let path: String
  /// Empty if the file is for all applications.
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
