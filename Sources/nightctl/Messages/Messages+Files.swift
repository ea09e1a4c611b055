import NightBus
import NightCore
import NightPrograms
import NightStore

/// Sentences about files and settings of other programs.
extension Messages {
  static func notReplaced(_ path: String, _ failure: FileReplacement.Failure) -> String {
    if case .notSynced(let code) = failure { return mayBeLost(path, SystemError.message(code)) }
    return cannotWrite(path, reason(failure))
  }

  /// Why a file could not be replaced, for the end of a sentence.
  static func reason(_ failure: FileReplacement.Failure) -> String {
    switch failure {
    case .changed: "another program keeps writing it; try again later"
    case .isBeingWritten:
      "another program has it open for writing; close it there, and try again"
    case .ownerIsNotKept(let user):
      "it belongs to user \(user), and a new file would be yours; change it as that user"
    case .groupIsNotKept(let group):
      "it belongs to group \(group), and only a member of this group can keep it so"
    case .attributeIsNotKept(let name, let code):
      "its attribute \(Excerpt(name)) would be lost: \(SystemError.message(code))"
    case .hasOtherNames(let count): hasHardLinks(count)
    case .isNoFile: noRegularFile
    case .refused(let code), .notSynced(let code): SystemError.message(code)
    }
  }

  // MARK: - Settings

  static let isNoText = "it is no UTF-8 text"

  static func leavesAlone(_ path: String, _ why: String) -> String {
    "\(Output.plain(path)) is left alone: \(Output.plain(why))"
  }

  static func themeNotInstalled(_ key: String, _ name: String) -> String {
    "\(key) names \(Excerpt(name)), which is not installed"
  }

  static func cannotReset(_ key: String) -> String {
    "\(Output.plain(key)) had no value before, and its program cannot remove a value"
  }

  static let noOrders =
    "each ORDER is write KEY VALUE, pair KEY STYLE, leave KEY or restore KEY VALUE"

  static let nobodyHasChosen =
    "Nobody has chosen a style, so nightd writes nothing now for programs that follow by themselves: "
    + "nightctl set dark, light or auto is a choice."

  static func wrote(_ place: String) -> String { "Wrote \(Output.plain(place))" }

  static func restored(_ place: String) -> String {
    "Restored your values in \(Output.plain(place))"
  }

  /// Why a value that was written is not in effect.
  static func hasOtherValue(
    _ path: String,
    _ key: SettingPlace.Key,
    _ found: String?
  ) -> String {
    let name = Output.plain(key.group.isEmpty ? key.name : "\(key.group)/\(key.name)")
    let has = found.map { "has \(Excerpt($0)) for \(name)" } ?? "lacks \(name)"
    return "\(Output.plain(path)) \(has), which is not nightd's; nightctl programs apply writes it "
      + "again"
  }

  static func isNotNeeded(_ name: String) -> String {
    "\(name) is on, but nothing here needs it now."
  }

  /// What keeps the user's values from coming back.
  static func leftAlone(_ result: ProgramApplier.Result) -> [Failure] {
    result.notes.isEmpty ? [] : [.system("\(result.name) could not be restored; see above")]
  }
}
