/// What was seen of the desktop portal and of what it asks.
package struct PortalFacts: Equatable, Sendable {
  package var owner: SeenProcess?
  package var isActivatable = false
  package var unit: SeenUnit?
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
  /// Who answers on the bus under a backend's name.
  package var backends: [SeenBackend] = []
  /// Whether it was led into the folder that the doctor makes, and is a newer one; the folders and
  /// files below are those that it goes by without that.
  package var isLedAside = false
  package var folders = PortalFolders([]) { _ in nil }
  /// What stands in the folders that it reads.
  package var files: [PortalFile] = []
  /// The one that is in force.
  package var conf: PortalsConf?
  package var own = OwnPortalFiles()

  package init() {}

  /// The backends that it asks for settings, the first one first.
  package var asked: [PortalFile] { rules.asked(of: files, conf, for: desktops) }
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
