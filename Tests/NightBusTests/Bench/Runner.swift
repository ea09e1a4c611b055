import NightBus

/// A loop that a test runs until something has happened, and never for ever.
final class Runner {
  /// A test that waits longer than this has failed.
  private static let patienceMilliseconds = 20_000

  struct TookTooLong: Error {}

  let loop: Loop
  private var isDone = false

  init() throws { loop = try Loop() }

  /// Ends the present `run`, or the next one at once.
  func done() {
    isDone = true
    loop.stop()
  }

  /// Serves until `done`.
  func run() throws {
    var isLate = false
    let deadline = loop.timer { [loop] in
      isLate = true
      loop.stop()
    }
    deadline.set(milliseconds: Self.patienceMilliseconds)
    if !isDone { try loop.run() }
    isDone = false
    if isLate { throw TookTooLong() }
    withExtendedLifetime(deadline) {}
  }

  /// Serves for a while, for showing that something does not happen.
  ///
  /// However late the thread is, what was ready at the start is served.
  func run(milliseconds: Int) throws {
    var isLast = false
    var end: Timer?
    end = loop.timer { [unowned self] in
      if isLast { return done() }
      isLast = true
      end?.set(milliseconds: 0)
    }
    end?.set(milliseconds: milliseconds)
    try run()
    end = nil
  }
}
