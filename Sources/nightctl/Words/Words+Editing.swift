import NightBus

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

  static func otherNames(_ target: String, _ count: Int) -> String {
    let names = count == 1 ? "another name, under which" : "\(count) other names, under which"
    return "\(Excerpt(path: target)) had \(names) the file stays as it was"
  }

  static func writableByAll(_ target: String) -> String {
    "\(Excerpt(path: target)) may be written by everyone, so that nightd does not read it; "
      + "chmod o-w takes that away"
  }

  static func otherOwner(_ target: String, _ owner: UInt32) -> String {
    "\(Excerpt(path: target)) belonged to user \(owner), and is yours now"
  }

  static func changedMeanwhile(_ target: String, _ copy: String) -> String {
    "\(Excerpt(path: target)) was changed by someone else meanwhile, and stays as it is; "
      + "what you wrote is in \(copy)"
  }

  static func notTaken(_ target: String, _ copy: String) -> String {
    "\(Excerpt(path: target)) stays as it was; what you wrote is in \(copy)"
  }

  static let editorLeftNoFile =
    "the editor left no file that can be read, and nothing was changed"

  static func needsTerminal(_ editor: String, _ config: String) -> String {
    "\(editor) needs a terminal, and standard input is none; edit \(config) itself, or set VISUAL "
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
