import Glibc

/// Why a call or a connection failed.
package enum BusError: Error, Hashable, Sendable {
  /// No usable address of a session bus was found.
  case noBus(String)
  /// The bus at `address` did not accept the connection.
  case unreachable(address: String, why: String)
  /// The connection was lost.
  case disconnected
  /// No reply came within the timeout.
  case timedOut
  /// libdbus could not allocate memory.
  case outOfMemory
  /// An outgoing message breaks a rule of D-Bus or of this bus, or a received message cannot be
  /// read.
  case malformed(String)
  /// A message, a value or a type exceeds one of this module's limits.
  case tooLarge(String)
  /// The called program or the bus replied with an error.
  case refused(Refusal)
  /// Another program, which has this bus name, replied instead of the called program.
  case strangerAnswered(BusName)
  /// A system call failed.
  case system(call: String, errno: Int32)
}

extension BusError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noBus(let why): "there is no session bus: \(why)"
    case .unreachable(let address, let why): "cannot reach the bus at \(address): \(why)"
    case .disconnected: "the connection to the bus was lost"
    case .timedOut: "no reply came in time"
    case .outOfMemory: "out of memory"
    case .malformed(let why), .tooLarge(let why): why
    case .refused(let refusal): refusal.message
    case .strangerAnswered(let stranger): "\(stranger) answered a call made to another program"
    case .system(let call, let errno): "\(call): \(SystemError.message(errno))"
    }
  }
}

/// An error reply: a name that programs compare, and a message that people read.
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

/// Describes why a system call failed.
package enum SystemError {
  /// The message that describes an `errno` value.
  package static func message(_ code: Int32) -> String {
    // Do not use strerror: all threads share its buffer.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: start)
    }
  }

  /// The error of the system call that has just failed, made from `errno`.
  static func last(_ call: String) -> BusError { .system(call: call, errno: errno) }
}
