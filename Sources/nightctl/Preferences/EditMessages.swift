import NightBus
import NightCore

/// Messages of `prefs edit`.
enum EditMessages {
  static let nothingWasChanged = "nothing was changed"
  static let noHome = "neither XDG_CONFIG_HOME nor HOME says where config.json5 is"

  static func edited(_ target: String) -> String { "\(target) was changed." }

  static func readsOther(_ file: String) -> String {
    "nightd reads \(file) instead, because its XDG_CONFIG_HOME is different"
  }

  static func cannotEdit(_ path: String, _ why: String) -> String {
    "cannot change \(Excerpt(path: path)): \(why)"
  }

  static func kept(_ target: String, _ why: String, _ copy: String) -> String {
    cannotEdit(target, why) + "; what you wrote is in \(copy)"
  }

  /// Names the files that contain the text of unfinished edits, and the command that uses that
  /// text.
  static func unfinished(_ copies: [String], _ target: String) -> String {
    let isOne = copies.count == 1
    let edits =
      isOne ? "an earlier edit was not finished" : "\(copies.count) earlier edits were not finished"
    let files = Messages.joined(copies.map { "\(Excerpt(path: $0))" })
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
    let links = count == 1 ? "another hard link" : "\(count) other hard links"
    let verb = count == 1 ? "keeps" : "keep"
    return "\(Excerpt(path: target)) had \(links), which \(verb) the old text"
  }

  static func writableByAll(_ target: String) -> String {
    "\(Excerpt(path: target)) is writable by everyone, so nightd does not read it; "
      + "chmod o-w removes this permission"
  }

  static func changedMeanwhile(_ target: String, _ copy: String) -> String {
    "\(Excerpt(path: target)) was changed by someone else meanwhile, and stays as it is; "
      + "what you wrote is in \(copy)"
  }

  static func notTaken(_ target: String, _ copy: String, isNew: Bool) -> String {
    "\(Excerpt(path: target)) \(isNew ? "was not made" : "stays as it was"); "
      + "what you wrote is in \(copy)"
  }

  /// `left` is a non-empty folder with which the editor replaced the file; otherwise nil.
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

  static func editAgain(mayAccept: Bool) -> String {
    mayAccept
      ? "Press Return to edit again, type t to keep the edit as it is, or anything else to leave the file "
        + "unchanged: "
      : "Press Return to edit again; type anything else to leave the file unchanged: "
  }
}
