import NightBus
import NightDaemon
import TestSupport
import Testing

/// Runs one program beside nightd's loop, on a bus without a user manager.
final class ProgramBench {
  let bus: PrivateBus
  let connection: Connection
  private let runner: Runner
  private(set) var lines: [String] = []
  private var splitter = LineSplitter()
  private(set) var end: ProgramEnd?
  var run: ProgramRun?
  var loop: Loop { runner.loop }

  init() throws {
    bus = try PrivateBus()
    runner = try Runner()
    connection = try Connection(address: bus.address)
    try connection.attach(to: runner.loop)
  }

  /// Starts a shell script.
  func start(_ text: String, takesInput: Bool = false) throws {
    try start(["/bin/sh", "-c", text], takesInput: takesInput)
  }

  func start(_ words: [String], takesInput: Bool = false, timeout: Int = 10_000) throws {
    let order = ProgramOrder(
      name: "test",
      purpose: "A program of the tests",
      arguments: words,
      environment: ["NIGHT_ADDED": "added"],
      takesInput: takesInput,
      startMilliseconds: timeout
    )
    run = try ProgramRun(
      order,
      on: connection,
      loop,
      onOutput: { [unowned self] in
        lines += splitter.append($0)
        loop.stop()
      },
      onEnd: { [unowned self] in
        end = $0
        loop.stop()
      }
    )
  }

  /// Runs the loop until the condition is true.
  ///
  /// The condition is checked after each line and after the program's end.
  func serve(until holds: () -> Bool) throws {
    try runner.run(until: holds, known: "\(lines), \(String(describing: end))")
  }

  func serve(untilEndOf process: ForeignProcess) throws {
    try runner.run(untilEndOf: process)
  }

  func awaitEnd() throws -> ProgramEnd {
    try serve(until: { end != nil })
    return try #require(end)
  }

  /// The processes whose numbers the program printed; returns once the program has printed `count`
  /// numbers.
  func processes(_ count: Int) throws -> [ForeignProcess] {
    try serve(until: { lines.count == count })
    return try lines.map { try #require(ForeignProcess(Int32($0)), "\($0)") }
  }
}
