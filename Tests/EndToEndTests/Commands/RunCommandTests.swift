import Glibc
import TestSupport
import Testing

/// `nightctl run`, which makes one program light or dark.
@Suite struct RunCommandTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  @Test(
    "`nightctl run` replaces its own process with the command, and needs neither daemon nor bus"
  )
  func replaces() throws {
    let program = try Program.start(
      Built.nightctl,
      [
        "run", "--dark", "--", "/bin/sh", "-c", "echo $NIGHTD_FORCE_STYLE $GTK_THEME $$ \"$@\"",
        "-", "a", "--json",
      ],
      environment: ["HOME": desk.home.path]
    )
    #expect(
      try program.nextLine() == "dark Adwaita:dark \(program.processIdentifier) a --json"
    )
    #expect(try program.wait() == .exited(0))
    #expect(program.errorsSoFar == "")
  }

  @Test("`nightctl run --dark` puts Chromium's dark-mode switch before Chromium's other arguments")
  func chromium() throws {
    try desk.home.write("#!/bin/sh\necho \"$@\"\n", to: "chromium")
    _ = try desk.run("/bin/chmod", "+x", desk.home.file("chromium"))
    let path = desk.home.file("chromium")
    #expect(
      try desk.nightctl("run", "--dark", "--", path, "a.html").output
        == "--force-dark-mode a.html\n"
    )
    #expect(try desk.nightctl("run", "--light", "--", path, "a.html").output == "a.html\n")
  }

  static let ends: [(words: [String], exit: Program.Exit, errors: String)] = [
    (["--light", "--", "sh", "-c", "exit 7"], .exited(7), ""),
    (
      ["--light", "--", "no-such-command"], .exited(127),
      "nightctl: cannot run “no-such-command”: No such file or directory\n"
    ),
    (
      ["--dark", "/etc/passwd"], .exited(126),
      "nightctl: cannot run “/etc/passwd”: Permission denied\n"
    ),
    (
      ["--", "true"], .exited(2), "nightctl: run needs --light or --dark; see nightctl run --help\n"
    ),
    (
      ["--dark", "--light", "true"], .exited(2),
      "nightctl: either --light or --dark, not both; see nightctl run --help\n"
    ),
    (["--dark"], .exited(2), "nightctl: run needs a COMMAND; see nightctl run --help\n"),
    (
      ["--dark", "ls", "--light"], .exited(2),
      "nightctl: “--light” comes after the command; put -- before the command: "
        + "nightctl run --dark -- ls --light; see nightctl run --help\n"
    ),
  ]

  @Test(
    "`nightctl run` exits with its command's code, or says why the command cannot run",
    arguments: ends
  )
  func end(words: [String], exit: Program.Exit, errors: String) throws {
    let finished = try desk.nightctl(["run"] + words)
    #expect(finished.exit == exit)
    #expect(finished.errors == errors)
    #expect(finished.output == "")
  }

  private static let forced = ["NIGHTD_FORCE_STYLE": "dark"]

  @Test(
    "With NIGHTD_FORCE_STYLE, `get` needs no daemon, and `get --json` reports the forced style"
  )
  func get() throws {
    #expect(try desk.nightctl("get", adding: Self.forced).output == "dark\n")
    #expect(try desk.nightctl("get", "--app", "x", adding: Self.forced).output == "dark\n")
    try desk.startDaemon()
    try desk.nightctl("theme", "use", "--dark", "night-vision")
    try desk.nightctl("set", "light", "--for", "2h")
    for more in [[], ["--bus"], ["--app", "x"]] {
      let json = try desk.nightctl(["get", "--json"] + more, adding: Self.forced).output
      #expect(json.contains(#""style":"dark""#), "\(json)")
      #expect(json.contains(#""theme":"night-vision""#), "\(json)")
      #expect(json.contains(#""reason":"forced""#), "\(json)")
      #expect(!json.contains("hold-until") && !json.contains("next"), "\(json)")
    }
    #expect(try desk.nightctl("get").output == "light\n")
    #expect(
      try desk.nightctl("get", adding: ["NIGHTD_FORCE_STYLE": "purple"]).output == "light\n"
    )
  }

  @Test(
    "With a forced style, `watch` prints this style once, and `set` still sets the desktop's style"
  )
  func watch() throws {
    try desk.startDaemon()
    let watch = try desk.start("watch", adding: Self.forced)
    #expect(try watch.nextLine() == "dark")
    let json = try desk.start("watch", "--json", adding: Self.forced)
    #expect(try json.nextLine().contains(#""theme":"midnight","#))
    try desk.nightctl("set", "light", adding: Self.forced)
    try desk.nightctl("set", "dark", adding: Self.forced)
    #expect(try desk.nightctl("get").output == "dark\n")
    try desk.set("light")
    try desk.nightctl("contrast", "high")
    var line = try json.nextLine()
    // Lines that come before the change of the contrast differ only in the choice.
    while !line.contains(#""contrast":1"#) {
      #expect(line.contains(#""style":"dark""#) && line.contains(#""theme":"midnight","#))
      line = try json.nextLine()
    }
    #expect(line.contains(#""theme":"midnight-high","#))
    watch.send(signal: SIGINT)
    #expect(try watch.wait() == .exited(0))
    #expect(try watch.readAll() == "")
  }

  @Test("With a forced style, `watch --format` and `watch --exec` use the theme of this style")
  func changes() throws {
    try desk.startDaemon()
    let format = "{style} {theme} {reason} {color.surface}"
    for file in [[], ["--file"]] {
      let watch = try Program.start(
        Built.nightctl,
        ["watch", "--format", format] + file,
        environment: desk.environment.merging(Self.forced) { $1 }
      )
      #expect(try watch.nextLine() == "dark midnight forced #1c2027")
    }
    let watch = try desk.start(
      "watch",
      "--exec",
      "--",
      "/bin/sh",
      "-c",
      "echo $NIGHTD_STYLE $NIGHTD_REASON $NIGHTD_COLOR_SURFACE",
      adding: Self.forced
    )
    #expect(try watch.nextLine() == "dark forced #1c2027")
  }
}
