import TestSupport
import Testing

extension SystemdTests {
  /// The units that docs/shell.md shows.
  @Suite struct ShellDocumentTests {
    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
    }

    @Test("The path unit of docs/shell.md runs its command once for each change")
    func pathUnit() throws {
      for block in try Documentation("docs/shell.md").blocks where block.kind == "ini" {
        let name = try #require(block.text.firstMatch(of: /^# (\S+)\n/)).1
        _ = try session.said(
          "mkdir -p ~/.config/systemd/user; cat >~/.config/systemd/user/\(name) <<'END'\n\(block.text)END\n"
        )
      }
      _ = try session.said("nightctl set light")
      _ = try session.said(
        "systemctl --user daemon-reload; systemctl --user enable --now on-style.path"
      )
      var lines: [String] = []
      for style in ["dark", "light", "dark"] {
        _ = try session.said("nightctl set \(style)")
        lines.append(style)
        try session.awaitOutput(of: "cat ~/styles", lines.joined(separator: "\n"))
        try session.awaitOutput(of: "systemctl --user is-active on-style.service", "inactive")
      }
      // nightd removes its published files when it ends, so the condition of the service is not
      // met.
      _ = try session.said("systemctl --user stop nightd")
      try session.awaitProperty("ConditionResult", "no", of: "on-style.service")
      #expect(try session.property("Result", of: "on-style.service") == "success")
      #expect(try session.said("cat ~/styles") == lines.joined(separator: "\n"))
      _ = try session.said("systemctl --user disable --now on-style.path")
    }
  }
}
