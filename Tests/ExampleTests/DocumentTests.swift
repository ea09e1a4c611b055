import NightCore
@testable import nightctl
import TestSupport
import Testing

/// The document's examples build on each other, so they share one daemon.
@Suite("docs/bus.md")
struct BusDocumentTests {
  static let tools = ["gdbus", "busctl", "dbus-send"]

  private func daemon(_ bus: PrivateBus) throws -> Program {
    let daemon = try Program.start(Built.nightd, environment: try bus.environment())
    while !(try daemon.nextErrorLine()).contains("ready: ") {}
    return daemon
  }

  @Test(
    "Each command in docs/bus.md prints the output that the document shows",
    .enabled(if: tools.allSatisfy { Tool.path($0) != nil }, "gdbus, busctl or dbus-send is missing")
  )
  func commands() throws {
    let bus = try PrivateBus()
    let daemon = try daemon(bus)
    let promises = try Documentation("docs/bus.md").promises("sh")
    #expect(promises.count == 11)
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
    "The monitor command in docs/bus.md prints one change",
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
    // When the monitor has printed the owner of the name, it is listening.
    while !(try monitor.nextLine()).contains("is owned by") {}
    _ = try Program.run(Built.nightctl, ["set", "dark"], environment: try bus.environment())
    for line in expected {
      let printed = try monitor.nextLine()
      #expect(fits(printed, line), "\(printed)")
    }
    #expect(daemon.exit == nil)
  }

  @Test(
    "The ten-line Python client in docs/bus.md follows the style",
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
    let arguments = ["-c", "import dbus; from gi.repository import GLib"]
    return (try? Program.run("/usr/bin/python3", arguments))?.exit == .exited(0)
  }()
}

/// The document's examples build on each other, so they share one daemon.
@Suite("docs/preferences.md")
struct PreferencesDocumentTests {
  @Test(
    "Each command in docs/preferences.md prints the output that the document shows",
    .enabled(if: Tool.path("busctl") != nil, "busctl is missing")
  )
  func commands() throws {
    let bus = try PrivateBus()
    let daemon = try daemon(bus)
    var environment = try bus.environment()
    let folder = Built.nightctl.split(separator: "/").dropLast()
    environment["PATH"] = "/" + folder.joined(separator: "/") + ":" + Tool.searchPath
    let promises = try Documentation("docs/preferences.md").promises("sh")
    #expect(promises.count == 6)
    for (example, expected) in promises {
      let finished = try Program.run(
        "/bin/sh",
        ["-c", "cd \"$HOME\"\n" + example.text],
        environment: environment
      )
      #expect(
        shows(finished.output, expected),
        "docs/preferences.md:\(example.line) printed\n\(finished.output)\(finished.errors)"
      )
    }
    #expect(daemon.exit == nil)
  }

  @Test("The examples of config.json5 and of lock files in docs/preferences.md are valid")
  func files() throws {
    let bus = try PrivateBus()
    let daemon = try daemon(bus)
    let blocks = try Documentation("docs/preferences.md").blocks
    let config = try #require(blocks.first { $0.kind == "json5" })
    let locks = try #require(blocks.first { $0.text.hasPrefix("# /etc/xdg/nightd/locks") })
    try bus.home.write(config.text, to: ".config/nightd/config.json5")
    func nightctl(_ arguments: String...) throws -> Finished {
      try Program.run(Built.nightctl, arguments, environment: try bus.environment())
    }
    #expect(try nightctl("prefs", "check").exit == .exited(0))
    #expect(try nightctl("prefs", "read", "fade").output == "150\n")
    #expect(try nightctl("get").output == "dark\n")
    try bus.home.write(locks.text, to: "system/config/nightd/locks")
    let findings = try nightctl("prefs", "check").output
    #expect(findings.contains("fade is locked by "), "\(findings)")
    #expect(try nightctl("prefs", "read", "fade").output == "300\n")
    #expect(try nightctl("set", "dark", "--app", "org.example.Editor").exit == .exited(1))
    #expect(try nightctl("set", "dark", "--app", "org.example.Reader").exit == .exited(0))
    #expect(daemon.exit == nil)
  }

  private func daemon(_ bus: PrivateBus) throws -> Program {
    let daemon = try Program.start(Built.nightd, environment: try bus.environment())
    while !(try daemon.nextErrorLine()).contains("ready: ") {}
    return daemon
  }
}

@Suite("docs/nightctl.md")
struct NightctlDocumentTests {
  static let commands = [
    "get", "why", "why --app x", "history", "contrast high", "accent ff8000", "motion",
    "set schedule",
    "set dark --for 2h", "status", "schedule --days 2", "schedule list",
    "schedule clear", "location 52.5,13.4", "introspect", "set dark --app x", "apps",
    "doctor", "prefs read fade", "prefs read",
    "prefs list --origin", "prefs explain fade --app x", "prefs check", "prefs write fade 5",
    "schedule simulate --zone Europe/Berlin", "programs", "hooks",
  ]

  @Test(
    "docs/nightctl.md mentions every member of the JSON that nightctl's commands print",
    arguments: commands
  )
  func members(command: String) throws {
    let bus = try PrivateBus()
    let daemon = try Program.start(Built.nightd, environment: try bus.environment())
    while !(try daemon.nextErrorLine()).contains("ready: ") {}
    let printed = try Program.run(
      Built.nightctl,
      command.split(separator: " ").map(String.init) + ["--json"],
      environment: try bus.environment()
    )
    // Ignore names of preferences and applications, which are not members of the format.
    let own = [
      "accent", "choice", "contrast", "fade", "motion", "programs-off", "schedule", "x",
    ]
    let names = printed.output.matches(of: #/[{,]"([a-z-]+)":/#).map { String($0.1) }
      .filter { !own.contains($0) }
    #expect(!names.isEmpty, "\(printed)")
    let document = try TextFile(Built.sourceRoot + "/docs/nightctl.md").lines
    for name in names {
      #expect(document.contains { $0.hasPrefix("| `\(name)` | ") }, "\(name)")
    }
  }
}

@Suite("docs/doctor.md")
struct DoctorDocumentTests {
  @Test(
    "docs/doctor.md lists all findings of the doctor in the order in which the doctor prints them"
  )
  func codes() throws {
    let lines = try TextFile(Built.sourceRoot + "/docs/doctor.md").lines
    let rows = lines.filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(rows == DoctorCode.allCases.map(\.name))
  }
}
