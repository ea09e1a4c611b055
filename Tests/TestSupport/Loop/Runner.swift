package import NightBus

/// Runs an event loop for a test until something has happened, but only for a limited time.
package final class Runner {
  /// The time after which the test fails.
  private static let timeoutMilliseconds = 20_000

  package struct TookTooLong: Error {
    /// What the test knew when the time limit was reached.
    package let known: String
  }

  package let loop: Loop
  private var isDone = false

  package init() throws { loop = try Loop() }

  /// Ends the current `run`; if none is under way, ends the next one at once.
  package func done() {
    isDone = true
    loop.stop()
  }

  /// Runs the loop until `done` is called.
  package func run() throws {
    defer { isDone = false }
    try run(until: { isDone })
  }

  /// Runs the loop until the condition is true; checks it each time a handler stops the loop.
  package func run(
    until holds: () -> Bool,
    known: @autoclosure () -> String = ""
  ) throws {
    var isLate = false
    let deadline = loop.timer { [loop] in
      isLate = true
      loop.stop()
    }
    deadline.set(milliseconds: Self.timeoutMilliseconds)
    while !holds() {
      if isLate { throw TookTooLong(known: known()) }
      try loop.run()
    }
    withExtendedLifetime(deadline) {}
  }

  /// Runs the loop until another process has ended.
  package func run(untilEndOf process: ForeignProcess) throws {
    let watch = loop.watch(process.descriptor, events: ForeignProcess.ending) { [loop] _ in
      loop.stop()
    }
    defer { watch.cancel() }
    try run(until: { process.hasEnded }, known: "process \(process.number) lives")
  }

  /// Runs the loop for a while, so that a test can show that something does not happen.
  ///
  /// Even if this thread is late, all events that were pending at the beginning are handled.
  package func run(milliseconds: Int) throws {
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
