/// What mends a finding.
package enum Remedy: Equatable, Sendable {
  case command(String)
  case file(path: String, content: String)
  /// One line below a group of a file that is the person's own work.
  case line(path: String, group: String, line: String)

  /// The command for all that the doctor mends by itself.
  static let fix = Remedy.command("nightctl doctor --fix")
}
