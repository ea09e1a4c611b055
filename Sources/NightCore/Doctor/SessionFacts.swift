/// What was seen of the session around nightd.
package struct SessionFacts: Equatable, Sendable {
  /// Of QT_QPA_PLATFORMTHEME; nil where it is not set.
  package var qtTheme: String?
  package var hasQt = false
  /// Whether the manager starts programs with settings that are kept in memory.
  package var isManagersMemory = false
  /// Of GTK_THEME in what the manager starts programs with, and in the caller's environment.
  package var managersGtkTheme: String?
  package var callersGtkTheme: String?
  package var flatpaks: [FlatpakOverride] = []
  /// Of `screenVariables` those that the caller has.
  package var callersScreen: [String] = []
  /// Whether the manager tells programs of a screen.
  package var hasManagersScreen = false
  /// How packages are installed here, up to their names.
  package var installer: String?
  /// What keeps the doctor from seeing the session.
  package var sandbox: Sandbox?
  /// Whose session this is, if it is not the caller's.
  package var otherUser: OtherUser?
  /// Of `Variables.names`, those that the caller has.
  package var environment: [String: String] = [:]
  /// Where paths among the values of these lead, for those that lead elsewhere.
  package var realPaths: [String: String] = [:]
  /// The folders of XDG_DATA_DIRS, the caller's or nightd's, that have themes for nightd.
  package var foldersWithThemes: Set<String> = []
  /// The home folder of the user, as the machine's list of users says.
  package var home: String?
  /// Where a login keeps what runs: `/run/user/1000`.
  package var loginFolder = ""
  /// The folder below which the bus finds the user's service files, if it is not the caller's
  /// `XDG_DATA_HOME`.
  package var otherBusDataHome: String?
  /// The user's manager, if it does not answer.
  package var silentManager: SilentManager?
  /// Whether there is a manager of the user's.
  package var hasManager = false

  package init() {}

  /// What a program needs to find the screen, the first two to find any.
  package static let screenVariables = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP",
  ]

  /// Whether any of these names says where the screen is.
  package static func isScreen(_ names: some Sequence<String>) -> Bool {
    names.contains { screenVariables.prefix(2).contains($0) }
  }
}

/// A `systemd --user` that does not answer.
package struct SilentManager: Equatable, Sendable {
  package let process: SeenProcess
  /// Whether a signal stopped it.
  package let isStopped: Bool

  package init(process: SeenProcess, isStopped: Bool) {
    self.process = process
    self.isStopped = isStopped
  }
}

/// A file of Flatpak's that sets GTK_THEME.
package struct FlatpakOverride: Equatable, Sendable {
  package let path: String
  /// Empty where it is for all of them.
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
