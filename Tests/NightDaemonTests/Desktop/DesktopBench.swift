import NightBus
import NightCore
import NightDaemon
import Synchronization
import TestSupport
import Testing

/// Fake sources on a private bus, and a `DesktopWatch` that runs on the test's own loop.
final class DesktopBench {
  struct TookTooLong: Error {}

  let bus: PrivateBus
  let home: TemporaryFolder
  let loop: Loop
  let connection: Connection
  let watch: DesktopWatch
  /// The reports about the desktop's settings, in order.
  private(set) var reports: [DesktopReport?] = []
  private let lines = Log.Lines()
  var logged: [String] { lines.all }
  private var backends: [MadeUpBackend] = []

  init(
    bus: PrivateBus? = nil,
    environment: [String: String] = [:],
    programEnvironment: [String: String] = [:],
    desktops: [String] = [],
    delays: DesktopDelays = .quick
  ) throws {
    self.bus = try bus ?? PrivateBus()
    home = self.bus.home
    loop = try Loop()
    connection = try Connection(address: self.bus.address)
    try connection.attach(to: loop)
    let lines = lines
    watch = DesktopWatch(
      on: connection,
      loop,
      hasOnlyMemory: environment["GSETTINGS_BACKEND"] == "memory",
      scripts: SettingsScript.scripts(desktops) { _ in true },
      isUnit: environment["INVOCATION_ID"] != nil,
      programEnvironment: programEnvironment,
      delays: delays,
      log: Log { _, line in lines.add(line) }
    )
    watch.onReport = { [unowned self] report in reports.append(report) }
  }

  /// Puts a fake backend on the bus, optionally under a well-known name.
  @discardableResult
  func backend(_ name: String? = nil, _ behavior: MadeUpBackend.Behavior) throws -> MadeUpBackend {
    let backend = try MadeUpBackend(bus.address, on: loop, behavior)
    if let name { try own(name, backend) }
    backends.append(backend)
    return backend
  }

  func own(_ name: String, _ backend: MadeUpBackend) throws {
    let name = try BusName(checking: "org.freedesktop.impl.portal.desktop.\(name)")
    let connection = try #require(backend.connection)
    try #require(try connection.request(name, milliseconds: 10_000) == .owned)
  }

  /// Disconnects the backend from the bus, as if its process had ended.
  func end(_ backend: MadeUpBackend) {
    backends.removeAll { $0 === backend }
    backend.end()
  }

  /// Runs the loop until the condition is true.
  func serve(until isDone: @escaping () -> Bool, _ comment: Comment? = nil) throws {
    try serve(milliseconds: 10_000, until: isDone)
    try #require(isDone(), comment)
  }

  /// Runs the loop for this time, to show that something does not happen.
  func serve(milliseconds: Int, until isDone: @escaping () -> Bool = { false }) throws {
    var isLate = false
    let deadline = loop.timer { isLate = true }
    deadline.set(milliseconds: milliseconds)
    let look = loop.timer {}
    while !isLate, !isDone() {
      // Each turn of the loop handles the ready events, or waits for a millisecond.
      let stop = loop.timer { [loop] in loop.stop() }
      stop.set(milliseconds: 1)
      try loop.run()
    }
    withExtendedLifetime((deadline, look)) {}
  }

  /// Runs the loop until there have been this many reports in total; returns the last one.
  @discardableResult
  func report(_ count: Int) throws -> DesktopReport? {
    try serve(until: { [unowned self] in reports.count >= count }, "\(reports), \(logged)")
    return reports[count - 1]
  }

  /// Runs the loop until the last report is this one.
  func awaitReport(_ report: DesktopReport?) throws {
    try serve(
      until: { [unowned self] in reports.last == .some(report) },
      "\(reports), \(logged)"
    )
  }
}

extension DesktopDelays {
  /// Short delays, but a timeout that is long enough for a slow machine's replies.
  static var quick: DesktopDelays {
    var delays = DesktopDelays()
    delays.answer = 20_000
    delays.secondReading = 50
    delays.restarts = [10, 20, 30]
    return delays
  }

  /// Short delays and a short timeout, for tests with sources that never reply.
  static var hasty: DesktopDelays {
    var delays = quick
    delays.answer = 300
    return delays
  }
}

extension Log {
  /// The log's lines, in order.
  final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}
