import Synchronization
import Testing

/// A user's session: a bus, a home, and the real programs in them.
///
/// The daemons that it started run until they end or the desk is released. A daemon that ended
/// before, although the test did not end it, is recorded as an issue of the test: see
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
  /// A second desk may share the home of a first one. `services` is added to the environment of
  /// the bus's services.
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

  // The bus still runs here: a daemon that loses its bus would end as well.
  deinit {
    guard !bus.isEnded else { return }
    for daemon in daemons.withLock(\.self) where !daemon.isEndExpected {
      guard let exit = daemon.exit else { continue }
      // Reads the last lines. A program that the daemon left behind may keep the stream open.
      _ = try? daemon.readAllErrors(timeout: .seconds(1))
      onUnexpectedEnd("a daemon that the test did not end \(exit); its log: \(daemon.errorTail)")
    }
  }

  /// A session whose bus starts the daemon when somebody calls it.
  package static func withActivation(_ kind: BusKind? = .named) throws -> Desk {
    let desk = try Desk(kind)
    try desk.bus.addService(name: "org.nightd.Night1", command: [Built.nightd])
    return desk
  }

  /// Starts the daemon and waits until it serves; its log lines before that are consumed.
  @discardableResult
  package func startDaemon(adding more: [String: String] = [:]) throws -> Program {
    try awaitNoOwner(timeout: .seconds(10))
    let daemon = try launchDaemon(adding: more)
    while try !daemon.nextErrorLine().hasPrefix("nightd: ready: ") {}
    return daemon
  }

  /// Starts the daemon and does not wait.
  @discardableResult
  package func launchDaemon(
    _ words: [String] = [],
    adding more: [String: String] = [:]
  ) throws -> Program {
    let daemon = try Program.start(
      Built.nightd,
      words,
      environment: environment.merging(more) { $1 }
    )
    keep(daemon)
    return daemon
  }

  /// Keeps a daemon that was started by other means, so that its unexpected end is recorded too.
  func keep(_ daemon: Program) {
    daemons.withLock { daemons in
      daemons.removeAll { $0.exit != nil && $0.isEndExpected }
      daemons.append(daemon)
    }
  }

  /// Says that the daemons started so far may end from now on, by other means than `Program`'s.
  package func expectDaemonsToEnd() {
    daemons.withLock { daemons in daemons.forEach { $0.expectEnd() } }
  }

  /// Runs nightctl to its end.
  @discardableResult
  package func nightctl(_ words: String..., adding more: [String: String] = [:]) throws -> Finished
  {
    try nightctl(words, adding: more)
  }

  @discardableResult
  package func nightctl(_ words: [String], adding more: [String: String] = [:]) throws -> Finished {
    try Program.run(Built.nightctl, words, environment: environment.merging(more) { $1 })
  }

  /// Starts nightctl for talking with it.
  package func start(_ words: String..., adding more: [String: String] = [:]) throws -> Program {
    try Program.start(Built.nightctl, words, environment: environment.merging(more) { $1 })
  }

  /// Runs any other program with this session's environment.
  package func run(_ program: String, _ words: String...) throws -> Finished {
    try Program.run(program, words, environment: environment)
  }

  /// Runs a shell's text; `$NIGHTD` and `$NIGHTCTL` are the programs under test.
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
