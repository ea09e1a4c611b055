import TestSupport
import Testing

/// The completions that nightctl computes for shells.
@Suite struct CompletionTests {
  /// The arguments before the cursor, the last of which is incomplete, and the completions of the
  /// last argument.
  static let offers: [(words: [String], offered: [String])] = [
    (["g"], ["get"]),
    (["get", "-"], ["--terminal", "--app", "--bus", "--json", "--help"]),
    (["pre"], ["prefs"]),
    (["--"], ["--help", "--version"]),
    (["help", "to"], ["toggle"]),
    (["prefs", "e"], ["explain", "export", "edit"]),
    (["help", "prefs", "im"], ["import"]),
    (["apps", ""], ["remove", "--json"]),
    (["set", ""], ["light", "dark", "schedule", "system"] + themes),
    (["set", "--json", "d"], ["dark", "daylight", "daylight-high"]),
    (["set", "--until", "next", ""], ["light", "dark"] + themes),
    (["set", "dark", "--until", ""], ["next", "sunset", "sunrise", "tomorrow"]),
    (["toggle", "--until=su"], ["--until=sunset", "--until=sunrise"]),
    (["toggle", "--for", ""], []),
    (["schedule", ""], ["list", "set", "clear", "simulate", "plot", "--days", "--json"]),
    (["schedule", "set", "dark sunset", "--days", "s"], ["sat,sun"]),
    (["schedule", "--days", ""], []),
    (["location", ""], ["auto", "zone", "show"]),
    (["doctor", "-"], ["--fix", "--json", "--dry-run", "--help"]),
    (["contrast", ""], ["high", "normal", "system"]),
    (["accent", ""], ["none", "system", "theme"]),
    (["motion", "r"], ["reduced"]),
    (["history", "-"], ["-n", "--json", "--help"]),
    (["inhibit", ""], [":program"]),
    (["inhibit", "--"], ["--why", "--help"]),
    (["inhibit", "--why", "a talk", "--", "im"], [":program"]),
    (["inhibit", "--", "impressive", "--f"], [":file"]),
    (["run", "--"], ["--light", "--dark", "--help"]),
    (["run", "--dark", "--", "im"], [":program"]),
    (["run", "--dark", "--", "impressive", "--f"], [":file"]),
    (["watch", "--format", ""], ["waybar", "polybar", "i3blocks", "i3status", "plain"]),
    (["watch", "--format=w"], ["--format=waybar"]),
    (["watch", "--exec", ""], [":program"]),
    (["watch", ""], []),
    (["set", "--app", "x", "f"], ["follow"]),
    (["set", "light", ""], []),
    (["prefs", "read", "theme.d"], ["theme.dark", "theme.dark-high"]),
    (
      ["prefs", "read", "--app", "x", ""],
      ["choice", "fade", "theme.light", "theme.dark", "theme.light-high", "theme.dark-high"]
    ),
    (["prefs", "read", "--app=x", "c"], ["choice"]),
    (["set", "--app=x", "f"], ["follow"]),
    (["prefs", "export", "--format=p"], ["--format=plist"]),
    (["prefs", "export", "--json=p"], []),
    (["prefs", "read", "fade", ""], []),
    (
      ["prefs", "watch", "fade", "loc"],
      ["location.auto", "location.latitude", "location.longitude"]
    ),
    (["prefs", "write", "fade", "-i"], ["-int"]),
    (["prefs", "write", "con"], ["contrast"]),
    (["prefs", "read", "c"], ["choice", "contrast", "cursor-theme.light", "cursor-theme.dark"]),
    (["prefs", "write", "--app", "x", "theme.d"], ["theme.dark", "theme.dark-high"]),
    (["prefs", "write", "contrast", ""], ["high", "normal", "system"]),
    (["prefs", "write", "accent", ""], ["none", "system", "theme"]),
    (["prefs", "write", "motion", "r"], ["reduced"]),
    (["prefs", "write", "location.auto", ""], ["true", "false"]),
    (["prefs", "write", "fade", ""], []),
    (["prefs", "write", "contrast", "high", ""], []),
    (["prefs", "write", "fade", "-int", "-"], ["--app", "--json", "--help"]),
    (["prefs", "export", "--format", ""], ["json", "json5", "plist"]),
    (["prefs", "import", ""], [":file"]),
    (["schedule", "s"], ["set", "simulate"]),
    (["schedule", "plot", "--y"], ["--year"]),
    (["schedule", "plot", "--svg", ""], [":file"]),
    (["schedule", "plot", "--svg="], []),
    (["schedule", "simulate", "--zone", "Europe/Berl"], ["Europe/Berlin"]),
    (["schedule", "simulate", "--zone=Pacific/Cha"], ["--zone=Pacific/Chatham"]),
    (
      ["theme", ""],
      [
        "list", "show", "gallery", "use", "next", "previous", "check", "remove", "path", "import",
        "from", "export", "schema", "--help",
      ]
    ),
    (["theme", "use", "ni"], ["night-vision"]),
    (["theme", "use", "--app", "x", "f"], ["follow"]),
    (["theme", "use", "--app", "x", "ni"], ["night-vision"]),
    (["theme", "use", "--app", "x", "--dark", "mid"], ["midnight", "midnight-high"]),
    (["theme", "use", "--dark", "mid"], ["midnight", "midnight-high"]),
    (["theme", "use", "--dark", "midnight", ""], []),
    (["theme", "use", "midnight", ""], []),
    (["theme", "show", "midnight", "dayl"], ["daylight", "daylight-high"]),
    (["theme", "check", "night"], ["night-vision", ":file"]),
    (["prefs", "write", "theme.light", "d"], ["daylight", "daylight-high"]),
    (["theme", "import", ""], [":file"]),
    (["theme", "import", "--format", "a"], ["apptheme"]),
    (["theme", "import", "--format", "s"], ["simpletheme"]),
    (["theme", "import", "--style", ""], ["light", "dark"]),
    (["theme", "import", "--us"], ["--use"]),
    (
      ["theme", "export", "daylight", "--format="],
      ["--format=json", "--format=css", "--format=gtk", "--format=base16", "--format=table"]
    ),
    (["nothing", ""], []),
    ([], CompletionTests.commands),
  ]

  private static let themes = [
    "daylight", "midnight", "daylight-high", "midnight-high", "night-vision",
  ]

  private static let commands = [
    "get", "set", "toggle", "resume", "status", "why", "doctor", "history", "watch", "schedule",
    "location", "inhibit", "run", "contrast", "accent", "motion", "undo", "migrate", "programs",
    "hooks",
    "theme", "prefs",
    "apps", "introspect", "help", "--help", "--version",
  ]

  @Test(
    "`nightctl complete` completes each incomplete argument, even without a bus",
    arguments: offers
  )
  func candidates(words: [String], offered: [String]) throws {
    let finished = try Program.run(Built.nightctl, ["complete"] + words)
    #expect(finished.exit == .exited(0))
    #expect(finished.errors == "")
    #expect(finished.output == offered.map { $0 + "\n" }.joined())
  }

  @Test("While the daemon runs, `nightctl complete` offers applications and their own keys")
  func known() throws {
    let desk = try Desk.withActivation()
    #expect(try desk.nightctl("complete", "prefs", "read", "--app", "").output == "")
    let name = "org.example.$(touch x) 'a'"
    for key in ["width", "height"] {
      try desk.nightctl("prefs", "write", key, "-int", "5", "--app", name)
    }
    #expect(try desk.nightctl("complete", "prefs", "read", "--app", "").output == name + "\n")
    #expect(
      try desk.nightctl("complete", "prefs", "read", "--app", name, "").output
        == "choice\nfade\ntheme.light\ntheme.dark\ntheme.light-high\ntheme.dark-high\nheight\nwidth\n"
    )
  }

  @Test(
    "bash completes arguments that contain = or quotes",
    .enabled(if: Tool.path("bash") != nil, "there is no bash on this machine")
  )
  func bash() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let name = "org.example.$(touch x) 'a'"
    try desk.nightctl("set", "dark", "--app", name)
    func offered(_ words: String...) throws -> String {
      let script = """
        set -e
        . '\(Built.sourceRoot)/data/completions/nightctl.bash'
        COMP_WORDS=("$0" "$@")
        COMP_CWORD=$#
        compopt() { echo "compopt $*"; }
        $(complete -p nightctl | sed 's/.*-F \\([^ ]*\\).*/\\1/') "$0"
        for word in "${COMPREPLY[@]}"; do echo "$word"; done
        """
      let finished = try Program.run(
        "bash",
        ["-c", script, Built.nightctl] + words,
        environment: desk.environment
      )
      #expect(finished.exit == .exited(0), "\(finished)")
      #expect(finished.errors == "")
      return finished.output
    }
    #expect(try offered("prefs", "wr") == "write\n")
    #expect(try offered("prefs", "read", "theme.l") == "theme.light\ntheme.light-high\n")
    #expect(try offered("prefs", "import", "") == "compopt -o default\n")
    #expect(try offered("get", "x") == "")
    #expect(try offered("inhibit", "--", "printf") == "compopt -o default\nprintf\n")
    // bash counts an equals sign as a separate word.
    #expect(try offered("prefs", "export", "--format", "=") == "json\njson5\nplist\n")
    #expect(try offered("prefs", "export", "--format", "=", "p") == "plist\n")
    #expect(try offered("set", "--app", "=", "x", "f") == "follow\n")
    #expect(try offered("prefs", "write", "fade", "=") == "")
    // bash requires an escaped name; a command in the name is not run.
    #expect(try offered("apps", "remove", "") == #"org.example.\$\(touch\ x\)\ \'a\'"# + "\n")
  }
}
