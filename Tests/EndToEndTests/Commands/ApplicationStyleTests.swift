import Glibc
import TestSupport
import Testing

/// The style of one application.
@Suite struct ApplicationStyleTests {
  @Test("`nightctl get` and `nightctl status` report the style of one application")
  func asked() throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.set("dark")
    _ = try desk.printed("set", "light", "--app", "org.example.Editor")
    #expect(try desk.printed("get", "--app", "org.example.Editor") == "light\n")
    #expect(try desk.printed("get", "--app", "x") == "dark\n")
    #expect(try desk.printed("get") == "dark\n")
    let json = try desk.printed("get", "--app", "org.example.Editor", "--json")
    #expect(json.contains(#""style":"light""#) && json.contains(#""app":"org.example.Editor""#))
    let status = try desk.printed("status", "--app", "org.example.Editor")
    #expect(status.hasPrefix("app      org.example.Editor\nstyle    light\n"), "\(status)")
    #expect(try desk.printed("status", "--app", "x").contains("style    dark\n"))
    let all = try desk.printed("status", "--app", "org.example.Editor", "--json")
    #expect(all.contains(#""app":"org.example.Editor""#), "\(all)")
  }

  @Test("`watch --app` prints changes of the application's own style and of the desktop's style")
  func watched() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let watch = try desk.start("watch", "--app", "org.example.Editor")
    #expect(try watch.nextLine() == "light")
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark")
    _ = try desk.printed("set", "light", "--app", "org.example.Editor")
    #expect(try watch.nextLine() == "light")
    let json = try desk.start("watch", "--app", "org.example.Editor", "--json")
    let first = try json.nextLine()
    #expect(first.contains(#""style":"light""#) && first.contains(#""app":"org.example.Editor""#))
    for program in [watch, json] {
      program.send(signal: SIGTERM)
      #expect(try program.wait() == .exited(0))
    }
  }

  @Test(
    "If the name that `apps remove` gets is misspelled, the message suggests a similar name"
  )
  func removed() throws {
    let desk = try Desk()
    try desk.startDaemon()
    _ = try desk.printed("set", "dark", "--app", "Firefox")
    for (name, hint) in [
      ("firefox", "; did you mean “Firefox”?"), ("Firefx", "; did you mean “Firefox”?"),
      ("nope", "; to list the applications that have one, run nightctl apps"),
    ] {
      let finished = try desk.nightctl("apps", "remove", name)
      #expect(finished.exit == .exited(0))
      #expect(
        finished.errors
          == "nightctl: “\(name)” had no style or theme of its own; nothing was changed\(hint)\n"
      )
    }
    #expect(try desk.printed("apps") == "dark  Firefox\n")
    let finished = try desk.nightctl("apps", "remove", "Firefox")
    #expect(finished.exit == .exited(0) && finished.errors == "")
    #expect(try desk.printed("apps") == "")
  }

  @Test(
    "On a terminal, `set --app` says which programs can follow an application's own style",
    .enabled(if: Tool.path("python3") != nil, "there is no python3, which makes the terminal")
  )
  func told() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let finished = try desk.nightctlOnTerminal(["set", "dark", "--app", "firefox"])
    #expect(
      finished.output.replacing("\r\n", with: "\n") == """
        firefox: dark
        This affects only programs that ask nightd for their own style (NightKit or Style.GetFor).

        """
    )
    #expect(try desk.printed("set", "light", "--app", "firefox") == "")
  }

  @Test("`set --app` refuses invisible characters in an identifier; `apps remove` accepts them")
  func invisible() throws {
    let desk = try Desk()
    let name = "org.example.\u{202E}rotidE"
    try desk.home.write(
      #"{"format": 2, "preferences": {"app": {"\#(name)": {"choice": "dark"}}}}"#,
      to: Desk.store
    )
    let daemon = try desk.startDaemon()
    let finished = try desk.nightctl("set", "light", "--app", name)
    #expect(finished.exit == .exited(1))
    #expect(
      finished.errors == "nightctl: an application's identifier must have no invisible characters, "
        + "but this one has U+202E\n"
    )
    #expect(try desk.printed("apps") == "dark  \(name)\n")
    #expect(try desk.printed("get", "--app", name) == "dark\n")
    _ = try desk.printed("apps", "remove", name)
    #expect(try desk.printed("apps") == "")
    withExtendedLifetime(daemon) {}
  }

  @Test(
    "If a file sets an application's style, `apps remove` changes nothing and reports this"
  )
  func removedFromFile() throws {
    let desk = try Desk()
    try desk.home.makeFolder(".config/nightd")
    try desk.home.write(
      #"{app: {"org.example.Editor": {choice: "dark"}}}"#,
      to: ".config/nightd/config.json5"
    )
    try desk.startDaemon()
    let finished = try desk.nightctl("apps", "remove", "org.example.Editor")
    #expect(finished.exit == .exited(0))
    #expect(
      finished.errors == "nightctl: “org.example.Editor” gets its style from a file; nothing was "
        + "changed; to see which file, run nightctl prefs explain choice --app org.example.Editor\n"
    )
  }
}
