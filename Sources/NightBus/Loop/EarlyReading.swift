import Glibc

/// A reading that runs on the reading thread while the program's start does other things.
///
/// While `wait` waits, the loop handles only the work in its mailbox. If an earlier reading still
/// hangs after its wait has ended, `wait` returns at once.
package final class EarlyReading<Outcome: Sendable> {
  private unowned let loop: Loop
  private var outcome: Outcome?
  private var isLate = false
  private let late: (Outcome) -> Void

  /// Starts reading; `late` gets the outcome if it arrives after `wait` has returned nil.
  package init(
    on loop: Loop,
    _ work: @escaping @Sendable () -> Outcome,
    late: @escaping (Outcome) -> Void
  ) {
    self.loop = loop
    self.late = late
    loop.offloadReading(work) { [self] in arrived($0) }
  }

  private func arrived(_ outcome: Outcome) {
    guard isLate else { return self.outcome = outcome }
    loop.offloaded.lateReadings -= 1
    late(outcome)
  }

  /// Waits up to `milliseconds` for the outcome; returns nil if the outcome has not arrived.
  package func wait(milliseconds: Int) -> Outcome? {
    let deadline = Timer.now() &+ UInt64(milliseconds) * 1_000_000
    while outcome == nil, loop.offloaded.lateReadings == 0, Timer.now() < deadline {
      let left = (deadline &- Timer.now()) / 1_000_000 + 1
      var ready = pollfd(fd: loop.mailbox.number, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, Int32(clamping: left)) > 0 { loop.mailbox.doWork(on: loop) }
    }
    guard outcome == nil else { return outcome }
    isLate = true
    loop.offloaded.lateReadings += 1
    return nil
  }
}
