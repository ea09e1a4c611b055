import NightBus
import NightCore
import NightDaemon
import Synchronization
import TestSupport
import Testing

/// Runs reactions as child processes in a test.
final class ReactionBench {
  let bus: PrivateBus
  private let runner: Runner
  let connection: Connection
  let reactions: Reactions
  private let lines = Lines()

  /// A log to which any thread may write.
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  init() throws {
    bus = try PrivateBus()
    runner = try Runner()
    let loop = runner.loop
    connection = try Connection(address: bus.address)
    try connection.attach(to: loop)
    let lines = lines
    reactions = Reactions(
      on: connection,
      loop,
      isUnit: false,
      clock: WallClock { 1_000_000 },
      log: Log { _, line in lines.all.withLock { $0.append(line) } }
    )
  }

  var logged: [String] { lines.all.withLock { $0 } }

  /// Requests a reaction that runs a shell script.
  func ask(
    _ text: String,
    lane: String = "test",
    limit: Int = 10_000,
    verdicts: [Int32: ReactionOrder.Verdict] = [:]
  ) {
    reactions.ask(
      ReactionOrder(
        lane: lane,
        purpose: "A reaction of the tests",
        arguments: ["/bin/sh", "-c", text],
        limitMilliseconds: limit,
        verdicts: verdicts
      ),
      Reactions.Handlers(onEnd: { [loop = runner.loop] _ in loop.stop() })
    )
  }

  /// Runs the loop until the condition is true; checks it after the end of each reaction.
  func serve(until holds: () -> Bool) throws {
    try runner.run(until: holds, known: "\(reactions.reports)")
  }

  func serve(untilEndOf process: ForeignProcess) throws {
    try runner.run(untilEndOf: process)
  }

  /// Returns the last report of the only lane (a queue of reactions), once this many reactions have
  /// ended.
  func outcome(after runs: UInt64 = 1) throws -> ReactionReport.Last {
    try serve(until: {
      reactions.reports.allSatisfy { !$0.isRunning && $0.last != nil }
        && reactions.reports.first?.runs == runs
    })
    return try #require(reactions.reports.first?.last)
  }
}
