import Glibc

/// Something that is read on the thread for reading while a start does other things.
///
/// Nothing else is served while its outcome is waited for. What is read after a piece that hangs is not
/// waited for at all.
package final class EarlyReading<Outcome: Sendable> {
  private unowned let loop: Loop
  private var outcome: Outcome?
  private var isLate = false
  private let late: (Outcome) -> Void

  /// Begins to read; `late` gets an outcome that was waited for in vain, once the loop runs.
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

  /// Waits for the outcome, but no longer than this; nil if it takes longer.
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
