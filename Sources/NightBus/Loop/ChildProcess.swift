import CDBus
import Glibc

/// A program started as a child of this process, in a process group of its own.
///
/// Once it has ended, what it left behind in its group is killed. It lives until it is reaped,
/// whoever lets go of it, since nobody else would take it away; with the loop it is killed.
package final class ChildProcess {
  package enum End: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
    /// Another part of this process, or whoever started it, had children reaped unseen.
    case unknown
  }

  private let number: pid_t
  private let descriptor: FileDescriptor
  private var watch: Watch?
  private var patience: Timer?
  private let onEnd: (End) -> Void
  private var isEnded = false
  private weak var loop: Loop?
  private var farewell: UInt64?

  /// Starts the program with the signal settings of a login, on these streams, or our standard error
  /// where there is none for it, and with what stands in our own environment and is not replaced.
  ///
  /// The first word is a path.
  package init(
    _ words: [String],
    environment: [String: String],
    input: Int32,
    output: Int32,
    errors: Int32? = nil,
    on loop: Loop,
    onEnd: @escaping (End) -> Void
  ) throws(BusError) {
    let number = try Spawning.spawn(
      words,
      environment,
      streams: [input, output, errors ?? STDERR_FILENO]
    )
    do throws(BusError) {
      descriptor = try FileDescriptor(cdbus_pidfd_open(number), from: "pidfd_open")
    } catch {
      // Nothing else tells the loop of its end, and where it cannot be killed that may never come.
      kill(-number, SIGKILL)
      try loop.offloadAlone({ _ = Self.reap(number) }, then: {})
      throw error
    }
    self.number = number
    self.onEnd = onEnd
    watch = loop.watch(descriptor.number, events: Int16(POLLIN)) { [self] _ in reap() }
    patience = loop.timer { [unowned self] in signal(SIGKILL) }
    self.loop = loop
    farewell = loop.addFarewell {
      kill(-number, SIGKILL)
      _ = Self.reap(number)
    }
  }

  /// Asks it and its group to end, and ends them where they do not so in time.
  package func stop(milliseconds: Int = 2_000) {
    guard !isEnded else { return }
    signal(SIGTERM)
    patience?.set(milliseconds: milliseconds)
  }

  /// The number belongs to it until it is reaped.
  private func signal(_ signal: Int32) {
    if !isEnded { kill(-number, signal) }
  }

  private func reap() {
    guard !isEnded else { return }
    signal(SIGKILL)
    isEnded = true
    if let farewell { loop?.removeFarewell(farewell) }
    patience = nil
    onEnd(Self.reap(number))
    watch = nil
  }

  /// Takes away a child that has ended.
  static func reap(_ number: pid_t) -> End {
    var status: Int32 = 0
    var reaped = waitpid(number, &status, 0)
    while reaped < 0, errno == EINTR { reaped = waitpid(number, &status, 0) }
    return reaped == number ? end(status) : .unknown
  }

  /// As wait(2) packs it; its macros are not seen from Swift.
  private static func end(_ status: Int32) -> End {
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
  }
}
