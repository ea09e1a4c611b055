/// Why something on the bus could not be done.
package enum BusError: Error, Hashable, Sendable {
  /// There is no bus to speak of: no address is known.
  case noBus(String)
  /// The bus at the address did not take us.
  case unreachable(address: String, why: String)
  /// The connection was lost.
  case disconnected
  /// No answer came in time.
  case timedOut
  /// libdbus could not get memory.
  case outOfMemory
  /// What was to be sent is not allowed on a bus.
  case malformed(String)
  /// What was to be sent is larger than a bus takes.
  case tooLarge(String)
  /// The other side answered with an error.
  case refused(Refusal)
  /// The only answer came from a program that was not asked.
  case strangerAnswered(BusName)
  /// The kernel refused a call.
  case system(call: String, errno: Int32)
}

extension BusError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noBus(let why): "there is no session bus: \(why)"
    case .unreachable(let address, let why): "cannot reach the bus at \(address): \(why)"
    case .disconnected: "the connection to the bus was lost"
    case .timedOut: "no answer came in time"
    case .outOfMemory: "out of memory"
    case .malformed(let why), .tooLarge(let why): why
    case .refused(let refusal): refusal.message
    case .strangerAnswered(let stranger): "\(stranger) answered a call made to another program"
    case .system(let call, let errno): "\(call): \(SystemError.words(errno))"
    }
  }
}

/// An answer that is an error: a name for programs and a sentence for people.
package struct Refusal: Error, Hashable, Sendable {
  package let name: ErrorName
  package let message: String

  package init(_ name: ErrorName, _ message: String) {
    self.name = name
    self.message = message
  }
}

extension Refusal {
  package static func invalidArguments(_ message: String) -> Refusal {
    Refusal("org.freedesktop.DBus.Error.InvalidArgs", message)
  }

  package static func failed(_ message: String) -> Refusal {
    Refusal("org.freedesktop.DBus.Error.Failed", message)
  }
}
