/// What mends a finding.
package enum Remedy: Equatable, Sendable {
  case command(String)
  case file(path: String, content: String)

  /// The command for all that the doctor mends by itself.
  static let fix = Remedy.command("nightctl doctor --fix")
}
