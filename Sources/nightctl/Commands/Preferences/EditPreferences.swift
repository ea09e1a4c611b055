import Glibc
import NightBus
import NightClient
import NightCore

extension Nightctl {
  /// The editor works on a copy, and only what can be read takes the place of the file.
  func editPreferences(_ invocation: Invocation) throws(Failure) {
    let config = try config()
    try checkTerminal(config)
    try awaitFiles([config])
    let copy = try EditedCopy(of: config)
    if !copy.strays.isEmpty {
      output.complain("nightctl: " + Words.unfinished(copy.strays, copy.target))
    }
    var told: [PreferenceFinding] = []
    while true {
      let start = now.microseconds
      try edit(copy)
      let isQuick = now.microseconds - start < 1_000_000
      let bytes = try copy.bytes()
      guard !copy.isUnchanged(bytes) else {
        copy.remove()
        try output.line(Words.nothingWasChanged)
        if isQuick { output.complain("nightctl: " + Words.editorReturnedAtOnce) }
        return
      }
      let findings = copy.findings(bytes)
      for finding in findings { output.complain("\(finding.place): \(finding.message)") }
      told = findings
      if findings.isEmpty { break }
      switch try choice(findings) {
      case .edit: continue
      case .take: break
      case .leave: throw .system(Words.notTaken(copy.target, copy.path, isNew: copy.isNew))
      }
      break
    }
    try copy.install()
    for warning in copy.warnings { output.complain(warning) }
    if output.isTerminal { try output.line(Words.edited(copy.target)) }
    tellEffect(config, told)
  }

  /// What the daemon makes of the file, where one runs; without one nothing is missing.
  private func tellEffect(_ config: String, _ told: [PreferenceFinding]) {
    guard
      let (findings, file) = try? ask({
        (client) throws(ClientError) -> ([PreferenceFinding], String?) in
        let findings = try client.check(.forbidden)
        let rows = try client.explainChoice()
        return (findings, rows.first { $0.origin == .user }?.file)
      }), let file
    else { return }
    guard EditedCopy.isSame(file, config) else {
      return output.complain(Words.readsOther(file))
    }
    for finding in findings where finding.file == file {
      guard !told.contains(where: { $0.message == finding.message }) else { continue }
      output.complain("\(finding.place): \(finding.message)")
      if let advice = finding.advice { output.complain("  " + advice) }
    }
  }

  private enum Answer {
    case edit, take, leave
  }

  /// Asks the person; where nobody is there, what is wrong is not taken.
  private func choice(_ findings: [PreferenceFinding]) throws(Failure) -> Answer {
    let mayTake = findings.allSatisfy { $0.kind == .unknown }
    guard isatty(STDIN_FILENO) == 1 else { return mayTake ? .take : .leave }
    _ = StandardStreams.write(Words.editAgain(mayTake: mayTake), to: STDERR_FILENO)
    return switch readLine() {
    case "t" where mayTake: .take
    case "", "e": .edit
    default: .leave
    }
  }

  private func config() throws(Failure) -> String {
    func absolute(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard
      let folder = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map({ $0 + "/.config" })
    else { throw .system(Words.noHome) }
    return folder + "/nightd/config.json5"
  }

  private var editor: String {
    let named = [environment("VISUAL"), environment("EDITOR")].compactMap { $0 }
    return named.first { !$0.isEmpty } ?? "vi"
  }

  /// Editors that would wait for keys, or draw into a file, without a terminal.
  private static let terminalEditors = [
    "vi", "vim", "nvim", "nano", "pico", "micro", "joe", "mg", "ne", "helix", "hx", "kak",
  ]

  private func checkTerminal(_ config: String) throws(Failure) {
    guard isatty(STDIN_FILENO) == 0 else { return }
    let program = editor.split(separator: " ").first?.split(separator: "/").last.map(String.init)
    guard let program, Self.terminalEditors.contains(program) else { return }
    throw .system(Words.needsTerminal(program, config))
  }

  private func edit(_ copy: EditedCopy) throws(Failure) {
    // The editor is to have the signals as every other program has them.
    signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, SIG_IGN) }
    // The shell splits the editor's words, as it does for everyone who starts one.
    let status = system(editor + " " + ShellWord.of(copy.path))
    guard status == 0 else {
      let isChanged = try !copy.isUnchanged(copy.bytes())
      if !isChanged { copy.remove() }
      throw .system(Words.editorFailed(isChanged ? copy.path : nil))
    }
  }
}
