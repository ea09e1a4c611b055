/// The facts about the desktop portal and its backends.
package struct PortalFacts: Equatable, Sendable {
  package var owner: ProcessFacts?
  package var isActivatable = false
  package var unit: UnitFacts?
  /// The path of the portal's program, if the program is missing; otherwise nil.
  package var missingProgram: String?
  /// The file of the portal's unit that sets XDG_DESKTOP_PORTAL_DIR.
  ///
  /// Nil if no file sets it, or only the doctor's own drop-in.
  package var leading: LinkedFile?
  /// Whether the service manager sets XDG_DESKTOP_PORTAL_DIR for all programs that it starts.
  package var isManagerLeading = false
  /// The backends whose unit ended with an error, by name.
  package var failedBackends: [String] = []
  /// The desktops for which the portal was started; if unknown, the caller's desktops.
  package var desktops: [String] = []
  /// The desktops in the caller's XDG_CURRENT_DESKTOP.
  package var callersDesktops: [String] = []
  package var answers = PortalAnswers()
  package var lookup = PortalLookup()
  /// The programs that own the names of portal backends.
  package var backends: [BackendFacts] = []
  /// The names of backends for which the bus can start a program.
  package var startable: Set<String> = []
  /// Whether a newer portal reads the doctor's folder, which only an older portal needs.
  ///
  /// If so, `lookup` has the folders and files that the portal would otherwise use.
  package var isLedAside = false
  package var own = OwnPortalFiles()

  package init() {}

  /// The backends that the portal asks for settings, in order.
  ///
  /// A backend that reports no style is left out: the portal then asks the next one.
  package var asked: [PortalFile] {
    lookup.asked(for: desktops).filter { file in
      file.isOwn || !backends.contains { $0.name == file.busName && $0.scheme == .none }
    }
  }
}

/// What the portal replied.
package struct PortalAnswers: Equatable, Sendable {
  /// The version of the portal's settings interface.
  package var version: Answer<UInt32> = .none
  /// The colour scheme that the portal reports to applications.
  package var scheme: Answer<UInt32> = .none
  /// All colour schemes in the reply to `ReadAll`: one for each backend.
  package var schemes: [UInt32] = []
  /// The version of the portal's file chooser; 0 if it has none.
  package var fileChooser: Answer<UInt32> = .none
  /// Whether a request for a setting reaches nightd through the portal; nil if unknown.
  package var isReachingNightd: Bool?
}

/// How the portal looks for backends, and the files that it finds.
package struct PortalLookup: Equatable, Sendable {
  package var rules = PortalRules.byUseIn
  package var folders = PortalFolders([]) { _ in nil }
  /// The `.portal` files in the folders that the portal reads.
  package var files: [PortalFile] = []
  /// The path of a `nightd.portal` that the portal finds but ignores; nil if there is none.
  package var brokenFile: String?
  /// The `portals.conf` that the portal uses; nil if it uses none.
  package var conf: PortalsConf?

  /// The backends in the order in which they are asked for settings, if every one reports a style.
  func asked(for desktops: [String]) -> [PortalFile] { rules.asked(of: files, conf, for: desktops) }

  /// Whether any backend provides the file chooser.
  func hasFileChooser(for desktops: [String]) -> Bool {
    rules.hasFileChooser(of: files, conf, for: desktops)
  }
}

/// A program with the name of a portal backend.
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
