import Glibc
import NightBus
import NightCore

extension Nightctl {
  /// The editor works on a copy, and only what can be read takes the place of the file.
  func editPreferences(_ invocation: Invocation) throws(Failure) {
    let copy = try EditedCopy(of: try config())
    while true {
      try edit(copy)
      let bytes = try copy.bytes()
      guard !copy.isUnchanged(bytes) else {
        copy.remove()
        return try output.line(Words.nothingWasChanged)
      }
      let findings = copy.findings(bytes)
      for finding in findings { output.complain("\(finding.place): \(finding.message)") }
      if findings.isEmpty { break }
      switch try choice(findings) {
      case .edit: continue
      case .take: break
      case .leave: throw .system(Words.notTaken(copy.target, copy.path))
      }
      break
    }
    try copy.install()
    if output.isTerminal { try output.line(Words.edited(copy.target)) }
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

  private func edit(_ copy: EditedCopy) throws(Failure) {
    let editor = [environment("VISUAL"), environment("EDITOR")].compactMap { $0 }
      .first { !$0.isEmpty }
    // The editor is to have the signals as every other program has them.
    signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, SIG_IGN) }
    // The shell splits the editor's words, as it does for everyone who starts one.
    let status = system((editor ?? "vi") + " " + Self.quoted(copy.path))
    guard status == 0 else {
      let isChanged = try !copy.isUnchanged(copy.bytes())
      if !isChanged { copy.remove() }
      throw .system(Words.editorFailed(isChanged ? copy.path : nil))
    }
  }

  /// As a shell takes it for one word.
  private static func quoted(_ path: String) -> String {
    let parts = path.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
