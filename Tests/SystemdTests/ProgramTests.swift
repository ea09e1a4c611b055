import TestSupport
import Testing

extension SystemdTests {
  /// Programs that nightd runs outside the sandbox of its unit.
  @Suite struct ProgramTests {
    /// The path of the runner, in a folder from which the sandbox allows programs to be executed.
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

    /// Makes the installed unit start the script through the runner.
    ///
    /// The runner prints the script's output, and how the script ends.
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

    @Test(
      "A program that nightd starts runs outside nightd's sandbox, and ends if the daemon is killed"
    )
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

    @Test("A program that nightd starts gets its exact arguments, even if a unit would expand them")
    func words() throws {
      let words = ["$HOME", "${HOME}", "$$", "a${HOME}b$", "%h", "%%", "$$$", #"a\x41"#, "'q'"]
      // The arguments are escaped for the unit file, so that the runner gets the original
      // arguments.
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

    @Test(
      "If systemd reloads its units before a program starts, the program's script is run unchanged"
    )
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
      "The runner reports how a program ended, and by then the program's unit has disappeared",
      arguments: [("exit 3", "exited(3)"), ("kill -9 $$", "killed(signal: 9)")]
    )
    func end(script: String, end: String) throws {
      // The parent of the script is systemd, not nightd.
      try start("cat /proc/$PPID/comm; \(script)")
      try session.awaitOutput(of: "cat ~/said", "systemd\nend: \(end)")
      try session.awaitOutput(of: Self.units, "")
    }
  }
}
