import Glibc
import TestSupport
import Testing

/// nightctl on a terminal whose other side is the test.
///
/// A shell with job control runs the command, as a user's shell does. The command's output is a
/// pipe, as in `$(nightctl get --terminal)`.
final class TerminalRun {
  static let colorScheme = "\u{1B}[?996n"
  static let background = "\u{1B}]11;?\u{1B}\\"
  static let changeReports = "\u{1B}[?2031$p"
  static let startReports = "\u{1B}[?2031h"
  static let endReports = "\u{1B}[?2031l"
  static let fence = "\u{1B}[c"

  /// The reply to the fence, the query that every terminal answers.
  static let attributes = "\u{1B}[?62;22c"
  static let dark = "\u{1B}[?997;1n"
  static let light = "\u{1B}[?997;2n"

  /// Runs the command and then waits, because the kernel closes a terminal when its shell ends.
  ///
  /// If the command is suspended, the shell runs the next typed line, such as `fg`.
  private static let script = """
    set -m
    ulimit -c 0
    trap : INT QUIT
    sh -c 'echo $$; exec "$@"' sh "$@"
    code=$?
    while [ $code = 148 ]; do
      echo stopped
      read -r line
      $line >/dev/null
      code=$?
    done
    echo "exit $code"
    exec tail -f /dev/null
    """

  /// Runs the command without job control.
  static let withoutJobControl = """
    sh -c 'echo $$; exec "$@"' sh "$@"
    echo "exit $?"
    exec tail -f /dev/null
    """

  let terminal: PseudoTerminal
  /// The mode of the terminal before the command.
  let mode: [UInt32]
  let shell: Program
  private let process: Int32

  init(
    _ words: String...,
    adding more: [String: String] = [:],
    script: String? = nil,
    typedBefore: String = ""
  ) throws {
    terminal = try PseudoTerminal()
    mode = terminal.mode
    try terminal.write(typedBefore)
    // No bus can be reached, because nightctl must not need one.
    let environment = [
      "PATH": Tool.searchPath, "LANG": "C.UTF-8", "TERM": "xterm-256color",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
      // On SIGQUIT, a program built with Swift would otherwise start a debugger on the terminal.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    shell = try Program.start(
      "/bin/sh",
      ["-c", script ?? Self.script, "sh", Built.nightctl] + words,
      environment: environment.merging(more) { $1 },
      input: .terminal(terminal.path)
    )
    process = Int32(try shell.nextLine()) ?? 0
  }

  /// The next line that nightctl or the shell prints.
  func nextLine() throws -> String { try shell.nextLine() }

  /// The next line on standard error.
  func nextErrorLine() throws -> String { try shell.nextErrorLine() }

  /// Answers the queries of `get --terminal`.
  func answer(_ replies: String) throws {
    let queries = try terminal.read(until: Self.fence)
    // The terminal also echoed what was typed before the command.
    guard queries.hasSuffix(Self.colorScheme + Self.background + Self.fence) else {
      throw ProgramError.missed("queries", of: "nightctl", instead: queries.debugDescription)
    }
    try terminal.write(replies)
  }

  /// Answers the first queries of `watch --terminal`.
  func answerWatch(_ replies: String) throws {
    _ = try terminal.read(until: Self.changeReports + Self.fence)
    try terminal.write(replies)
  }

  /// Waits until `watch --terminal` requests reports of changes, and answers the watch's query with
  /// a style.
  func awaitReports(_ style: String) throws {
    _ = try terminal.read(until: Self.startReports + Self.colorScheme)
    try terminal.write(style)
  }

  func send(_ signal: Int32) throws {
    guard process > 1, kill(process, signal) == 0 else {
      throw ProgramError.missed("process", of: "nightctl", instead: "\(process)")
    }
  }

  /// Stops nightctl until the time limit is over, and then sends the replies.
  ///
  /// The shell must have no job control; otherwise it would read the replies itself.
  func answer(afterTimeLimit replies: String) throws {
    try send(SIGSTOP)
    // A stopped command prints nothing.
    let error = #expect(throws: ProgramError.self) {
      try shell.nextLine(timeout: .milliseconds(250))
    }
    #expect(error?.problem == .timedOut(after: .milliseconds(250)))
    try terminal.write(replies)
    try send(SIGCONT)
  }
}
