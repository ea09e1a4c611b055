/// One finding of the doctor.
package struct DoctorFinding: Equatable, Sendable {
  package let matter: DoctorMatter
  package let remedy: Remedy

  package init(_ matter: DoctorMatter, _ remedy: Remedy) {
    self.matter = matter
    self.remedy = remedy
  }

  package var code: DoctorCode { matter.code }
}

/// The problem, with the values that its sentences need.
package enum DoctorMatter: Equatable, Sendable {
  case sandboxed(Sandbox)
  case otherUser(OtherUser)
  case noBus(why: String)
  /// The user's systemd does not answer.
  case managerSilent(SilentManager)
  /// `isOwn` if this shell has the value; otherwise nightd is started with it.
  case unusableVariable(name: String, value: String, isOwn: Bool)
  /// Another program owns nightd's name on the bus.
  case nameTaken(ProcessFacts)
  case daemonSilent(ProcessFacts?)
  case unitMasked(isRuntime: Bool)
  case unitBroken(UnitFlaw)
  case unitFailed
  /// The unit failed before nightd itself was started.
  case sandboxFailed(dropIns: [String])
  /// The service file of the bus names a program or unit that does not exist.
  case activationBroken(file: String, missing: String)
  /// `busFolder` is where the bus looks for the user's service files, if they are elsewhere.
  case notActivatable(names: [String], busFolder: String? = nil)
  /// nightctl's own nightd and the unit's have different versions.
  case twoInstalled(own: String, unit: String, version: String)
  /// `running` is the program that owns the name, and `unit` the one that the unit starts.
  case twoCopies(running: String, unit: String, ProcessFacts?)
  case versionDiffers(String)
  case backendNameMissing
  case backendSilent(name: String, ProcessFacts?)
  case backendFailed(unit: String, BackendEnd)
  case portalMasked(isRuntime: Bool)
  /// `program` is the missing program; nil if no portal is installed.
  case portalMissing(program: String?)
  case portalFailed
  case portalSilent(ProcessFacts?)
  case portalWithoutSettings
  /// A variable leads the portal to a folder without any backend.
  case portalLedNowhere(folder: String)
  /// `broken` is a file of that name that the portal ignores.
  case portalFileMissing(folder: String, broken: String?)
  case portalFolderOld(missing: [String])
  /// `file` is what leads the portal there.
  case portalFolderNeedless(file: String, isNightdGone: Bool)
  case portalDesktop(had: [String], has: [String])
  case noPortalsConf
  /// `conf` is the file that decides this, if any; `first` is nil if no backend is asked.
  case portalOtherWins(first: String?, conf: String?, desktops: [String])
  /// The portal asks another backend, which reports light and dark at best. The values are as
  /// above.
  case portalPartly(first: String?, conf: String?, desktops: [String])
  case portalStale(told: UInt32?, own: UInt32?)
  case mirrorInMemory
  /// `isFollowed` is true if nightd follows the very setting that it would write. `silenced` are
  /// the backends that the remedy excludes from settings.
  case doubleAnswer([UInt32], isFollowed: Bool, silenced: [String])
  /// These backends are asked beside nightd. They agree now, but do not follow it.
  case doubleAnswerAhead(names: [String], silenced: [String])
  case otherWriter(source: String)
  case noFileChooser
  case gtkTheme(String)
  case flatpakGtkTheme(FlatpakOverride)
  case qtTheme(String?)
  case unusablePath(UnusablePath)
  /// The values in effect; nil if a variable has none.
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
  /// The program that it starts is missing or not executable.
  case programMissing(String)
  /// It ends with an error at each start.
  case keepsEnding
  /// The manager cannot read its file or drop-ins, and so does not start it.
  case invalid
  /// It fails, and these files change it.
  case dropIns([String])
}

/// Why the unit of a backend ended, as far as that is known.
package enum BackendEnd: Equatable, Sendable {
  /// The caller knows of a screen, but the manager does not.
  case managerLacksScreen
  /// Neither the caller nor the manager knows of a screen.
  case noScreen
  case unknown
}

/// The name of a finding for programs; the cases are in the order of severity.
package enum DoctorCode: String, CaseIterable, Sendable {
  case sandboxed = "sandboxed"
  case otherUser = "other-user"
  case noBus = "no-bus"
  case managerSilent = "manager-silent"
  case unusableVariable = "unusable-variable"
  case nameTaken = "name-taken"
  case daemonSilent = "daemon-silent"
  case unitMasked = "unit-masked"
  case unitBroken = "unit-broken"
  case unitFailed = "unit-failed"
  case activationBroken = "activation-broken"
  case notActivatable = "not-activatable"
  case twoCopies = "two-copies"
  case versionDiffers = "version-differs"
  case backendNameMissing = "backend-name-missing"
  case backendSilent = "backend-silent"
  case backendFailed = "backend-failed"
  case portalMasked = "portal-masked"
  case portalMissing = "portal-missing"
  case portalFailed = "portal-failed"
  case portalSilent = "portal-silent"
  case portalWithoutSettings = "portal-without-settings"
  case portalLedNowhere = "portal-led-nowhere"
  case portalFileMissing = "portal-file-missing"
  case portalFolderOld = "portal-folder-old"
  case portalFolderNeedless = "portal-folder-needless"
  case portalDesktop = "portal-desktop"
  case noPortalsConf = "no-portals-conf"
  case portalOtherWins = "portal-other-wins"
  case portalStale = "portal-stale"
  case mirrorInMemory = "mirror-in-memory"
  case doubleAnswer = "double-answer"
  case portalPartly = "portal-partly"
  case otherWriter = "other-writer"
  case noFileChooser = "no-file-chooser"
  case gtkTheme = "gtk-theme"
  case flatpakGtkTheme = "flatpak-gtk-theme"
  case qtTheme = "qt-theme"
  case unusablePath = "unusable-path"
  case variableDiffers = "variable-differs"
  case reactionFailed = "reaction-failed"
  case placeUnknown = "place-unknown"
  case preferenceMistakes = "preference-mistakes"
  case notAtLogin = "not-at-login"
}
