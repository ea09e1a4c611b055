import NightCore

/// One finding of the doctor: its code, what is wrong, what this means for the user, and the
/// remedy.
///
/// The texts of a finding are in the `Diagnosis+*.swift` file that makes the finding.
struct DoctorFinding: Equatable, Sendable {
  let code: DoctorCode
  /// What is wrong, as a clause without a full stop.
  let what: String
  /// What the finding means for the user, in whole sentences.
  let means: String
  /// What resolves the finding; nil if no action is needed, or if the user must choose between
  /// several actions.
  let remedy: Remedy?
  /// The lines to print below the finding, such as the output of a failed update or a list of
  /// programs; empty for most findings.
  let output: String
  /// Whether the finding is only information about running programs or the user's own choices.
  ///
  /// If the doctor finds only information and no problem, it exits with 0.
  let isInformation: Bool

  init(
    _ code: DoctorCode,
    _ what: String,
    means: String,
    _ remedy: Remedy? = nil,
    output: String = "",
    isInformation: Bool = false
  ) {
    self.code = code
    self.what = what
    self.means = means
    self.remedy = remedy
    self.output = output
    self.isInformation = isInformation
  }
}

/// A command or a change to a file that resolves a finding.
enum Remedy: Equatable, Sendable {
  case command(String)
  case file(path: String, content: String)
  /// A line to add to a group in a file that the user wrote.
  case line(path: String, group: String, line: String)

  /// What the user must do: the command to run, or the file to write or edit.
  var instruction: String {
    switch self {
    case .command(let command): command
    case .file(let path, _): "write \(ShellWord.of(path))"
    case .line(let path, _, _): "edit \(ShellWord.of(path))"
    }
  }

  /// Commands to run in this order, until one fails; a nil in the list is skipped.
  static func commands(_ commands: String?...) -> Remedy {
    .command(commands.compactMap(\.self).joined(separator: " && "))
  }

  /// The command that makes the doctor do all the repairs that it can do itself.
  static let fix = Remedy.command("nightctl doctor --fix")
}

/// The codes of the findings, in the order in which the doctor prints them; the most severe comes
/// first.
///
/// Problems of nightd itself come first, then problems that keep all programs from following the
/// style, and then problems of single programs.
enum DoctorCode: String, CaseIterable, Sendable {
  case sandboxed, otherUser, noBus, managerSilent, unusableVariable, nameTaken, daemonSilent
  case unitMasked, unitBroken, unitFailed, activationBroken, notActivatable, twoCopies
  case versionDiffers, backendNameMissing, unusablePath, choiceUnread
  case backendSilent, backendFailed, portalMasked, portalMissing, portalFailed, portalSilent
  case portalWithoutSettings, portalLedNowhere, portalFileMissing, portalFolderOld
  case portalFolderNeedless, portalDesktop, noPortalsConf, portalOtherWins, portalStale
  case gnomeInMemory, doubleAnswer, portalPartly, otherWriter, variableDiffers, recordDamaged
  case lockHeld, notRunning, notAtLogin, placeUnknown
  case gtkTheme, gtkThemeAlone, flatpakGtkTheme, qtTheme, themeMissing
  case themeMistakes, preferenceMistakes, reactionFailed, programUseless, lineRemains
  case shellUntold, noFileChooser, gtkNoDaemon, qtRunning, electronRunning, settingsBlocked
  case programsOff

  /// The code as the doctor prints it, such as `no-bus` for `noBus`.
  var name: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
