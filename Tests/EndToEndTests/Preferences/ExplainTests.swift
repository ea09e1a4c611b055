import TestSupport
import Testing

/// How nightctl shows layers, locks and mistakes, with a file in each layer.
@Suite("nightctl prefs explain, list and check")
struct ExplainTests {
  private let desk: Desk
  private let user: String
  private let first: String
  private let second: String
  private static let last = "/etc/xdg/nightd/config.json5"

  init() throws {
    desk = try Desk()
    user = desk.home.file(".config/nightd/config.json5")
    first = desk.home.file("first/nightd/config.json5")
    second = desk.home.file("second/nightd/config.json5")
    try desk.home.write("{fade: 1, theme: {dark: 'mine'}}", to: ".config/nightd/config.json5")
    try desk.home.write("{\n  fade: 2,\n}", to: "first/nightd/config.json5")
    try desk.home.write("{app: {x: {fade: -1}}, fade: 3}", to: "second/nightd/config.json5")
    let theme = "{style: 'dark', parent: 'midnight'}"
    try desk.home.write(theme, to: ".local/share/nightd/themes/mine.json5")
    let folders = desk.home.file("first") + ":" + desk.home.file("second")
    try desk.startDaemon(adding: ["XDG_CONFIG_DIRS": folders])
    #expect(try desk.nightctl("prefs", "write", "fade", "9").exit == .exited(0))
  }

  private func lock(_ text: String) throws {
    try desk.home.write(text, to: "second/nightd/locks")
    // `prefs check` makes the daemon read all files again.
    _ = try desk.nightctl("prefs", "check")
  }

  @Test("`prefs explain` marks the value in force, which comes from the highest layer with a value")
  func plain() throws {
    #expect(
      try desk.nightctl("prefs", "explain", "fade").output == """
        * set through nightd  9  in force: the first layer with a value
          the user's file     1  (\(user):1:8)
          the system's file   2  (\(first):2:9)
          the system's file   3  (\(second):1:30)
          the system's file   no value  (\(Self.last))
          registered          300

        """
    )
  }

  @Test("`prefs explain` marks each layer above a lock as ignored")
  func locked() throws {
    try lock("# by order\n  fade\n")
    let locks = desk.home.file("second/nightd/locks")
    #expect(
      try desk.nightctl("prefs", "explain", "fade").output == """
          set through nightd  9  ignored: locked by a lower layer
          the user's file     1  ignored: locked by a lower layer  (\(user):1:8)
          the system's file   2  ignored: locked by a lower layer  (\(first):2:9)
        * the system's file   3  in force: the first value, if the search starts at the layer that has the lock  locked by \(locks):2:3  \
        (\(second):1:30)
          the system's file   no value  (\(Self.last))
          registered          300

        """
    )
    for words in [
      ["write", "fade", "5"], ["delete", "fade"], ["write", "fade", "5", "--app", "x"],
    ] {
      let finished = try Program.run(
        Built.nightctl,
        ["prefs"] + words,
        environment: desk.environment
      )
      #expect(finished.exit == .exited(1))
      #expect(finished.errors.contains("is locked by \(locks):2:3"), "\(finished.errors)")
    }
  }

  @Test(
    "`prefs explain` lists an application's own sections first, and says why a value is ignored"
  )
  func application() throws {
    let flaw = "fade takes a whole number from 0 to 10000 (milliseconds), and this is -1"
    #expect(
      try desk.nightctl("prefs", "explain", "fade", "--app", "x").output == """
          set through nightd, its own  no value
          the user's file, its own     no value  (\(user))
          the system's file, its own   no value  (\(first))
          the system's file, its own   ignored: \(flaw)  (\(second):1:18)
          the system's file, its own   no value  (\(Self.last))
        * set through nightd           9  in force: the first layer with a value
          the user's file              1  (\(user):1:8)
          the system's file            2  (\(first):2:9)
          the system's file            3  (\(second):1:30)
          the system's file            no value  (\(Self.last))
          registered                   300

        """
    )
  }

  @Test("`prefs list --origin` shows the origin of each value")
  func origins() throws {
    let list = try desk.nightctl("prefs", "list", "--origin").output
      .replacing(user, with: "USER")
    #expect(
      try GoldenText.inFile("Tests/golden/preferences/origins.txt", found: list) == list,
      "make texts"
    )
    let json = try desk.nightctl("prefs", "list", "--origin", "--json").output
    #expect(
      json.contains(#"{"key":"theme.dark","value":"mine","origin":"user","place":"\#(user):1:25"}"#)
    )
  }

  @Test(
    "`prefs check` and `status` report mistakes and overrides; `check` fails only on mistakes"
  )
  func check() throws {
    let shadowed = """
      \(user):1:8: fade was set to another value through nightd, and that value overrides this one
        nightctl prefs delete fade

      """
    let flaw = "fade takes a whole number from 0 to 10000 (milliseconds), and this is -1"
    let mistaken = try desk.nightctl("prefs", "check")
    #expect(mistaken.exit == .exited(1))
    #expect(mistaken.output.contains("\(second):1:18: \(flaw)\n"))
    #expect(mistaken.output.contains(shadowed))
    #expect(mistaken.errors == "nightctl: 1 mistake and 1 note found\n")
    try desk.home.write("{}", to: "second/nightd/config.json5")
    let shadowing = try desk.nightctl("prefs", "check")
    #expect(shadowing.exit == .exited(0))
    #expect(shadowing.output == shadowed)
    #expect(try desk.nightctl("status").output.hasSuffix("\n\n" + shadowed))
    #expect(
      try desk.nightctl("status", "--json").output.contains(
        #""findings":[{"kind":"shadowed","file":"\#(user)","line":1,"column":8,"key":"fade","#
      )
    )
    #expect(try desk.nightctl("prefs", "delete", "fade").exit == .exited(0))
    let whole = try desk.nightctl("prefs", "check")
    #expect(whole.exit == .exited(0))
    #expect(whole.output == "everything is in order\n")
  }
}
