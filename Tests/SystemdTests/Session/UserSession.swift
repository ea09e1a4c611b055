import Glibc
import Synchronization
import TestSupport

/// A login session of a user with a fresh home, on a machine on which nightd is installed.
///
/// The session's manager is a real `systemd --user`, which the script `user-manager` starts. One
/// shell of this user runs all commands, one after another.
final class UserSession: Sendable {
  @TaskLocal static var current: UserSession?

  private static let portalFolder = "/usr/share/xdg-desktop-portal"

  private let installation: Installation
  let home: TemporaryFolder
  /// The session's folder /etc, which the user cannot change.
  private let etc: TemporaryFolder
  private let shell: Program
  private let commandCount = Mutex(0)

  /// Logs in.
  ///
  /// `namespaces` is a kind of namespace, such as `user` or `mnt`, that no process in the session
  /// can create, as on a hardened machine.
  init(without namespaces: String? = nil) throws {
    installation = try Installation()
    home = try TemporaryFolder()
    etc = try TemporaryFolder()
    let copied = try Program.run("cp", ["-a", "/etc", etc.path])
    guard copied.exit == .exited(0) else { throw Installation.Failure(made: copied) }
    shell = try Self.start(
      ["/bin/sh"],
      installation,
      home,
      over: [(etc.file("etc"), "/etc")],
      without: namespaces,
      input: .pipe
    )
  }

  /// The path, outside the session, of the file that is at `path` inside the session.
  func installed(_ path: String) -> String { installation.folder.path + path }

  /// Changes the machine's zone, as an administrator would.
  func setZone(_ file: String) throws {
    let link = etc.file("etc/localtime")
    _ = try Program.run("ln", ["-s", file, link + ".new"])
    guard rename(link + ".new", link) == 0 else { throw CancellationError() }
  }

  /// Logs out; when this returns, no process of the session is left.
  func end() throws -> Program.Exit {
    shell.closeInput()
    return try shell.wait()
  }

  /// Logs in for a single command.
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
    over more: [(folder: String, place: String)] = [],
    without namespaces: String? = nil,
    input: Program.Input
  ) throws(ProgramError) -> Program {
    // Hide the machine's own portal backends. If no portal is installed, the folder of the backends
    // does not exist, so it cannot be hidden.
    let places = ["/usr/local/bin", "/usr/local/share"]
    let installed = (SkipReason.portal == nil ? places + [portalFolder] : places)
      .map { (folder: installation.folder.path + $0, place: $0) }
    return try Program.start(
      "\(Built.sourceRoot)/Tests/SystemdTests/user-manager",
      (namespaces.map { ["--without", $0] } ?? [])
        + (installed + more).flatMap { ["--over", $0.folder, $0.place] } + [home.path] + command,
      environment: ["PATH": "\(Tool.searchPath):/usr/sbin:/sbin"],
      input: input
    )
  }

  /// A command's output on both streams, and the command's exit code.
  struct Answer: Equatable {
    var output: String
    var code: Int32 = 0
  }

  /// Runs a line of shell code until it ends.
  ///
  /// Throws if the line does not end in time. If the line prints output later, that output is not
  /// taken for the output of the next line.
  func run(_ command: String, timeout: Duration = .seconds(20)) throws -> Answer {
    let number = commandCount.withLock { count in
      count += 1
      return count
    }
    try shell.write(
      "{ \(command)\n} 2>&1 </dev/null; printf '\\n\(Self.end)%d %d\\n' \(number) $?\n"
    )
    var lines: [String] = []
    while true {
      let line = try shell.nextLine(timeout: timeout)
      guard let mark = Self.mark(line) else {
        lines.append(line)
        continue
      }
      guard mark.number == number else {
        lines = []
        continue
      }
      // Drop empty lines at the end: the end marker begins with a line feed, and the command's
      // output usually ends with one.
      while lines.last?.isEmpty == true { lines.removeLast() }
      return Answer(output: lines.joined(separator: "\n"), code: mark.code)
    }
  }

  private static let end = "--- end, with number and code "

  /// Reads an end marker: the number of the command that ended, and the command's exit code.
  private static func mark(_ line: String) -> (number: Int, code: Int32)? {
    guard line.hasPrefix(end) else { return nil }
    let words = line.dropFirst(end.count).split(separator: " ")
    guard words.count == 2, let number = Int(words[0]), let code = Int32(words[1]) else {
      return nil
    }
    return (number, code)
  }

  /// Runs a command that must succeed, and returns its output.
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
