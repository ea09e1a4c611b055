/// What is the matter, with what a sentence on it needs.
package enum DoctorMatter: Equatable, Sendable {
  case noBus(why: String)
  case daemonSilent(SeenProcess?)
  case unitFailed
  /// Its unit failed before nightd itself was started.
  case sandboxFailed
  /// The bus starts it by a file that names a program or a unit that is not there.
  case activationBroken(file: String, missing: String)
  case notActivatable(names: [String])
  case notRunning
  case versionDiffers(String)
  case backendNameMissing
  case backendSilent(name: String, SeenProcess?)
  case backendFailed(unit: String, BackendEnd)
  case portalMissing
  case portalFailed
  case portalSilent(SeenProcess?)
  case portalWithoutSettings
  case portalFileMissing(folder: String)
  case portalFolderOld(missing: [String])
  /// `file` is what leads the portal there.
  case portalFolderNeedless(file: String, isNightdGone: Bool)
  case portalDesktop(had: [String], has: [String])
  case noPortalsConf
  /// `conf` is the file that says so, where one does; the first is nil where nobody is asked.
  case portalOtherWins(first: String?, conf: String?, desktops: [String])
  /// The portal asks another backend, which tells light and dark at best; arguments as above.
  case portalPartly(first: String?, conf: String?, desktops: [String])
  case portalStale(told: UInt32?, own: UInt32?)
  case mirrorInMemory
  /// `isFollowed` where what nightd would write is what it follows; `silenced` are the backends that
  /// the remedy keeps from being asked for settings.
  case doubleAnswer([UInt32], isFollowed: Bool, silenced: [String])
  case otherWriter(source: String)
  case noFileChooser
  case gtkTheme(String)
  case flatpakGtkTheme(FlatpakOverride)
  case qtTheme(String?)
  case unusablePath(UnusablePath)
  case reactionFailed(FailedReaction)
  case placeUnknown(LackingPlace)
  case preferenceMistakes(Int)
  case notAtLogin

  package var code: DoctorCode {
    switch self {
    case .noBus: .noBus
    case .daemonSilent: .daemonSilent
    case .unitFailed, .sandboxFailed: .unitFailed
    case .activationBroken: .activationBroken
    case .notActivatable: .notActivatable
    case .notRunning: .notRunning
    case .versionDiffers: .versionDiffers
    case .backendNameMissing: .backendNameMissing
    case .backendSilent: .backendSilent
    case .backendFailed: .backendFailed
    case .portalMissing: .portalMissing
    case .portalFailed: .portalFailed
    case .portalSilent: .portalSilent
    case .portalWithoutSettings: .portalWithoutSettings
    case .portalFileMissing: .portalFileMissing
    case .portalFolderOld: .portalFolderOld
    case .portalFolderNeedless: .portalFolderNeedless
    case .portalDesktop: .portalDesktop
    case .noPortalsConf: .noPortalsConf
    case .portalOtherWins: .portalOtherWins
    case .portalPartly: .portalPartly
    case .portalStale: .portalStale
    case .mirrorInMemory: .mirrorInMemory
    case .doubleAnswer: .doubleAnswer
    case .otherWriter: .otherWriter
    case .noFileChooser: .noFileChooser
    case .gtkTheme: .gtkTheme
    case .flatpakGtkTheme: .flatpakGtkTheme
    case .qtTheme: .qtTheme
    case .unusablePath: .unusablePath
    case .reactionFailed: .reactionFailed
    case .placeUnknown: .placeUnknown
    case .preferenceMistakes: .preferenceMistakes
    case .notAtLogin: .notAtLogin
    }
  }
}

/// Why the unit of a backend ended, as far as that is known.
package enum BackendEnd: Equatable, Sendable {
  /// The manager does not know of the screen, which the caller has.
  case managerLacksScreen
  /// Nobody here knows of one.
  case noScreen
  case unknown
}
