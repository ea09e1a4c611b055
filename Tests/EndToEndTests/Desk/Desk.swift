import Glibc
import TestSupport
import Testing

/// A user's session for one test: a bus, a home, and the real programs in them.
final class Desk: Sendable {
  static let storeFolder = ".local/state/nightd"
  static let store = storeFolder + "/intent.json"

  let bus: PrivateBus
  let environment: [String: String]

  var home: TemporaryFolder { bus.home }
  var storePath: String { home.file(Self.store) }

  /// A second desk may share the home of a first one.
  init(home: TemporaryFolder? = nil) throws {
    bus = try PrivateBus(home: home)
    environment = try bus.environment()
  }

  /// A desk where the bus starts the daemon when somebody calls it.
  static func withActivation() throws -> Desk {
    let desk = try Desk()
    try desk.bus.addService(name: "org.nightd.Night1", command: [Built.nightd])
    return desk
  }

  /// Starts the daemon and waits until it serves; what it says before that is lost.
  func startDaemon(adding more: [String: String] = [:]) throws -> Program {
    let daemon = try launchDaemon(adding: more)
    while try !daemon.nextErrorLine().hasPrefix("nightd: ready: ") {}
    return daemon
  }

  /// Starts the daemon and does not wait.
  func launchDaemon(
    _ words: [String] = [],
    adding more: [String: String] = [:]
  ) throws -> Program {
    try Program.start(Built.nightd, words, environment: environment.merging(more) { $1 })
  }

  /// Runs nightctl to its end.
  @discardableResult
  func nightctl(_ words: String..., adding more: [String: String] = [:]) throws -> Finished {
    try Program.run(Built.nightctl, words, environment: environment.merging(more) { $1 })
  }

  /// Starts nightctl for talking with it.
  func start(_ words: String...) throws -> Program {
    try Program.start(Built.nightctl, words, environment: environment)
  }

  /// Runs any other program with this session's environment.
  func run(_ program: String, _ words: String...) throws -> Finished {
    try Program.run(program, words, environment: environment)
  }

  /// Runs a shell's text; `$NIGHTD` and `$NIGHTCTL` are the programs under test.
  func shell(_ text: String) throws -> Finished {
    try Program.run("/bin/sh", ["-c", text], environment: shellEnvironment)
  }

  func startShell(_ text: String) throws -> Program {
    try Program.start("/bin/sh", ["-c", text], environment: shellEnvironment)
  }

  private var shellEnvironment: [String: String] {
    environment.merging(["NIGHTD": Built.nightd, "NIGHTCTL": Built.nightctl]) { $1 }
  }

  /// What `get` prints; a failure of it is one of the test.
  func style() throws -> String {
    let finished = try nightctl("get")
    #expect(finished.exit == .exited(0), "\(finished)")
    return String(finished.output.dropLast())
  }

  /// Sets a style, which has to succeed.
  func set(_ style: String) throws {
    let finished = try nightctl("set", style)
    #expect(finished.exit == .exited(0), "\(finished)")
  }

  /// Ends a daemon as its service manager would, and gives what it said since.
  func end(_ daemon: Program) throws -> String {
    daemon.send(signal: SIGTERM)
    #expect(try daemon.wait() == .exited(0))
    return try daemon.readAllErrors()
  }
}
