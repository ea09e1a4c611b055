import NightClient
import NightCore

/// Why nightd did not do what was asked.
public enum NightError: Error, Equatable, Sendable {
  /// There is no session bus, or it was lost.
  case noBus(String)
  /// The daemon is not running and could not be started.
  case noDaemon(String)
  /// The daemon did not answer, or ended before it did; whether it acted is not known.
  case noAnswer
  /// The choice could not be stored; the sentence says whether anything may have changed.
  case notDurable(String)
  /// The daemon, the bus or a sandbox said no for another reason.
  case refused(String)

  init(_ error: ClientError) {
    self =
      switch error {
      case .noBus(let why): .noBus(why)
      case .noDaemon(let why): .noDaemon(why)
      case .noAnswer, .silent, .ended, .forged: .noAnswer
      case .denied(let why): .refused("the bus or a sandbox does not allow it (\(why))")
      case .refused(.notDurable, let why): .notDurable(why)
      case .refused(_, let why), .garbled(let why): .refused(why)
      }
  }
}

extension NightError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    // Who says no says it in a sentence, and it is not always nightd.
    case .noBus(let why), .refused(let why): why
    case .noDaemon(let why): "nightd is not running and could not be started: \(why)"
    case .noAnswer: "nightd did not answer"
    case .notDurable(let why): "nightd could not store it: \(why)"
    }
  }
}
