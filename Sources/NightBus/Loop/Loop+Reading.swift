import Glibc

extension Loop {
  /// Reads on the thread for reading and waits for the outcome, but no longer than this.
  ///
  /// Returns nil if it takes longer; `late` gets the outcome then, once the loop runs. For a start: nothing
  /// else is served meanwhile. What is read after a piece that hangs is not waited for at all.
  package func read<Outcome: Sendable>(
    within milliseconds: Int,
    _ work: @escaping @Sendable () -> Outcome,
    late: @escaping (Outcome) -> Void
  ) -> Outcome? {
    var outcome: Outcome?
    var isLate = false
    offloadReading(work) { [unowned self] in
      guard isLate else { return outcome = $0 }
      lateReadings -= 1
      late($0)
    }
    let deadline = Timer.now() &+ UInt64(milliseconds) * 1_000_000
    while outcome == nil, lateReadings == 0, Timer.now() < deadline {
      let left = (deadline &- Timer.now()) / 1_000_000 + 1
      var ready = pollfd(fd: mailbox.number, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, Int32(clamping: left)) > 0 { mailbox.deliver(on: self) }
    }
    guard outcome == nil else { return outcome }
    isLate = true
    lateReadings += 1
    return nil
  }
}
