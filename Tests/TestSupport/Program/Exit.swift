import Glibc

extension Program {
  /// How a program ended.
  package enum Exit: Equatable, Sendable, CustomStringConvertible {
    case exited(Int32)
    case signalled(Int32)

    /// Converts the status that waitpid returns for a program that has ended.
    init(status: Int32) {
      let signal = status & 0x7f
      self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }

    package var description: String {
      switch self {
      case .exited(let code): "exited with \(code)"
      case .signalled(let signal):
        "was killed by signal \(signal) (\(strsignal(signal).map { String(cString: $0) } ?? "?"))"
      }
    }
  }
}
