/// What is the matter, with what a sentence on it needs.
package enum DoctorMatter: Equatable, Sendable {
  case sandboxed(Sandbox)
  case otherUser(OtherUser)
  case noBus(why: String)
  /// The user's systemd.
  case managerSilent(SilentManager)
  /// `isOwn` if this shell has it; else nightd is started with it.
  case unusableVariable(name: String, value: String, isOwn: Bool)
  /// Another program has nightd's name on the bus.
  case nameTaken(SeenProcess)
  case daemonSilent(SeenProcess?)
  case unitMasked(isRuntime: Bool)
  case unitBroken(UnitFlaw)
  case unitFailed
  /// Its unit failed before nightd itself was started.
  case sandboxFailed(dropIns: [String])
  /// The bus starts it by a file that names a program or a unit that is not there.
  case activationBroken(file: String, missing: String)
  /// `busFolder` is where the bus looks for the user's service files, if they are written elsewhere.
  case notActivatable(names: [String], busFolder: String? = nil)
  /// nightctl's own nightd and the unit's are of different versions.
  case twoInstalled(own: String, unit: String, version: String)
  /// `running` has the name, and `unit` is what the unit starts.
  case twoCopies(running: String, unit: String, SeenProcess?)
  case versionDiffers(String)
  case backendNameMissing
  case backendSilent(name: String, SeenProcess?)
  case backendFailed(unit: String, BackendEnd)
  case portalMasked(isRuntime: Bool)
  /// `program` is what is to be started and is not there; nil if nothing knows of any portal.
  case portalMissing(program: String?)
  case portalFailed
  case portalSilent(SeenProcess?)
  case portalWithoutSettings
  /// The portal is led to a folder without any backend in it.
  case portalLedNowhere(folder: String)
  /// `broken` is a file of that name which the portal passes over.
  case portalFileMissing(folder: String, broken: String?)
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
  /// These backends are asked beside nightd and say what they like, though they agree with it now.
  case doubleAnswerAhead(names: [String], silenced: [String])
  case otherWriter(source: String)
  case noFileChooser
  case gtkTheme(String)
  case flatpakGtkTheme(FlatpakOverride)
  case qtTheme(String?)
  case unusablePath(UnusablePath)
  /// The values are those that have an effect; nil if nothing says one.
  case variableDiffers(name: String, own: String?, nightds: String?)
  case reactionFailed(FailedReaction)
  case placeUnknown(LackingPlace)
  case preferenceMistakes(Int)
  case notAtLogin

  package var code: DoctorCode {
    switch self {
    case .sandboxed: .sandboxed
    case .otherUser: .otherUser
    case .noBus: .noBus
    case .managerSilent: .managerSilent
    case .unusableVariable: .unusableVariable
    case .nameTaken: .nameTaken
    case .daemonSilent: .daemonSilent
    case .unitMasked: .unitMasked
    case .unitBroken: .unitBroken
    case .unitFailed, .sandboxFailed: .unitFailed
    case .activationBroken: .activationBroken
    case .notActivatable: .notActivatable
    case .twoInstalled, .twoCopies: .twoCopies
    case .versionDiffers: .versionDiffers
    case .backendNameMissing: .backendNameMissing
    case .backendSilent: .backendSilent
    case .backendFailed: .backendFailed
    case .portalMasked: .portalMasked
    case .portalMissing: .portalMissing
    case .portalFailed: .portalFailed
    case .portalSilent: .portalSilent
    case .portalWithoutSettings: .portalWithoutSettings
    case .portalLedNowhere: .portalLedNowhere
    case .portalFileMissing: .portalFileMissing
    case .portalFolderOld: .portalFolderOld
    case .portalFolderNeedless: .portalFolderNeedless
    case .portalDesktop: .portalDesktop
    case .noPortalsConf: .noPortalsConf
    case .portalOtherWins: .portalOtherWins
    case .portalPartly: .portalPartly
    case .portalStale: .portalStale
    case .mirrorInMemory: .mirrorInMemory
    case .doubleAnswer, .doubleAnswerAhead: .doubleAnswer
    case .otherWriter: .otherWriter
    case .noFileChooser: .noFileChooser
    case .gtkTheme: .gtkTheme
    case .flatpakGtkTheme: .flatpakGtkTheme
    case .qtTheme: .qtTheme
    case .unusablePath: .unusablePath
    case .variableDiffers: .variableDiffers
    case .reactionFailed: .reactionFailed
    case .placeUnknown: .placeUnknown
    case .preferenceMistakes: .preferenceMistakes
    case .notAtLogin: .notAtLogin
    }
  }
}

/// Why nightd's unit cannot run.
package enum UnitFlaw: Equatable, Sendable {
  /// The program that it starts is not there, or cannot be run.
  case programMissing(String)
  /// It ends with an error each time that it is started.
  case keepsEnding
  /// Its manager does not understand its file or its drop-ins, and so does not start it.
  case invalid
  /// It fails, and these files change what it does.
  case dropIns([String])
}

/// Why the unit of a backend ended, as far as that is known.
package enum BackendEnd: Equatable, Sendable {
  /// The manager does not know of the screen, which the caller has.
  case managerLacksScreen
  /// Nobody here knows of one.
  case noScreen
  case unknown
}
