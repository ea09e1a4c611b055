import NightBus
import NightStore

/// Messages about files that cannot be read or written.
extension Messages {
  static func notReplaced(_ path: String, _ failure: FileReplacement.Failure) -> String {
    if case .notSynced(let code) = failure { return mayBeLost(path, SystemError.message(code)) }
    return cannotWrite(path, reason(failure))
  }

  /// Why a file could not be replaced, as the end of a sentence.
  static func reason(_ failure: FileReplacement.Failure) -> String {
    switch failure {
    case .changed: "another program keeps changing it; try again later"
    case .isBeingWritten:
      "another program has it open for writing; close it there, and try again"
    case .ownerIsNotKept(let user):
      "it belongs to user \(user), and a new file would belong to you; change it as that user"
    case .groupIsNotKept(let group):
      "it belongs to group \(group), and only a member of this group can give a new file to the group"
    case .attributeIsNotKept(let name, let code):
      "its attribute \(Excerpt(name)) would be lost: \(SystemError.message(code))"
    case .hasOtherNames(let count): hasHardLinks(count)
    case .isNoFile: noRegularFile
    case .refused(let code), .notSynced(let code): SystemError.message(code)
    }
  }

  static func cannotRead(_ file: String, _ why: String) -> String {
    "cannot read \(Excerpt(path: file)): \(why)"
  }

  static func tooLarge(_ limit: Int) -> String { "it is larger than \(limit >> 20) MiB" }

  static func mayBeLost(_ target: String, _ why: String) -> String {
    "\(Excerpt(path: target)) was changed, but a power failure might undo this: \(why)"
  }

  static let noRegularFile = "it is not a regular file"

  static func hasHardLinks(_ count: Int) -> String {
    "it has \(count) names (hard links), and a new file would replace only one of them"
  }

  static func cannotWrite(_ file: String, _ why: String) -> String {
    "cannot write \(Excerpt(path: file)): \(why)"
  }

  static func cannotRemove(_ path: String, _ code: Int32) -> String {
    "\(path) cannot be removed: \(SystemError.message(code))"
  }

  static let isFolder = "it is a folder; give the path of a file in it"

  static func fileSilent(_ path: String) -> String {
    "\(path) does not answer: its disk or its server may hang; check its mount, and try again "
      + "once the file can be read"
  }
}
