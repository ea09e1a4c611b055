/// What the doctor saw of the portal and its backends.
package struct PortalFacts: Equatable, Sendable {
  package var owner: ProcessFacts?
  package var isActivatable = false
  package var unit: UnitFacts?
  /// The portal's program, if it is missing.
  package var missingProgram: String?
  /// The file of its unit that sets XDG_DESKTOP_PORTAL_DIR; nil if no file does, or only the
  /// doctor's.
  package var leading: LinkedFile?
  /// Whether the service manager sets XDG_DESKTOP_PORTAL_DIR for programs.
  package var isManagerLeading = false
  /// The names of backends whose unit ended with an error.
  package var failedBackends: [String] = []
  /// The desktops that the portal was started for; the caller's if unknown.
  package var desktops: [String] = []
  /// The desktops of the caller.
  package var callersDesktops: [String] = []
  package var rules = PortalRules.byUseIn
  /// The version of the portal's settings interface.
  package var version: Answer<UInt32> = .none
  /// The colour scheme that applications get.
  package var scheme: Answer<UInt32> = .none
  /// All colour schemes in the reply to `ReadAll`, one from each backend.
  package var schemes: [UInt32] = []
  /// The version of the portal's file chooser; zero if it has none.
  package var fileChooser: Answer<UInt32> = .none
  /// Whether a question to the portal reaches nightd; nil if unknown.
  package var isReachingNightd: Bool?
  /// The programs that answer under a backend's name.
  package var backends: [BackendFacts] = []
  /// The backend names for which the bus would start a program.
  package var startable: Set<String> = []
  /// Whether a newer portal was led into the doctor's folder.
  ///
  /// The folders and files below are then those that it would use without that.
  package var isLedAside = false
  package var folders = PortalFolders([]) { _ in nil }
  /// The `.portal` files in the folders that it reads.
  package var files: [PortalFile] = []
  /// A `nightd.portal` in one of these folders that the portal ignores.
  package var brokenFile: String?
  /// The `portals.conf` in force.
  package var conf: PortalsConf?
  package var own = OwnPortalFiles()

  package init() {}

  /// The backends that the portal asks for settings, in order.
  ///
  /// A backend that reports no style is left out, because the portal goes on to the next one.
  package var asked: [PortalFile] {
    rules.asked(of: files, conf, for: desktops).filter { file in
      file.isOwn || !backends.contains { $0.name == file.busName && $0.scheme == .none }
    }
  }
}

/// A program that owns the name of a portal backend.
package struct BackendFacts: Equatable, Sendable {
  package let name: String
  package let process: ProcessFacts?
  package let scheme: Answer<UInt32>

  package init(name: String, process: ProcessFacts?, scheme: Answer<UInt32>) {
    self.name = name
    self.process = process
    self.scheme = scheme
  }
}
