import TestSupport
import Testing

extension SystemdTests {
  /// How nightd has programs run beside it: from within the sandbox of its unit.
  @Suite struct ProgramTests {
    /// It must be in a folder from which the sandbox allows programs to run.
    private static let runner = "/home/night/ProgramRunner"
    private static let units =
      "systemctl --user list-units --all --plain --no-legend 'nightd-try-*'"

    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
      let copied = try Program.run("cp", [Built.programRunner, session.home.file("ProgramRunner")])
      try #require(copied.exit == .exited(0))
    }

    /// Has the installed unit start the words through the runner, which says what comes of it.
    private func start(_ script: String, _ words: String = "") throws {
      _ = try session.said("cat >~/program <<'END'\n\(script)\nEND\n")
      try run("\(Self.runner) /bin/sh /home/night/program \(words)")
    }

    private func run(_ command: String, _ settings: String = "") throws {
      _ = try session.said("rm -f ~/said")
      try session.dropIn(
        """
        [Service]
        Type=exec
        BusName=
        Restart=no
        ExecStart=
        ExecStart=\(command)
        StandardOutput=append:/home/night/said
        \(settings)
        """
      )
      _ = try session.said("systemctl --user start nightd")
    }

    @Test("one runs outside of the sandbox, is heard, and ends with its owner, whatever kills that")
    func outside() throws {
      try start(
        """
        read -r line; echo "$line"; echo "$NIGHT_ADDED"
        read -r _ _ count </proc/self/uid_map; echo "$count"
        touch ~/written && echo written
        grep NoNewPrivs /proc/self/status
        cat
        """
      )
      let lines = ["a line", "added", "4294967295", "written", "NoNewPrivs:\t1"]
      try session.awaitOutput(of: "cat ~/said", lines.joined(separator: "\n"))
      let unit = try session.said("\(Self.units) | cut -d ' ' -f 1")
      #expect(try session.property("Slice", of: unit) == "background.slice")
      #expect(try session.property("MemoryMax", of: unit) == "268435456")
      #expect(try session.property("TasksMax", of: unit) == "64")
      #expect(try session.property("StandardError", of: unit) == "journal")
      _ = try session.said("systemctl --user kill -s KILL nightd")
      try session.awaitOutput(of: Self.units, "")
      #expect(try session.said("tail -n 1 ~/said") == "NoNewPrivs:\t1")
    }

    @Test("it has its words to the letter, whatever a unit file would make of them")
    func words() throws {
      let words = ["$HOME", "${HOME}", "$$", "a${HOME}b$", "%h", "%%", "$$$", #"a\x41"#, "'q'"]
      // As in a unit file they stand so that they come out as above.
      let escaped = words.map { word in
        let plain = word.replacing("\\", with: #"\\"#).replacing("$", with: "$$")
          .replacing("%", with: "%%")
        return "\"\(plain)\""
      }
      try start(#"printf '%s\n' "$@""#, escaped.joined(separator: " "))
      try session.awaitOutput(of: "tail -n 1 ~/said", "end: exited(0)")
      #expect(
        try session.said("cat ~/said").split(separator: "\n").dropLast()
          == words.map { $0[...] }[...]
      )
    }

    @Test("a script runs as it is written, even if the manager reloads its units before the start")
    func reloaded() throws {
      let script = #"main() { value="a \"$1\""; printf '%s\n' "$value" "${2}" '\$'; }"#
      let file = "'\(script.replacing("'", with: #"'\''"#))'"
      _ = try session.said(
        "cat >~/reloaded <<'END'\nexec \(Self.runner) --script \(file) \"'q' \\$HOME\" '\"'\nEND\n"
      )
      for _ in 1...3 {
        try run("/bin/sh /home/night/reloaded", "Environment=NIGHT_RELOAD=1")
        try session.awaitOutput(of: "grep -c ^end: ~/said", "1")
        #expect(
          try session.said("cat ~/said") == #"""
            a "'q' $HOME"
            "
            \$
            end: exited(0)
            """#
        )
        try session.awaitOutput(of: "systemctl --user is-active nightd", "inactive")
      }
    }

    @Test(
      "how it ended is told, and its unit is gone then",
      arguments: [("exit 3", "exited(3)"), ("kill -9 $$", "killed(signal: 9)")]
    )
    func end(script: String, end: String) throws {
      // Of a child of nightd the parent is another.
      try start("cat /proc/$PPID/comm; \(script)")
      try session.awaitOutput(of: "cat ~/said", "systemd\nend: \(end)")
      try session.awaitOutput(of: Self.units, "")
    }
  }
}
