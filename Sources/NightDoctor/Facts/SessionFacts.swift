/// The facts about the session in which nightd runs.
package struct SessionFacts: Equatable, Sendable {
  /// The value of QT_QPA_PLATFORMTHEME; nil if it is not set.
  package var qtTheme: String?
  package var hasQt = false
  package var manager = ManagerFacts()
  /// The value of GTK_THEME in the caller's environment; nil if it is not set.
  package var callersGtkTheme: String?
  package var flatpaks: [FlatpakOverride] = []
  /// The members of `screenVariables` that are set in the caller's environment.
  package var callersScreen: [String] = []
  /// The command that installs packages on this system, without the names of packages.
  package var installer: String?
  /// The sandbox that hides the session from the doctor; nil if no sandbox does.
  package var sandbox: Sandbox?
  /// The user of the session if another user runs the doctor; otherwise nil.
  package var otherUser: OtherUser?
  /// The caller's values of `Variables.names`.
  package var environment: [String: String] = [:]
  /// The targets of all links among the folders in the caller's or nightd's variables.
  package var realPaths: [String: String] = [:]
  /// The folders in the caller's or nightd's XDG_DATA_DIRS that have themes for nightd.
  package var foldersWithThemes: Set<String> = []
  /// The user's home folder in the user database (`getpwuid`).
  package var home: String?
  /// The runtime folder of a login: `/run/user/1000`.
  package var loginFolder = ""
  /// The data folder in which the bus looks for the user's service files.
  ///
  /// nil if the bus uses the caller's `XDG_DATA_HOME`.
  package var otherBusDataHome: String?

  package init() {}

  /// The variables that lead a program to the screen; one of the first two must be set.
  package static let screenVariables = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP",
  ]

  /// Whether any of these variables names a screen.
  package static func isScreen(_ names: some Sequence<String>) -> Bool {
    names.contains { screenVariables.prefix(2).contains($0) }
  }
}

/// The facts about the user's service manager, and the environment of the programs that it starts.
package struct ManagerFacts: Equatable, Sendable {
  /// Whether the user has a service manager.
  package var isThere = false
  /// The service manager if it does not answer; otherwise nil.
  package var silent: SilentManager?
  /// Whether the environment has GSETTINGS_BACKEND=memory.
  package var hasOnlyMemory = false
  /// The value of GTK_THEME in the environment; nil if it is not set.
  package var gtkTheme: String?
  /// Whether the environment names a screen.
  package var hasScreen = false
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

/// An override file of Flatpak that sets GTK_THEME.
package struct FlatpakOverride: Equatable, Sendable {
  package let path: String
  /// The application's ID; empty if the file applies to all applications.
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
