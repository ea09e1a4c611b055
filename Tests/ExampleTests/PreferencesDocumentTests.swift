import TestSupport
import Testing

/// The examples build on each other, as a reader would run them, so they share one daemon.
@Suite("docs/preferences.md")
struct PreferencesDocumentTests {
  @Test(
    "each command prints what it promises",
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

  @Test("the example of config.json5 and that of locks are in order")
  func files() throws {
    let bus = try PrivateBus()
    let daemon = try daemon(bus)
    let blocks = try Documentation("docs/preferences.md").blocks
    let config = try #require(blocks.first { $0.kind == "json5" })
    let locks = try #require(blocks.first { $0.text.hasPrefix("# /etc/xdg/nightd/locks") })
    try bus.home.write(config.text, to: ".config/nightd/config.json5")
    func nightctl(_ words: String...) throws -> Finished {
      try Program.run(Built.nightctl, words, environment: try bus.environment())
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
