/// One finding of the doctor: its code, its two sentences and its remedy.
///
/// Extensions of this type have one static function for each finding.
package struct DoctorFinding: Equatable, Sendable {
  package let code: DoctorCode
  /// What is wrong, as a clause without a full stop.
  package let what: String
  /// What this means for the user, in whole sentences.
  package let means: String
  /// Nil if a finding that is only information leaves nothing to do.
  package let remedy: Remedy?
  /// Lines to print below the finding: the output of a failed reaction, or one line for each group of
  /// programs; empty for other findings.
  package let output: String

  init(
    _ code: DoctorCode,
    _ what: String,
    means: String,
    _ remedy: Remedy?,
    output: String = ""
  ) {
    self.code = code
    self.what = what
    self.means = means
    self.remedy = remedy
    self.output = output
  }

  /// Returns a space and the process in brackets; empty if it is unknown.
  static func process(_ process: ProcessFacts?) -> String {
    guard let process, process.identifier != 0 else { return "" }
    return " (\(process.name), process \(process.identifier))"
  }
}

/// Why nightd's unit cannot run.
package enum UnitFlaw: Equatable, Sendable {
  /// The unit's program is missing or not executable.
  case programMissing(String)
  /// The unit ends with an error at each start.
  case keepsEnding
  /// The service manager cannot read the unit's file or drop-ins, and does not start the unit.
  case invalid
  /// The unit fails and has these drop-ins.
  case dropIns([String])
}

/// Why the unit of a portal backend ended with an error.
package enum BackendEnd: Equatable, Sendable {
  /// The caller's environment leads to a screen, but the service manager's does not.
  case managerLacksScreen
  /// No environment leads to a screen, neither the caller's nor the service manager's.
  case noScreen
  case unknown
}

/// The name of a finding for programs; the most severe comes first.
///
/// First comes what keeps nightd from running and from keeping your choice, then what keeps all
/// programs from following, then what keeps some of them.
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
  case unusablePath = "unusable-path"
  case choiceUnread = "choice-unread"
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
  case gnomeInMemory = "gnome-in-memory"
  case doubleAnswer = "double-answer"
  case portalPartly = "portal-partly"
  case otherWriter = "other-writer"
  case variableDiffers = "variable-differs"
  case recordDamaged = "record-damaged"
  case lockHeld = "lock-held"
  case notAtLogin = "not-at-login"
  case placeUnknown = "place-unknown"
  case gtkTheme = "gtk-theme"
  case desktopUnwritten = "desktop-unwritten"
  case gtkThemeAlone = "gtk-theme-alone"
  case flatpakGtkTheme = "flatpak-gtk-theme"
  case qtTheme = "qt-theme"
  case themeMissing = "theme-missing"
  case themeMistakes = "theme-mistakes"
  case preferenceMistakes = "preference-mistakes"
  case reactionFailed = "reaction-failed"
  case programUseless = "program-useless"
  case noFileChooser = "no-file-chooser"
  case gtkNoDaemon = "gtk-no-daemon"
  case qtRunning = "qt-running"
  case electronRunning = "electron-running"
  case settingsBlocked = "settings-blocked"
  case programsOff = "programs-off"

  /// Whether the finding only informs about running programs and the user's own choices.
  ///
  /// The doctor prints it, but exits with 0 if it finds no problem.
  package var isInformation: Bool {
    switch self {
    case .gtkNoDaemon, .qtRunning, .electronRunning, .settingsBlocked, .programsOff: true
    default: false
    }
  }
}
