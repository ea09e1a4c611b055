package import NightBus

/// A loop that a test runs until something has happened, with a time limit.
package final class Runner {
  /// The limit, after which the test fails.
  private static let timeoutMilliseconds = 20_000

  package struct TookTooLong: Error {
    /// What the test knew by then.
    package let known: String
  }

  package let loop: Loop
  private var isDone = false

  package init() throws { loop = try Loop() }

  /// Ends the present `run`, or the next one at once.
  package func done() {
    isDone = true
    loop.stop()
  }

  /// Serves until `done`.
  package func run() throws {
    defer { isDone = false }
    try run(until: { isDone })
  }

  /// Serves until the condition holds, which is checked whenever a handler stops the loop.
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

  /// Serves until another process has ended.
  package func run(untilEndOf process: ForeignProcess) throws {
    let watch = loop.watch(process.descriptor, events: ForeignProcess.ending) { [loop] _ in
      loop.stop()
    }
    defer { watch.cancel() }
    try run(until: { process.hasEnded }, known: "process \(process.number) lives")
  }

  /// Serves for a while, to show that something does not happen.
  ///
  /// However late the thread is, everything that was ready at the start is served.
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
