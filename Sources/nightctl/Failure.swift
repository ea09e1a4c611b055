import NightBus
import NightClient

/// The exit codes of nightctl.
enum ExitCode {
  static let done: Int32 = 0
  static let refused: Int32 = 1
  static let usage: Int32 = 2
  static let absent: Int32 = 3
  static let output: Int32 = 4
  /// The exit code that shells show for a program that SIGPIPE ended: 128 plus the signal's number.
  static let readerLeft: Int32 = 141
}

/// Why a command failed.
enum Failure: Error {
  /// The arguments are wrong; the message ends with `see nightctl HELP --help`.
  case usage(String, help: String?)
  case client(ClientError)
  /// The terminal cannot be asked, or it did not answer.
  case terminal(String)
  /// Writing to standard output failed, with this errno.
  case output(code: Int32)
  case system(String)
  /// The command of `inhibit` could not be run. `code` is the exit code.
  case notRun(String, code: Int32)

  var exitCode: Int32 {
    switch self {
    case .usage: ExitCode.usage
    case .client(.denied), .client(.refused), .client(.garbled),
      .client(.forged), .system:
      ExitCode.refused
    case .client, .terminal: ExitCode.absent
    case .output: ExitCode.output
    case .notRun(_, let code): code
    }
  }

  var sentence: String {
    switch self {
    case .usage(let why, let command):
      why + "; see nightctl " + (command.map { $0 + " --help" } ?? "--help")
    case .client(let error): Messages.sentence(error)
    case .output(let code): "cannot write to standard output: \(SystemError.message(code))"
    case .system(let why), .terminal(let why), .notRun(let why, _): why
    }
  }
}
