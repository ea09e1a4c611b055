import TestSupport

/// A login of a user with nothing but a fresh home, on a machine where nightd is installed.
///
/// Its manager is a real `systemd --user`; the script beside the tests says how. Commands are run
/// one after the other by one shell of that user.
final class UserSession: Sendable {
  @TaskLocal static var current: UserSession?

  private let installation: Installation
  let home: TemporaryFolder
  private let shell: Program

  init() throws {
    installation = try Installation()
    home = try TemporaryFolder()
    shell = try Self.start(["/bin/sh"], installation, home, input: .pipe)
  }

  /// Logs out; nothing of the session is left when this returns.
  func end() throws -> Program.Exit {
    shell.closeInput()
    return try shell.wait()
  }

  /// Logs in for one command only.
  static func run(_ command: [String], home: TemporaryFolder? = nil) throws -> Program {
    let installation = try Installation()
    let home = try home ?? TemporaryFolder()
    return try withExtendedLifetime((installation, home)) {
      let program = try start(command, installation, home, input: .null)
      _ = try program.wait(timeout: .seconds(20))
      return program
    }
  }

  private static func start(
    _ command: [String],
    _ installation: Installation,
    _ home: TemporaryFolder,
    input: Program.Input
  ) throws(ProgramError) -> Program {
    let places = ["/usr/local/bin", "/usr/local/share"]
    return try Program.start(
      "\(Built.sourceRoot)/Tests/SystemdTests/user-manager",
      places.flatMap { ["--over", installation.folder.path + $0, $0] } + [home.path] + command,
      environment: ["PATH": "\(Tool.searchPath):/usr/sbin:/sbin"],
      input: input
    )
  }

  /// What a command said on both its outputs, and its exit code.
  struct Answer: Equatable {
    var output: String
    var code: Int32 = 0
  }

  /// Runs a line of shell to its end.
  func run(_ command: String) throws -> Answer {
    let end = "--- end, with code "
    try shell.write("{ \(command)\n} 2>&1 </dev/null; printf '\\n%s%s\\n' '\(end)' $?\n")
    var lines: [String] = []
    while true {
      let line = try shell.nextLine(timeout: .seconds(20))
      guard let code = line.hasPrefix(end) ? Int32(line.dropFirst(end.count)) : nil else {
        lines.append(line)
        continue
      }
      // One line end stands before the last line, and the command's own before that.
      while lines.last?.isEmpty == true { lines.removeLast() }
      return Answer(output: lines.joined(separator: "\n"), code: code)
    }
  }

  /// What a command that succeeds says.
  func said(_ command: String) throws -> String {
    let answer = try run(command)
    guard answer.code == 0 else { throw Unexpected(command: command, answer: answer) }
    return answer.output
  }

  struct Unexpected: Error {
    let command: String
    let answer: Answer
  }
}
