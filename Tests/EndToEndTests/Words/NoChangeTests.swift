import Glibc
import TestSupport
import Testing

/// Commands that find nothing to change, or that cannot make their change.
@Suite("nightctl without a change")
struct NoChangeTests {
  static let second: [(command: String, sentence: String)] = [
    ("programs off kitty", "kitty is off already."),
    ("programs off kde", "kde is off already."),
    ("programs apply", "Nothing had to change: each program has the current colours already."),
    ("schedule clear", "Nothing had to change: you have set no rules."),
  ]

  @Test("A command that changes nothing says that nothing had to change", arguments: second)
  func nothing(command: String, sentence: String) throws {
    let desk = try Desk()
    try desk.startDaemon()
    let arguments = command.split(separator: " ").map(String.init)
    try desk.nightctl(arguments)
    let finished = try desk.nightctl(arguments)
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(finished.output.hasPrefix(sentence + "\n"), "\(finished)")
  }

  @Test("A command that changes something does not say that nothing had to change")
  func something() throws {
    let desk = try Desk()
    try desk.startDaemon()
    for command in [
      "programs off kde", "schedule set 'dark 20:00' 'light 07:00'", "schedule clear",
    ] {
      let finished = try desk.shell("\(Built.nightctl) \(command)")
      #expect(!finished.output.contains("Nothing had to change"), "\(command): \(finished)")
    }
  }

  @Test(
    "If HOME is not set, the error says which variable to set",
    arguments: [
      ("hooks new x", "XDG_CONFIG_HOME"), ("hooks", "XDG_STATE_HOME"),
      ("prefs edit", "XDG_CONFIG_HOME"),
    ]
  )
  func home(command: String, variable: String) throws {
    let arguments = command.split(separator: " ").map(String.init)
    let finished = try Program.run(Built.nightctl, arguments, environment: ["LANG": "C.UTF-8"])
    #expect(finished.exit == .exited(1))
    #expect(
      finished.errors.contains("neither \(variable) nor HOME "),
      "\(finished)"
    )
  }

  @Test("If HOME is not set, nothing is written to the root folder, and `undo` fails")
  func root() throws {
    let desk = try Desk()
    try desk.startDaemon()
    for command in ["undo", "programs on kitty", "programs apply"] {
      let finished = try desk.shell(
        "unset HOME XDG_STATE_HOME XDG_CONFIG_HOME; \(Built.nightctl) \(command)"
      )
      #expect(finished.exit == .exited(1), "\(command): \(finished)")
      #expect(finished.output == "")
      #expect(finished.errors.contains("neither XDG_STATE_HOME nor HOME "))
    }
  }

  @Test("If a bus exists but cannot be reached, the error does not say that the bus is missing")
  func denied() throws {
    let environment = ["XDG_RUNTIME_DIR": "/dev/null", "LANG": "C.UTF-8"]
    let finished = try Program.run(Built.nightctl, ["set", "dark"], environment: environment)
    #expect(finished.exit == .exited(3))
    #expect(finished.errors.contains("/dev/null/bus cannot be reached: Not a directory"))
  }

  @Test(
    "If a file cannot be written, nightctl does not claim to have written it",
    .enabled(if: geteuid() != 0)
  )
  func readOnly() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let folder = desk.home.file(".local/state/nightd")
    try #require(chmod(folder, 0o500) == 0)
    defer { chmod(folder, 0o700) }
    let finished = try desk.nightctl("programs", "on", "kitty")
    #expect(finished.exit == .exited(1))
    #expect(!finished.output.contains("Writes"), "\(finished)")
    #expect(finished.errors.contains("its folder \(folder) is read-only"), "\(finished)")
  }
}
