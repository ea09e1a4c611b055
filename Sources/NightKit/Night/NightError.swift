import NightClient
import NightCore

/// Why a request to nightd failed; the error's description is a sentence for users.
public enum NightError: Error, Equatable, Sendable {
  /// There is no session bus, or the connection to it was lost.
  case noBus(String)
  /// The daemon is not running and could not be started.
  case noDaemon(String)
  /// The daemon did not reply in time, or has ended; it may still have carried out the request.
  case noAnswer
  /// The daemon could not store the requested change; the string explains whether anything may have
  /// changed.
  case notDurable(String)
  /// The daemon, the bus or a sandbox refused the request; the string gives the reason.
  case refused(String)
  /// The task was cancelled before the answer came; nightd may still make the requested change.
  case cancelled

  init(_ error: ClientError) {
    self =
      switch error {
      case .noBus(let why): .noBus(why)
      case .noDaemon(let why, _): .noDaemon(why)
      case .noAnswer, .silent, .ended, .forged: .noAnswer
      case .denied(let why): .refused("the bus or a sandbox does not allow it (\(why))")
      case .refused(.notDurable, let why): .notDurable(why)
      case .refused(_, let why), .garbled(let why): .refused(why)
      }
  }
}

extension NightError: CustomStringConvertible {
  /// The error as a sentence for users.
  public var description: String {
    switch self {
    // Do not add anything to these strings: they are complete sentences, and programs other than
    // nightd may have sent them.
    case .noBus(let why), .refused(let why): why
    case .noDaemon(let why): "nightd is not running and could not be started: \(why)"
    case .noAnswer: "nightd did not answer"
    case .cancelled: "the task was cancelled before nightd answered"
    case .notDurable(let why): "nightd could not store it: \(why)"
    }
  }
}
