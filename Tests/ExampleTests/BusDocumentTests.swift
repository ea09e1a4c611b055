import TestSupport
import Testing

/// The examples build on each other, as a reader would run them, so they share one daemon.
@Suite("docs/bus.md")
struct BusDocumentTests {
  static let tools = ["gdbus", "busctl", "dbus-send"]

  private func daemon(_ bus: PrivateBus) throws -> Program {
    let daemon = try Program.start(Built.nightd, environment: try bus.environment())
    while !(try daemon.nextErrorLine()).contains("ready: ") {}
    return daemon
  }

  @Test(
    "each command prints what it promises",
    .enabled(if: tools.allSatisfy { Tool.path($0) != nil }, "gdbus, busctl or dbus-send is missing")
  )
  func commands() throws {
    let bus = try PrivateBus()
    let daemon = try daemon(bus)
    let promises = try Documentation("docs/bus.md").promises("sh")
    #expect(promises.count == 9)
    for (example, expected) in promises {
      let finished = try Program.run(
        "/bin/sh",
        ["-c", example.text],
        environment: try bus.environment()
      )
      #expect(
        shows(finished.output, expected),
        "docs/bus.md:\(example.line) printed\n\(finished.output)\(finished.errors)"
      )
    }
    #expect(daemon.exit == nil)
  }

  @Test(
    "the monitor shows one change",
    .enabled(if: Tool.path("gdbus") != nil, "gdbus is missing")
  )
  func monitor() throws {
    let bus = try PrivateBus()
    let daemon = try daemon(bus)
    let (example, expected) = try #require(
      try Documentation("docs/bus.md").promises("monitor").first
    )
    let monitor = try Program.start(
      "/bin/sh",
      ["-c", example.text],
      environment: try bus.environment()
    )
    // It follows once it has said who owns the name.
    while !(try monitor.nextLine()).contains("is owned by") {}
    _ = try Program.run(Built.nightctl, ["set", "dark"], environment: try bus.environment())
    for line in expected {
      let printed = try monitor.nextLine()
      #expect(fits(printed, line), "\(printed)")
    }
    #expect(daemon.exit == nil)
  }

  @Test(
    "the Python client of ten lines follows",
    .enabled(if: hasPython, "python3-dbus or python3-gi is missing")
  )
  func python() throws {
    let bus = try PrivateBus()
    try bus.addService(name: "org.nightd.Night1", command: [Built.nightd])
    let example = try #require(
      try Documentation("docs/bus.md").blocks.first { $0.kind == "python" }
    )
    #expect(example.text.split(separator: "\n").count <= 10)
    try bus.home.write(example.text, to: "client.py")
    let client = try Program.start(
      "/usr/bin/python3",
      [bus.home.file("client.py")],
      environment: try bus.environment()
    )
    #expect(try client.nextLine() == "light")
    _ = try Program.run(Built.nightctl, ["set", "dark"], environment: try bus.environment())
    #expect(try client.nextLine() == "dark")
    _ = try Program.run(Built.nightctl, ["toggle"], environment: try bus.environment())
    #expect(try client.nextLine() == "light")
  }

  private static let hasPython: Bool = {
    let words = ["-c", "import dbus; from gi.repository import GLib"]
    return (try? Program.run("/usr/bin/python3", words))?.exit == .exited(0)
  }()
}
