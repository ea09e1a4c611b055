import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

/// All tests that use a real bus; they run one after the other.
///
/// NightKit reads the session bus from the environment, which the whole process shares.
///
/// The time limit stops tests that would never end. The limit is long because a test that awaits
/// needs a free thread, and on a slow machine other tests may occupy all threads for minutes.
@Suite("NightKit over a real bus", .serialized, .timeLimit(.minutes(15)))
enum OneBus {}

/// The desktop of one test: a private bus, a home and the daemon.
///
/// The private bus becomes the session bus of the test process. Most test files import only
/// NightKit, and use everything else through this class.
final class Desktop {
  private(set) var bus: PrivateBus
  private var daemon: Program?
  private var proxy: SandboxProxy?
  private var monitor: Program?

  init() throws {
    bus = try PrivateBus()
    try bus.point()
    // The address contains the path of a symbolic link, so it stays the same when another bus
    // replaces the first.
    try point(at: bus)
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + bus.home.file("session-bus"), 1)
  }

  private func point(at bus: PrivateBus) throws {
    let path = bus.home.file("session-bus")
    let address = bus.address.split(separator: ",")[0]
    let socket = String(address.dropFirst("unix:path=".count))
    unlink(path)
    guard symlink(socket, path) == 0 else { throw NoWay() }
  }

  private struct NoWay: Error {}

  /// Starts the daemon and waits until it serves.
  ///
  /// If `isAwaited` is true, waits first until the daemon's name is free.
  func start(whenFree isAwaited: Bool = false) throws {
    if isAwaited { try awaitNoOwner() }
    let daemon = try Program.start(Built.nightd, environment: try bus.environment())
    while !(try daemon.nextErrorLine()).contains("ready: ") {}
    self.daemon = daemon
  }

  /// Puts the test process into a sandbox that allows nothing but reading the style.
  func confine() throws {
    let proxy = try SandboxProxy(bus, SandboxProxy.reading)
    setenv("DBUS_SESSION_BUS_ADDRESS", proxy.address, 1)
    self.proxy = proxy
  }

  /// Pauses the daemon, and kills it as soon as a program calls `member`.
  ///
  /// A separate program waits for the call, because all threads that run tasks may be busy in this
  /// process. If the test itself waited, the task that makes the call might never start.
  func pause(untilAskedTo member: String) throws {
    guard let daemon else { return }
    let monitor = try Program.start(
      "/bin/sh",
      [
        "-c",
        """
        dbus-monitor --session "member='$1'" | while read -r line; do
          case $line in
            *member=NameLost*) echo watching ;;
            *"member=$1"*) kill -9 "$2"; exit ;;
          esac
        done
        """,
        "sh", member, "\(daemon.processIdentifier)",
      ],
      environment: try bus.environment()
    )
    // A connection loses its unique name when it becomes a monitor; after that, it sees every call.
    while try !monitor.nextLine().contains("watching") {}
    try daemon.pause()
    self.monitor = monitor
  }

  /// Lets the bus start the next daemon when it is called.
  func activate() throws {
    try bus.addService(name: "org.nightd.Night1", command: [Built.nightd])
  }

  func kill() throws {
    daemon?.killGroup()
    _ = try daemon?.wait()
  }

  /// Replaces the daemon's folder with a file, so that the daemon can store nothing.
  func blockStore() throws {
    let folder = ".local/state/nightd"
    _ = try Program.run(
      "/bin/rm",
      ["-r", bus.home.file(folder)],
      environment: try bus.environment()
    )
    try bus.home.write("in the way", to: folder)
  }

  /// Writes a file in the home, and returns its path.
  func write(_ text: String, to path: String) throws -> String {
    try bus.home.write(text, to: path)
    return bus.home.file(path)
  }

  /// Kills the bus, and starts another bus at the same address.
  func restartBus() throws {
    try bus.kill()
    bus = try PrivateBus(home: bus.home)
    try point(at: bus)
  }

  func stopBus() throws { try bus.kill() }

  /// Runs nightctl as a separate program of the desktop, and returns its output.
  func nightctl(_ arguments: String...) throws -> String {
    let finished = try Program.run(Built.nightctl, arguments, environment: try bus.environment())
    return finished.output + finished.errors
  }
}

extension PrivateBus {
  /// Makes this desktop's bus the session bus of the test process.
  func point() throws {
    for (name, value) in try environment() where name.hasPrefix("DBUS_") || name.hasPrefix("XDG_") {
      setenv(name, value, 1)
    }
  }
}

/// Lines that a `Night` logged, or other strings; any thread may add them.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func add(_ line: String) {
    lines.withLock { $0.append(line) }
    arrived.signal()
  }

  /// Waits until this many lines were added, but at most 20 s for each.
  ///
  /// A line that is added later is not in `all`.
  func wait(for count: Int) {
    for _ in 0..<count { _ = arrived.wait(timeout: .now() + .seconds(20)) }
  }

  var all: [String] { lines.withLock { $0 } }
}

/// The calls of a test's handlers, in order.
@MainActor
final class HandlerCalls {
  private(set) var all: [String] = []
  func add(_ call: String) { all.append(call) }
}
