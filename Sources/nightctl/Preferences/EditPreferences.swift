import Glibc
import NightBus
import NightClient
import NightCore
import NightStore

/// The command `prefs edit`.
struct EditPreferences: Command {
  let nightctl: Nightctl

  /// Starts the editor on a copy, which replaces the file only if the copy is valid.
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
    if output.isTerminal { try output.line(EditMessages.edited(copy.target)) }
    reportEffect(config, shown)
  }

  /// Prints the mistakes that the daemon finds in the file.
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

  /// Asks the user what to do.
  ///
  /// Without a terminal, a file is accepted only if its sole mistakes are unknown keys.
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
      throw .system(EditMessages.noHome)
    }
    return path
  }

  private var editor: String {
    let named = [environment("VISUAL"), environment("EDITOR")].compactMap { $0 }
    return named.first { !$0.isEmpty } ?? "vi"
  }

  /// The editors that need a terminal: without one, they would wait for keys or draw into a file.
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
    // The editor must have the default handling of signals, like every other program.
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
