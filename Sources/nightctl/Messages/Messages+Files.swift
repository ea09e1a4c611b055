import NightBus
import NightCore
import NightStore

/// Sentences about files that could not be replaced.
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
    case .isNoFile: noRegularFile
    case .refused(let code), .notSynced(let code): SystemError.message(code)
    }
  }
}
