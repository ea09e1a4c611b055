import Glibc
import TestSupport

/// A desktop of the test's own, so that the tests beside this file import nothing but NightKit.
///
/// NightKit reads the session bus from the environment of the whole process, so the bus is one for
/// all tests of this target, which therefore run one after the other.
final class Desktop {
  private(set) var bus: PrivateBus
  private var daemon: Program?
  private var proxy: SandboxProxy?
  private var monitor: Program?

  init() throws {
    bus = try PrivateBus()
    try bus.point()
    // A way to the bus that outlives it.
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

  /// Starts the daemon and waits until it serves; where somebody is just leaving its name, once that
  /// is free.
  func start(whenFree isAwaited: Bool = false) throws {
    if isAwaited { try awaitNoOwner() }
    let daemon = try Program.start(Built.nightd, environment: try bus.environment())
    while !(try daemon.nextErrorLine()).contains("ready: ") {}
    self.daemon = daemon
  }

  /// Puts the process under test into a sandbox where it may read the style and do nothing else.
  func confine() throws {
    let proxy = try SandboxProxy(bus, SandboxProxy.reading)
    setenv("DBUS_SESSION_BUS_ADDRESS", proxy.address, 1)
    self.proxy = proxy
  }

  /// Stops the daemon where it stands, to be killed once somebody calls `member`.
  ///
  /// By a program, not by a thread of this process: the few that tasks run on may all be waiting,
  /// and whoever is to call would then never begin.
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
    // The bus takes a connection's name away when it becomes a monitor.
    while try !monitor.nextLine().contains("watching") {}
    try daemon.pause()
    self.monitor = monitor
  }

  /// Has the bus start the next daemon when somebody calls it.
  func activate() throws {
    try bus.addService(name: "org.nightd.Night1", command: [Built.nightd])
  }

  func kill() throws {
    daemon?.killGroup()
    _ = try daemon?.wait()
  }

  /// Puts a file where the daemon's folder was, so that nothing can be stored.
  func blockStore() throws {
    let folder = ".local/state/nightd"
    _ = try Program.run(
      "/bin/rm",
      ["-r", bus.home.file(folder)],
      environment: try bus.environment()
    )
    try bus.home.write("in the way", to: folder)
  }

  /// Puts a file into the home, and answers its path.
  func write(_ text: String, to path: String) throws -> String {
    try bus.home.write(text, to: path)
    return bus.home.file(path)
  }

  /// Kills the bus, and has another where it was.
  func restartBus() throws {
    try bus.kill()
    bus = try PrivateBus(home: bus.home)
    try point(at: bus)
  }

  func stopBus() throws { try bus.kill() }

  /// What another program sets.
  func nightctl(_ words: String...) throws -> String {
    let finished = try Program.run(Built.nightctl, words, environment: try bus.environment())
    return finished.output + finished.errors
  }
}
