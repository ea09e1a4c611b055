package import NightBus

/// How a program ended.
package enum ProgramEnd: Equatable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)
  /// It ran, and nobody can say how it ended.
  case unknown
  case notStarted(BusError)

  init(_ end: ChildProcess.End) {
    switch end {
    case .exited(let code): self = .exited(code)
    case .killed(let signal): self = .killed(signal: signal)
    case .unknown: self = .unknown
    }
  }
}
