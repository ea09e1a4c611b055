import Glibc
import TestSupport
import Testing

/// The commands for hooks; most need no daemon.
@Suite("nightctl hooks")
struct HookCommandTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func put(_ name: String, _ text: String, mode: mode_t = 0o755) throws {
    let path = "\(HookTests.folder)/\(name)"
    try desk.home.write(text, to: path)
    #expect(chmod(desk.home.file(path), mode) == 0)
  }

  @Test("If no hook exists, `nightctl hooks` explains how to make one")
  func none() throws {
    let folder = desk.home.file(HookTests.folder)
    #expect(
      try desk.nightctl("hooks").output
        == "There are no hooks; to make one in \(folder), run nightctl hooks new NAME.\n"
    )
    #expect(try desk.nightctl("hooks", "--json").output == #"{"hooks":[]}"# + "\n")
  }

  @Test("`hooks new` makes a hook that can run, and never replaces a file")
  func new() throws {
    let made = try desk.nightctl("hooks", "new", "10-own")
    #expect(made.output == desk.home.file("\(HookTests.folder)/10-own") + "\n")
    #expect(try desk.nightctl("hooks", "check").output == "All hooks can run.\n")
    let again = try desk.nightctl("hooks", "new", "10-own")
    #expect(again.exit == .exited(1))
    #expect(again.errors.hasSuffix("10-own exists already\n"))
    for name in ["", "a/b", ".x", "x.bak"] {
      #expect(try desk.nightctl("hooks", "new", name).exit == .exited(2), "\(name)")
    }
    try desk.startDaemon()
    let run = try desk.nightctl("hooks", "run", "10-own")
    #expect(run.exit == .exited(0))
    #expect(run.errors == "it is light now\n")
  }

  @Test("The list of hooks says why a hook cannot run, and `hooks check` then exits with 1")
  func problems() throws {
    try put("1-plain", "echo no interpreter\n")
    try put("2-missing", "#!/no/such/shell\n")
    try put("3-windows", "#!/bin/sh\r\necho\r\n")
    try put("4-open", "#!/bin/sh\n", mode: 0o777)
    try put("5-header", "#!/bin/sh\n# nightd: reason sunset\n")
    try put("6-plain", "#!/bin/sh\n", mode: 0o644)
    try put("7-empty", "")
    let path = Array(desk.home.file(HookTests.folder).utf8CString.dropLast()) + [0x2F, 0x39, -1, 0]
    let file = path.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o700) } ?? -1
    }
    close(file)
    try put("8-good", "#!/bin/sh\n")
    try desk.home.write("#!/bin/sh\n", to: ".config/darkman/dark-mode.d/x.sh")
    let folder = desk.home.file(HookTests.folder)
    let check = try desk.nightctl("hooks", "check")
    #expect(check.exit == .exited(1))
    #expect(check.errors == "nightctl: 8 problems found\n")
    let expected = """
      \(folder)/1-plain is not run: its first line has no interpreter; begin a script with \
      a line such as #!/bin/sh
      \(folder)/2-missing is not run: its interpreter “/no/such/shell” does not exist: install it, or put \
      another program into the first line
      \(folder)/3-windows is not run: its first line ends with a carriage return, as in Windows \
      files; save it with Unix line ends
      \(folder)/4-open is not run: \(folder)/4-open is writable by everyone; to change that, \
      run chmod o-w \(folder)/4-open
      \(folder)/5-header is not run: line 2: “sunset” is not a reason; use choice, hold, schedule, \
      system, inhibit, app, fallback
      \(folder)/6-plain is not run: it is not executable; to change that, run chmod +x \(folder)/6-plain
      \(folder)/9\\xff is not run: its name is not valid UTF-8; rename it
      \(desk.home.file(".config/darkman/dark-mode.d/x.sh")) is not run: nightd does not look for \
      hooks in this folder; move it to \(desk.home.file(".local/share/dark-mode.d"))

      """
    #expect(check.output == expected)
    let list = try desk.nightctl("hooks").output
    #expect(list.contains("7-empty    off, because the file is empty  \(folder)\n"))
    #expect(list.contains("8-good     has not run yet  \(folder)\n"))
  }

  @Test("A hook in a folder that other users can write to is refused")
  func openFolder() throws {
    try put("x", "#!/bin/sh\n")
    let folder = desk.home.file(".config")
    #expect(chmod(folder, 0o777) == 0)
    let check = try desk.nightctl("hooks", "check")
    #expect(check.exit == .exited(1))
    #expect(
      check.output.contains("is writable by everyone; to change that, run chmod o-w \(folder)")
    )
  }

  @Test("A hook can be a link into a read-only store, and an empty file disables a hook")
  func links() throws {
    try desk.home.write("#!/bin/sh\necho from the store\n", to: "store/hook")
    #expect(chmod(desk.home.file("store/hook"), 0o555) == 0)
    #expect(chmod(desk.home.file("store"), 0o555) == 0)
    try desk.home.makeFolder(HookTests.folder)
    try #require(
      symlink(desk.home.file("store/hook"), desk.home.file("\(HookTests.folder)/a")) == 0
    )
    try desk.home.write("#!/bin/sh\necho machine\n", to: ".local/share/nightd/hooks.d/b")
    #expect(chmod(desk.home.file(".local/share/nightd/hooks.d/b"), 0o755) == 0)
    try put("b", "")
    try desk.startDaemon()
    let run = try desk.nightctl("hooks", "run")
    #expect(run.errors == "from the store\n")
    #expect(chmod(desk.home.file("store"), 0o755) == 0)
  }

  @Test("`hooks run NAME` ignores the hook's conditions, and `hooks log` prints the hook's path")
  func named() throws {
    try put("x", "#!/bin/sh\n# nightd: reason inhibit\nexit 0\n")
    try desk.startDaemon()
    #expect(try desk.nightctl("hooks", "log", "x").output.hasSuffix("/x has not run yet.\n"))
    #expect(try desk.nightctl("hooks", "run").exit == .exited(0))
    #expect(try desk.nightctl("hooks", "log", "x").output.hasSuffix("/x has not run yet.\n"))
    #expect(try desk.nightctl("hooks", "run", "x").exit == .exited(0))
    let log = try desk.nightctl("hooks", "log", "x").output
    #expect(log.hasSuffix("  \(desk.home.file(HookTests.folder))/x\nThe hook printed nothing.\n"))
  }

  @Test("`hooks run NAME` fails and prints the reason if the hook fails or does not run")
  func namedButNotRun() throws {
    try put("1-plain", "#!/bin/sh\n", mode: 0o644)
    try put("2-missing", "#!/no/such/shell\n")
    try put("3-empty", "")
    try put("4-good", "#!/bin/sh\necho ran\n")
    try put("5-bad", "#!/bin/sh\nexit 3\n")
    for folder in ["dark-mode.d", "light-mode.d"] {
      let path = ".local/share/\(folder)/both"
      try desk.home.write("#!/bin/sh\necho \(folder)\n", to: path)
      try #require(chmod(desk.home.file(path), 0o755) == 0)
    }
    let dark = ".local/share/dark-mode.d/dark-only"
    try desk.home.write("#!/bin/sh\n", to: dark)
    try #require(chmod(desk.home.file(dark), 0o755) == 0)
    try desk.startDaemon()
    let folder = desk.home.file(HookTests.folder)
    let cases = [
      (
        "1-plain",
        "\(folder)/1-plain is not run: it is not executable; to change that, run chmod +x "
      ),
      (
        "2-missing",
        "\(folder)/2-missing is not run: its interpreter “/no/such/shell” does not exist"
      ),
      ("3-empty", "\(folder)/3-empty is not run: it is empty; an empty file switches off the hook"),
      ("5-bad", "\(folder)/5-bad ended with code 3\nnightctl: a hook failed"),
      (
        "dark-only",
        "\(desk.home.file(dark)) is not run: its folder is for dark, but the style is light now"
      ),
    ]
    for (name, reason) in cases {
      let run = try desk.nightctl("hooks", "run", name)
      #expect(run.exit == .exited(1), "\(name)")
      #expect(run.errors.hasPrefix("nightctl: " + reason), "\(run)")
    }
    let mixed = try desk.nightctl("hooks", "run", "4-good", "1-plain")
    #expect(mixed.exit == .exited(1))
    #expect(mixed.errors.hasPrefix("ran\nnightctl: \(folder)/1-plain is not run"), "\(mixed)")
    let both = try desk.nightctl("hooks", "run", "both")
    #expect(both.exit == .exited(0))
    #expect(both.errors == "light-mode.d\n")
  }

  @Test("If no hook has the given name, the error suggests the most similar name")
  func unknown() throws {
    try put("10-waybar", "#!/bin/sh\n")
    for command in ["run", "log"] {
      let finished = try desk.nightctl("hooks", command, "10-wybar")
      #expect(finished.exit == .exited(1))
      #expect(
        finished.errors
          == "nightctl: no hook has the name “10-wybar”; did you mean “10-waybar”?\n"
      )
    }
    #expect(try desk.nightctl("complete", "hooks", "run", "").output == "10-waybar\n")
  }
}
