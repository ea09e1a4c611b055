/// What was seen of the desktop portal and of what it asks.
package struct PortalFacts: Equatable, Sendable {
  package var owner: SeenProcess?
  package var isActivatable = false
  package var unit: SeenUnit?
  /// The program that is to be started for it, if that is not there.
  package var missingProgram: String?
  /// The file of its unit that sets XDG_DESKTOP_PORTAL_DIR; nil if none does, or only the doctor's.
  package var leading: LinkedFile?
  /// Whether the manager starts programs with XDG_DESKTOP_PORTAL_DIR.
  package var isManagerLeading = false
  /// The backends of the files that a unit is for and that ended with an error, by their names.
  package var failedBackends: [String] = []
  /// The desktops that it was started for; as the caller has them where that is not known.
  package var desktops: [String] = []
  /// Those of the caller.
  package var callersDesktops: [String] = []
  package var rules = PortalRules.byUseIn
  /// Of the part for settings.
  package var version: Answer<UInt32> = .none
  /// The colour scheme that every application is told.
  package var scheme: Answer<UInt32> = .none
  /// Those that one question for everything is answered with, one from each backend.
  package var schemes: [UInt32] = []
  /// Of the part for choosing files; zero where it is not there.
  package var fileChooser: Answer<UInt32> = .none
  /// Whether a question to it arrives at nightd; nil if that is not known.
  package var isReachingNightd: Bool?
  /// Who answers on the bus under a backend's name.
  package var backends: [SeenBackend] = []
  /// The names of backends that the bus would start a program for.
  package var startable: Set<String> = []
  /// Whether it was led into the folder that the doctor makes, and is a newer one; the folders and
  /// files below are those that it goes by without that.
  package var isLedAside = false
  package var folders = PortalFolders([]) { _ in nil }
  /// What stands in the folders that it reads.
  package var files: [PortalFile] = []
  /// A `nightd.portal` in one of them that the portal passes over.
  package var brokenFile: String?
  /// The one that is in force.
  package var conf: PortalsConf?
  package var own = OwnPortalFiles()

  package init() {}

  /// The backends that it asks for settings, the first one first.
  ///
  /// One that knows of no style is passed over: the next one is asked then.
  package var asked: [PortalFile] {
    rules.asked(of: files, conf, for: desktops).filter { file in
      file.isOwn || !backends.contains { $0.name == file.busName && $0.scheme == .none }
    }
  }
}

/// A program on the bus under the name of a portal's backend.
package struct SeenBackend: Equatable, Sendable {
  package let name: String
  package let process: SeenProcess?
  package let scheme: Answer<UInt32>

  package init(name: String, process: SeenProcess?, scheme: Answer<UInt32>) {
    self.name = name
    self.process = process
    self.scheme = scheme
  }
}
