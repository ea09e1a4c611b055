import Glibc
import NightBus
import NightDaemon
import TestSupport
import Testing

/// One program run beside a test, on a bus without a user manager.
final class ProgramBench {
  let bus: PrivateBus
  let loop: Loop
  let connection: Connection
  private(set) var lines: [String] = []
  private(set) var end: ProgramEnd?
  var run: ProgramRun?

  init() throws {
    bus = try PrivateBus()
    loop = try Loop()
    connection = try Connection(address: bus.address)
    try connection.attach(to: loop)
  }

  /// Starts a shell's text.
  func start(_ text: String, takesInput: Bool = false) throws {
    try start(["/bin/sh", "-c", text], takesInput: takesInput)
  }

  func start(_ words: [String], takesInput: Bool = false, patience: Int = 10_000) throws {
    let order = ProgramOrder(
      name: "test",
      purpose: "A program of the tests",
      words: words,
      environment: ["NIGHT_ADDED": "added"],
      takesInput: takesInput,
      startMilliseconds: patience
    )
    run = try ProgramRun(
      order,
      on: connection,
      loop,
      onLine: { [unowned self] in lines.append($0) },
      onEnd: { [unowned self] in end = $0 }
    )
  }

  func serve(until isDone: () -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while !isDone(), ContinuousClock.now < deadline {
      let stop = loop.timer { [loop] in loop.stop() }
      stop.set(milliseconds: 2)
      try loop.run()
    }
    try #require(isDone(), "\(lines), \(String(describing: end))")
  }

  func awaitEnd() throws -> ProgramEnd {
    try serve(until: { end != nil })
    return try #require(end)
  }

  static func lives(_ process: String?) -> Bool {
    process.flatMap { Int32($0) }.map { kill($0, 0) == 0 } ?? false
  }
}
