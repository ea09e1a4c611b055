/// One finding of the doctor: its code, its two sentences and its remedy.
///
/// Each finding is a static function in the extensions beside this file.
package struct DoctorFinding: Equatable, Sendable {
  package let code: DoctorCode
  /// What is wrong; without a full stop.
  package let what: String
  /// What that means for the user, in whole sentences.
  package let means: String
  package let remedy: Remedy
  /// What a failed program printed; empty for all other findings.
  package let output: String

  init(
    _ code: DoctorCode,
    _ what: String,
    means: String,
    _ remedy: Remedy,
    output: String = ""
  ) {
    self.code = code
    self.what = what
    self.means = means
    self.remedy = remedy
    self.output = output
  }

  /// A process in brackets; empty if it is unknown.
  static func process(_ process: ProcessFacts?) -> String {
    guard let process, process.identifier != 0 else { return "" }
    return " (\(process.name), process \(process.identifier))"
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
  case choiceUnread = "choice-unread"
  case unusablePath = "unusable-path"
  case variableDiffers = "variable-differs"
  case reactionFailed = "reaction-failed"
  case placeUnknown = "place-unknown"
  case themeMissing = "theme-missing"
  case preferenceMistakes = "preference-mistakes"
  case notAtLogin = "not-at-login"
}
