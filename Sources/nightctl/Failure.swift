import NightBus
import NightClient

enum ExitCode {
  static let done: Int32 = 0
  static let refused: Int32 = 1
  static let usage: Int32 = 2
  static let absent: Int32 = 3
  static let output: Int32 = 4
  /// What a shell shows for a program that SIGPIPE ended: 128 and the signal's number.
  static let readerLeft: Int32 = 141
}

/// Why a command was not done.
enum Failure: Error {
  /// The words were wrong; help names the command whose help would serve.
  case usage(String, help: String?)
  case client(ClientError)
  /// What was to be printed could not be.
  case output(code: Int32)
  case system(String)
  /// What was to be run for someone could not be.
  case notRun(String, code: Int32)

  var exitCode: Int32 {
    switch self {
    case .usage: ExitCode.usage
    case .client(.denied), .client(.refused), .client(.garbled),
      .client(.forged), .system:
      ExitCode.refused
    case .client: ExitCode.absent
    case .output: ExitCode.output
    case .notRun(_, let code): code
    }
  }

  var sentence: String {
    switch self {
    case .usage(let why, let command):
      why + "; see nightctl " + (command.map { $0 + " --help" } ?? "--help")
    case .client(let error): Words.sentence(error)
    case .output(let code): "cannot write to standard output: \(SystemError.message(code))"
    case .system(let why), .notRun(let why, _): why
    }
  }
}
