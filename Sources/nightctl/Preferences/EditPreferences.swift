import Glibc
import NightBus
import NightClient
import NightCore
import NightStore

/// The command `prefs edit`.
struct EditPreferences: Command {
  let nightctl: Nightctl

  /// Starts the editor on a copy of the user's config.json5, which the copy replaces only if the
  /// copy is valid.
  func editPreferences(_ invocation: Invocation) throws(Failure) {
    let config = try config()
    try checkTerminal(config)
    try InputFile.await([config])
    let copy = try EditedCopy(of: config)
    if !copy.strays.isEmpty {
      output.complain("nightctl: " + EditMessages.unfinished(copy.strays, copy.target))
    }
    var shown: [PreferenceFinding] = []
    var bytes: [UInt8]
    while true {
      let start = now.microseconds
      try edit(copy)
      let isQuick = now.microseconds - start < 1_000_000
      bytes = try copy.bytes()
      guard !copy.isUnchanged(bytes) else {
        copy.remove()
        try output.line(EditMessages.nothingWasChanged)
        if isQuick { output.complain("nightctl: " + EditMessages.editorReturnedAtOnce) }
        return
      }
      let findings = copy.findings(bytes)
      for finding in findings { output.complain("\(finding.place): \(finding.message)") }
      shown = findings
      if findings.isEmpty { break }
      switch try choice(findings) {
      case .edit: continue
      case .accept: break
      case .leave: throw .system(EditMessages.notTaken(copy.target, copy.path, isNew: copy.isNew))
      }
      break
    }
    try copy.install(bytes)
    for warning in copy.warnings { output.complain(warning) }
    if output.isTerminal { try output.line("\(copy.target) was changed.") }
    reportEffect(config, shown)
  }

  /// Prints the mistakes that the daemon finds in the user's config.json5.
  ///
  /// Prints nothing if no daemon runs.
  private func reportEffect(_ config: String, _ shown: [PreferenceFinding]) {
    guard
      let (findings, file) = try? ask({
        (client) throws(ClientError) -> ([PreferenceFinding], String?) in
        let findings = try client.check(.forbidden)
        let rows = try client.explainChoice()
        return (findings, rows.first { $0.origin == .user }?.file)
      }), let file
    else { return }
    guard EditedCopy.isSame(file, config) else {
      return output.complain(EditMessages.readsOther(file))
    }
    for finding in findings where finding.file == file {
      guard !shown.contains(where: { $0.message == finding.message }) else { continue }
      output.complain("\(finding.place): \(finding.message)")
      if let advice = finding.advice { output.complain("  " + advice) }
    }
  }

  private enum NextStep {
    case edit, accept, leave
  }

  /// Asks the user whether to edit again, to accept the mistakes, or to stop.
  ///
  /// If standard input is not a terminal, accepts a file with mistakes only if all mistakes are
  /// unknown keys.
  private func choice(_ findings: [PreferenceFinding]) throws(Failure) -> NextStep {
    let mayAccept = findings.allSatisfy { $0.kind == .unknown }
    guard isatty(STDIN_FILENO) == 1 else { return mayAccept ? .accept : .leave }
    _ = StandardStreams.write(EditMessages.editAgain(mayAccept: mayAccept), to: STDERR_FILENO)
    return switch readLine() {
    case "t" where mayAccept: .accept
    case "", "e": .edit
    default: .leave
    }
  }

  private func config() throws(Failure) -> String {
    guard let path = StandardFolders.userConfig(in: BaseFolders(environment: environment)) else {
      throw .system("neither XDG_CONFIG_HOME nor HOME gives the place of config.json5")
    }
    return path
  }

  private var editor: String {
    let named = [environment("VISUAL"), environment("EDITOR")].compactMap { $0 }
    return named.first { !$0.isEmpty } ?? "vi"
  }

  /// The editors that need a terminal.
  ///
  /// Without a terminal, these editors would wait for keys or print escape sequences.
  private static let terminalEditors = [
    "vi", "vim", "nvim", "nano", "pico", "micro", "joe", "mg", "ne", "helix", "hx", "kak",
  ]

  private func checkTerminal(_ config: String) throws(Failure) {
    guard isatty(STDIN_FILENO) == 0 else { return }
    let program = editor.split(separator: " ").first.map { String($0).fileName }
    guard let program, Self.terminalEditors.contains(program) else { return }
    throw .system(EditMessages.needsTerminal(program, config))
  }

  private func edit(_ copy: EditedCopy) throws(Failure) {
    // Start the editor with the default handling of SIGPIPE, because programs expect this.
    signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, SIG_IGN) }
    // The shell splits the editor's command line, as it does for other programs that use $EDITOR.
    let status = system(editor + " " + ShellWord.of(copy.path))
    guard status == 0 else {
      let isChanged = try !copy.isUnchanged(copy.bytes())
      if !isChanged { copy.remove() }
      throw .system(EditMessages.editorFailed(isChanged ? copy.path : nil))
    }
  }
}

/// Messages of `prefs edit`.
enum EditMessages {
  static let nothingWasChanged = "nothing was changed"

  static func readsOther(_ file: String) -> String {
    "nightd reads \(file) instead, because its XDG_CONFIG_HOME is different"
  }

  static func cannotEdit(_ path: String, _ why: String) -> String {
    "cannot change \(Excerpt(path: path)): \(why)"
  }

  static func kept(_ target: String, _ why: String, _ copy: String) -> String {
    cannotEdit(target, why) + "; what you wrote is in \(copy)"
  }

  /// The message that lists the files with unfinished edits, and shows the command that puts one of
  /// them into use.
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
    "if your editor opens a window and returns at once, use its option to wait, such as "
    + "EDITOR='code --wait'"

  static let editorRemovedFile =
    "the editor removed the file that it was given; \(nothingWasChanged)"

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

  /// If the editor made a folder in place of the file, and the folder is not empty, `left` is its
  /// path.
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
