/// What mends a finding.
package enum Remedy: Equatable, Sendable {
  case command(String)
  case file(path: String, content: String)
  /// One line below a group of a file that is the person's own work.
  case line(path: String, group: String, line: String)

  /// What the person does: the command, or which file to write or to edit.
  var instruction: String {
    switch self {
    case .command(let command): command
    case .file(let path, _): "write \(ShellWord.of(path))"
    case .line(let path, _, _): "edit \(ShellWord.of(path))"
    }
  }

  /// The command for all that the doctor mends by itself.
  static let fix = Remedy.command("nightctl doctor --fix")
}
