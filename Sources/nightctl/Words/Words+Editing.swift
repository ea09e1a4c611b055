import NightBus
import NightCore

/// What is said around an editor.
extension Words {
  static let nothingWasChanged = "nothing was changed"
  static let noHome = "neither XDG_CONFIG_HOME nor HOME says where config.json5 is"

  static func edited(_ target: String) -> String { "\(target) is changed." }

  static func readsOther(_ file: String) -> String {
    "nightd reads \(file) instead, since its XDG_CONFIG_HOME is another"
  }

  static func cannotEdit(_ path: String, _ why: String) -> String {
    "cannot change \(Excerpt(path: path)): \(why)"
  }

  static func kept(_ target: String, _ why: String, _ copy: String) -> String {
    cannotEdit(target, why) + "; what you wrote is in \(copy)"
  }

  static func mayBeLost(_ target: String, _ why: String) -> String {
    "\(Excerpt(path: target)) is changed, but a loss of power might undo it: \(why)"
  }

  /// What earlier edits wrote, and the command that puts it in force.
  static func unfinished(_ copies: [String], _ target: String) -> String {
    let isOne = copies.count == 1
    let edits =
      isOne ? "an earlier edit was not finished" : "\(copies.count) earlier edits were not finished"
    let files = joined(copies.map { "\(Excerpt(path: $0))" })
    let use =
      "mv \(ShellWord.of(copies.first ?? "")) \(ShellWord.of(target)) && nightctl prefs check"
    return "\(edits); what was written then is in \(files); to use \(isOne ? "it" : "the first"): "
      + "\(use); remove \(isOne ? "it if you do not need it" : "what you do not need")"
  }

  static let editorReturnedAtOnce =
    "if your editor opens a window and returns at once, give it its option to wait, such as "
    + "EDITOR='code --wait'"

  static let editorRemovedFile =
    "the editor removed the file that it was to edit; \(nothingWasChanged)"

  static func otherNames(_ target: String, _ count: Int) -> String {
    let names = count == 1 ? "another name, under which" : "\(count) other names, under which"
    return "\(Excerpt(path: target)) had \(names) the file stays as it was"
  }

  static func writableByAll(_ target: String) -> String {
    "\(Excerpt(path: target)) may be written by everyone, so nightd does not read it; "
      + "chmod o-w takes that away"
  }

  static func otherOwner(_ target: String, _ owner: UInt32) -> String {
    "\(Excerpt(path: target)) belonged to user \(owner), and is yours now"
  }

  static func changedMeanwhile(_ target: String, _ copy: String) -> String {
    "\(Excerpt(path: target)) was changed by someone else meanwhile, and stays as it is; "
      + "what you wrote is in \(copy)"
  }

  static func notTaken(_ target: String, _ copy: String, isNew: Bool) -> String {
    "\(Excerpt(path: target)) \(isNew ? "was not made" : "stays as it was"); "
      + "what you wrote is in \(copy)"
  }

  /// `left` is a folder with something in it, which the editor put in place of the file.
  static func editorLeftNoFile(_ left: String?) -> String {
    "the editor left no file that can be read, and nothing was changed"
      + (left.map { "; remove \(ShellWord.of($0)) if you do not need it" } ?? "")
  }

  static func needsTerminal(_ editor: String, _ config: String) -> String {
    "\(editor) needs a terminal, and standard input is not one; edit \(config) itself, or set VISUAL "
      + "to an editor with a window"
  }

  static func editorFailed(_ copy: String?) -> String {
    "the editor failed, and nothing was changed"
      + (copy.map { "; what you wrote is in \($0)" } ?? "")
  }

  static func editAgain(mayTake: Bool) -> String {
    mayTake
      ? "Return edits again, t takes it as it is, anything else leaves it: "
      : "Return edits again, anything else leaves it: "
  }
}
