/// A system call of a program at which strace causes a fault.
struct Injection: Sendable, CustomStringConvertible {
  enum Effect: Sendable, CustomStringConvertible, Equatable {
    /// strace returns this error instead of making the call.
    case error(String)
    /// strace kills the program when it makes the call.
    case kill

    static let all = ["ENOSPC", "EIO", "EDQUOT", "EROFS", "EINTR", "EMFILE"].map(error) + [kill]

    var description: String {
      switch self {
      case .error(let name): name
      case .kill: "SIGKILL"
      }
    }
  }

  let call: String
  /// The number of the call among the calls of the same name in its thread.
  let ordinal: Int
  let effect: Effect
  /// Whether all later calls of this name fail, too.
  var isLasting = false

  var options: [String] {
    let what =
      switch effect {
      case .error(let name): "error=\(name)"
      case .kill: "signal=SIGKILL"
      }
    let when = "\(ordinal)\(isLasting ? "+" : "")"
    return ["-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):\(what):when=\(when)"]
  }

  var description: String { "\(call) \(ordinal)\(isLasting ? " and later" : "") \(effect)" }

  /// Calls that strace must not make fail: those that cannot fail, and `close`.
  ///
  /// If strace made `close` fail, the file would stay open and locked, which a real failure does
  /// not cause.
  private static let neverRefused: Set = [
    "close", "geteuid", "getuid", "getegid", "getgid", "getpid", "gettid", "set_tid_address",
  ]

  /// All faults at all calls of a run without faults; if `step` is more than 1, only every
  /// `step`-th of these.
  static func all(of calls: [RecordedCall], every step: Int) -> [Injection] {
    var most: [String: Int] = [:]
    // Leave out the execve that starts the program, because strace itself makes it.
    for call in calls where call.name != "execve" {
      most[call.name] = max(most[call.name] ?? 0, call.ordinal)
    }
    // No kernel refuses a write to an eventfd, such as the event loop's, so leave out these writes.
    let impossible = Set(
      calls.filter { $0.name == "write" && $0.text.contains("[eventfd]") }
        .map { "\($0.name) \($0.ordinal)" }
    )
    let all = most.sorted { $0.key < $1.key }.flatMap { name, count in
      (1...count).flatMap { ordinal in
        let isImpossible =
          impossible.contains("\(name) \(ordinal)") || neverRefused.contains(name)
        return (isImpossible ? [.kill] : Effect.all).map {
          Injection(call: name, ordinal: ordinal, effect: $0)
        }
      }
    }
    return all.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
  }
}
