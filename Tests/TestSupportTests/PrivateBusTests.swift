import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: Tool.path("dbus-daemon") != nil && Tool.path("dbus-send") != nil))
struct PrivateBusTests {
  @Test("Two buses are independent and have different IDs", arguments: BusKind.installed)
  func identity(kind: BusKind) throws {
    let one = try PrivateBus(kind)
    let other = try PrivateBus(kind)
    #expect(one.address != other.address)
    let first = try Self.call(one, "GetId").nextLine()
    let second = try Self.call(other, "GetId").nextLine()
    #expect(first != second)
  }

  @Test("A new bus cannot start a portal", arguments: BusKind.installed)
  func empty(kind: BusKind) throws {
    let bus = try PrivateBus(kind)
    let names = try Self.call(bus, "ListActivatableNames").readAll()
    #expect(names.contains("org.freedesktop.DBus"))
    #expect(!names.contains("org.freedesktop.portal"))
  }

  @Test(
    "If a service is added to a running bus, it starts in the home of the bus",
    arguments: BusKind.installed
  )
  func service(kind: BusKind) throws {
    let bus = try PrivateBus(kind, services: ["EXTRA": "more"])
    let script = #"printf '%s\n' "it's $HOME $EXTRA $1"; exit 3"#
    try bus.addService(
      name: "org.example.One",
      command: ["/bin/sh", "-c", script, "sh", "a 'b'\\\nc"]
    )
    let started = try Self.start(bus, "org.example.One")
    #expect(try started.wait() == .exited(1))
    let words = kind == .daemon ? "exited with status 3" : "unit failed"
    #expect(started.errorsSoFar.contains(words))
    #expect(bus.log.contains("it's \(bus.home.path) more a 'b'\\\nc\n"))
  }

  @Test(
    "When a bus is released, its services end and its socket is removed",
    arguments: BusKind.installed
  )
  func end(kind: BusKind) throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    let reader = try Program.start("/bin/cat", [folder.file("pipe")])
    var address = ""
    do {
      let bus = try PrivateBus(kind)
      address = bus.address
      let script = "exec > \(folder.file("pipe")); echo here; exec sleep 1000"
      try bus.addService(name: "org.example.One", command: ["/bin/sh", "-c", script])
      let started = try Self.start(bus, "org.example.One")
      #expect(try reader.readLine() == "here")
      #expect(started.exit == nil)
    }
    #expect(try reader.wait() == .exited(0))
    #expect(access(try Self.socket(address), F_OK) == -1)
  }

  @Test("If the test process is killed, the bus and its services end", arguments: BusKind.installed)
  func crash(kind: BusKind) throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    let reader = try Program.start("/bin/cat", [folder.file("pipe")])
    let maker = try Program.start(
      Built.busMaker,
      [kind.rawValue, folder.path],
      environment: ["PATH": Tool.searchPath]
    )
    #expect(try maker.wait() == .signalled(SIGKILL))
    let address = try reader.nextLine()
    #expect(try reader.wait() == .exited(0))
    #expect(access(try Self.socket(address), F_OK) == -1)
  }

  @Test("A paused bus answers only after it is resumed", arguments: BusKind.installed)
  func pause(kind: BusKind) throws {
    let bus = try PrivateBus(kind)
    try bus.pause()
    let answer = try Self.call(bus, "GetId")
    let error = #expect(throws: ProgramError.self) {
      try answer.readLine(timeout: .milliseconds(50))
    }
    #expect(error?.problem == .timedOut(after: .milliseconds(50)))
    bus.resume()
    #expect(try answer.readLine() != nil)
    #expect(try answer.wait() == .exited(0))
  }

  @Test(
    "A bus that was stopped or killed accepts no connection",
    arguments: BusKind.installed,
    [SIGTERM, SIGKILL]
  )
  func ends(kind: BusKind, signal: Int32) throws {
    let bus = try PrivateBus(kind)
    if signal == SIGTERM { try bus.stop() } else { try bus.kill() }
    let call = try Self.call(bus, "GetId")
    #expect(try call.wait() == .exited(1))
    #expect(call.errorsSoFar.contains("Failed to open connection"))
  }

  @Test("If a bus cannot start, the error contains the daemon's own message")
  func failure() {
    let error = #expect(throws: ProgramError.self) {
      try PrivateBus(.daemon, configuration: "<nonsense/>")
    }
    #expect(error?.description.contains("nonsense") == true)
  }

  @Test("If NIGHTD_TEST_BUS contains an unknown kind of bus, the error mentions this variable")
  func unknown() {
    let error = #expect(throws: ProgramError.self) { try PrivateBus(nil) }
    #expect(error?.description.contains("NIGHTD_TEST_BUS") == true)
  }

  @Test(
    "In the environment that a test gives a program, all folders are below the test's home",
    arguments: BusKind.installed
  )
  func environment(kind: BusKind) throws {
    let bus = try PrivateBus(kind)
    let home = try TemporaryFolder()
    let environment = try bus.environment(home: home)
    for (name, value) in environment where name.hasPrefix("XDG_") || name == "HOME" {
      #expect(value.hasPrefix(home.path), "\(name)")
    }
    #expect(environment["DBUS_SESSION_BUS_ADDRESS"] == bus.address)
    #expect(home.list() == ["run", "system"], "programs make the other folders")
  }

  private static func call(_ bus: PrivateBus, _ method: String, _ arguments: String...) throws
    -> Program
  {
    try Program.start(
      "dbus-send",
      [
        "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus",
        "/org/freedesktop/DBus", "org.freedesktop.DBus.\(method)",
      ] + arguments,
      environment: try bus.environment()
    )
  }

  private static func start(_ bus: PrivateBus, _ name: String) throws -> Program {
    try Self.call(bus, "StartServiceByName", "string:\(name)", "uint32:0")
  }

  private static func socket(_ address: String) throws -> String {
    String(try #require(address.split(separator: ",").first?.split(separator: "=").last))
  }
}
