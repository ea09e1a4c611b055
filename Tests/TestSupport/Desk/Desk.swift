import Synchronization
import Testing

/// A user's session: a bus, a home, and the real programs that run in them.
///
/// Daemons that this session started run until they end or this object is released. If a daemon
/// ends although the test did not end it, this is recorded as an issue: see
/// `Program.isEndExpected`.
package final class Desk: Sendable {
  package static let storeFolder = ".local/state/nightd"
  package static let store = storeFolder + "/intent.json"

  package let bus: PrivateBus
  package let environment: [String: String]
  private let daemons = Mutex<[Program]>([])
  private let onUnexpectedEnd: @Sendable (String) -> Void

  package var home: TemporaryFolder { bus.home }
  package var storePath: String { home.file(Self.store) }

  /// Starts a session.
  ///
  /// Several sessions may have the same home. `services` is added to the environment of the
  /// services that the bus starts.
  package init(
    _ kind: BusKind? = .named,
    home: TemporaryFolder? = nil,
    services: [String: String] = [:],
    onUnexpectedEnd: @escaping @Sendable (String) -> Void = { Issue.record("\($0)") }
  ) throws {
    self.onUnexpectedEnd = onUnexpectedEnd
    bus = try PrivateBus(kind, home: home, services: services)
    environment = try bus.environment()
  }

  // A daemon also ends when its bus ends, so check for ended daemons only while the bus runs.
  deinit {
    guard !bus.isEnded else { return }
    for daemon in daemons.withLock(\.self) where !daemon.isEndExpected {
      guard let exit = daemon.exit else { continue }
      // A program that the daemon left running may keep the stream open, so read for at most a
      // second.
      _ = try? daemon.readAllErrors(timeout: .seconds(1))
      onUnexpectedEnd("a daemon that the test did not end \(exit); its log: \(daemon.errorTail)")
    }
  }

  /// Starts a session whose bus starts the daemon at the first call to it.
  package static func withActivation(_ kind: BusKind? = .named) throws -> Desk {
    let desk = try Desk(kind)
    try desk.bus.addService(name: "org.nightd.Night1", command: [Built.nightd])
    return desk
  }

  /// Starts the daemon, and waits until it serves; skips the log lines before that.
  ///
  /// `program` is the path of a copy of nightd, which is started instead of nightd.
  @discardableResult
  package func startDaemon(
    adding more: [String: String] = [:],
    _ program: String = Built.nightd
  ) throws -> Program {
    try awaitNoOwner(timeout: .seconds(10))
    let daemon = try launchDaemon(adding: more, program)
    while try !daemon.nextErrorLine().hasPrefix("nightd: ready: ") {}
    return daemon
  }

  /// Starts the daemon, and returns without waiting for it.
  @discardableResult
  package func launchDaemon(
    _ words: [String] = [],
    adding more: [String: String] = [:],
    _ program: String = Built.nightd
  ) throws -> Program {
    let daemon = try Program.start(
      program,
      words,
      environment: environment.merging(more) { $1 }
    )
    keep(daemon)
    return daemon
  }

  /// Registers a daemon that was started elsewhere, so that its unexpected end is also recorded as
  /// an issue.
  func keep(_ daemon: Program) {
    daemons.withLock { daemons in
      daemons.removeAll { $0.exit != nil && $0.isEndExpected }
      daemons.append(daemon)
    }
  }

  /// Expects each daemon that was started before this call to end, for any reason.
  package func expectDaemonsToEnd() {
    daemons.withLock { daemons in daemons.forEach { $0.expectEnd() } }
  }

  /// Runs nightctl, and returns when it has ended.
  @discardableResult
  package func nightctl(_ words: String..., adding more: [String: String] = [:]) throws -> Finished
  {
    try nightctl(words, adding: more)
  }

  @discardableResult
  package func nightctl(_ words: [String], adding more: [String: String] = [:]) throws -> Finished {
    try Program.run(Built.nightctl, words, environment: environment.merging(more) { $1 })
  }

  /// Starts nightctl, so that the test can exchange lines with it.
  package func start(_ words: String..., adding more: [String: String] = [:]) throws -> Program {
    try Program.start(Built.nightctl, words, environment: environment.merging(more) { $1 })
  }

  /// Runs another program in the environment of this session.
  package func run(_ program: String, _ words: String...) throws -> Finished {
    try Program.run(program, words, environment: environment)
  }

  /// Runs shell code, in which `$NIGHTD` and `$NIGHTCTL` are the paths of the programs under test.
  package func shell(_ text: String) throws -> Finished {
    try Program.run("/bin/sh", ["-c", text], environment: shellEnvironment)
  }

  package func startShell(_ text: String) throws -> Program {
    try Program.start("/bin/sh", ["-c", text], environment: shellEnvironment)
  }

  private var shellEnvironment: [String: String] {
    environment.merging(["NIGHTD": Built.nightd, "NIGHTCTL": Built.nightctl]) { $1 }
  }
}
