import NightBus
import TestSupport
import Testing

/// The theme commands, with the real daemon.
@Suite("nightctl theme")
struct ThemeCommandTests {
  static let folder = ".local/share/nightd/themes"
  private let desk: Desk
  private let daemon: Program

  static let sea = "{ style: 'dark', description: 'Deep water', colors: { background: '#102030' } }"
  static let sand = "{ style: 'light', description: 'Dry', colors: { background: '#f0e8d0' } }"
  static let torn = "{ style: 'dark', colors: { background: '#12' } }"

  init() throws {
    desk = try Desk()
    for (name, text) in [("sea", Self.sea), ("sand", Self.sand), ("torn", Self.torn)] {
      try desk.home.write(text, to: "\(Self.folder)/\(name).json5")
    }
    daemon = try desk.startDaemon()
  }

  private func path(_ name: String) -> String { desk.home.file("\(Self.folder)/\(name).json5") }

  /// Returns the style and the theme in effect.
  private func inEffect() throws -> String {
    let json = try desk.printed("get", "--json")
    let theme = json.firstMatch(of: /"theme":"([^"]*)"/).map { String($0.1) } ?? ""
    return try desk.style() + " " + theme
  }

  private func refused(_ words: String..., with sentence: String) throws {
    let finished = try desk.nightctl(words)
    #expect(finished.exit == .exited(1))
    #expect(finished.output == "")
    #expect(finished.errors == "nightctl: \(sentence)\n")
  }

  @Test("`theme list` shows each theme, which themes are in use, and why a theme is broken")
  func list() throws {
    #expect(
      try desk.printed("theme", "list") == """
        * daylight       light   built in  light       Ink on paper, the built-in light theme
          midnight       dark    built in  dark        Moonlight on slate, the built-in dark theme
          daylight-high  light   built in  light-high  Black on white, for high contrast by day
          midnight-high  dark    built in  dark-high   White on black, for high contrast by night
          night-vision   dark    built in              Red on black, to keep eyes adapted to the dark
          sand           light   yours                 Dry
          sea            dark    yours                 Deep water
          torn           broken  yours                 \(path("torn")):1:42: expected 3, 4, 6 or 8 \
        hexadecimal digits after #, found 2

        """
    )
    let json = try desk.printed("theme", "list", "--json")
    #expect(
      json.contains(
        #"{"name":"sea","origin":"user","in-use":false,"in-effect":false,"slots":[],"#
          + #""file":"\#(path("sea"))","style":"dark","description":"Deep water"}"#
      )
    )
    #expect(json.contains(#""in-effect":true,"slots":["light"],"#))
  }

  @Test(
    "`theme use` sets a style and its theme; whenever this style returns, the theme returns, too"
  )
  func use() throws {
    #expect(try desk.printed("theme", "use", "SEA") == "")
    #expect(try inEffect() == "dark sea")
    #expect(try desk.printed("status").contains("\ntheme    sea\n"))
    #expect(try desk.printed("prefs", "read", "theme.dark") == "sea\n")
    #expect(try desk.printed("theme", "use", "sand", "--for", "2h", "--json").contains("sand"))
    #expect(try inEffect() == "light sand")
    #expect(try desk.printed("prefs", "read", "theme.light") == "daylight\n")
    try #expect(desk.printed("resume") == "")
    #expect(try inEffect() == "dark sea")
    try desk.set("light")
    #expect(try inEffect() == "light daylight")
    try desk.set("dark")
    #expect(try inEffect() == "dark sea")
    #expect(try desk.printed("theme", "show").hasPrefix("sea: a dark theme, yours\nDeep water\n"))
    #expect(try desk.printed("theme", "show", "sand").contains("\n  background        #f0e8d0\n"))
  }

  @Test(
    "A theme is in effect before `theme use` returns, even if its file takes long to read",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")")
  )
  func slowSlot() throws {
    try desk.home.write(Self.sand, to: "\(Self.folder)/dune.json5")
    #expect(try desk.printed("theme", "use", "sand") == "")
    let calls = "openat,open"
    let strace = try Strace.attach(
      ["-P", path("dune"), "-e", "trace=\(calls)", "-e", "inject=\(calls):delay_enter=300000"],
      to: daemon
    )
    let json = try desk.printed("theme", "use", "--light", "dune", "--json")
    #expect(json.contains(#""theme":"dune""#), "\(json)")
    try Strace.detach(strace)
  }

  @Test("`theme use NAME` sets NAME-light and NAME-dark if no theme is called NAME")
  func pair() throws {
    for style in ["light", "dark"] {
      try desk.home.write(
        "{style: '\(style)'}",
        to: ".local/share/nightd/themes/bay-\(style).json5"
      )
    }
    let before = try inEffect()
    #expect(try desk.printed("theme", "use", "bay") == "")
    #expect(try inEffect() == before.prefix { $0 != " " } + " bay-light")
    #expect(try desk.printed("prefs", "read", "theme.dark") == "bay-dark\n")
    try refused(
      "theme",
      "use",
      "bay",
      "--for",
      "1h",
      with: "there is no theme “bay”; “bay-dark”, “bay-light” exist: choose one for each style "
        + "with nightctl theme use --light NAME --dark NAME"
    )
  }

  @Test("`theme use` sets the themes of several styles together, or none of them")
  func slots() throws {
    #expect(try desk.printed("theme", "use", "--light", "Sand", "--dark=sea") == "")
    #expect(try inEffect() == "light sand")
    #expect(try desk.printed("prefs", "read", "theme.dark") == "sea\n")
    try refused(
      "theme",
      "use",
      "--light",
      "daylight",
      "--dark",
      "sand",
      with: "“sand” is a light theme, and --dark takes one that is dark"
    )
    try refused(
      "theme",
      "use",
      "--light",
      "daylight",
      "--dark-high",
      "torn",
      with: "the theme “torn” cannot be used: \(path("torn")):1:42: "
        + "expected 3, 4, 6 or 8 hexadecimal digits after #, found 2"
    )
    try refused(
      "theme",
      "use",
      "--light",
      "daylight",
      "--dark",
      "see",
      with: "there is no theme “see”; did you mean “sea”?"
    )
    #expect(try inEffect() == "light sand")
  }

  @Test(
    "`theme next` and `previous` keep the style, wrap around at the end and skip broken themes",
    arguments: [
      ("light", ["daylight-high", "sand", "daylight"]),
      ("dark", ["midnight-high", "night-vision", "sea", "midnight"]),
    ]
  )
  func neighbours(style: String, names: [String]) throws {
    let other = style == "light" ? "theme.dark" : "theme.light"
    let before = try desk.printed("prefs", "read", other)
    try desk.set(style)
    for name in names + names {
      #expect(try desk.printed("theme", "next") == name + "\n")
      #expect(try inEffect() == "\(style) \(name)")
    }
    for name in names.reversed().dropFirst() {
      #expect(try desk.printed("theme", "previous") == name + "\n")
    }
    #expect(try inEffect() == "\(style) \(names[0])")
    // The other style still has its theme.
    #expect(try desk.printed("prefs", "read", other) == before)
  }

  @Test("`nightctl set` accepts a theme's name, and suggests the right name if you misspell it")
  func set() throws {
    try desk.set("sea")
    #expect(try inEffect() == "dark sea")
    #expect(try desk.nightctl("set", "sand", "--until", "next").exit == .exited(1))
    #expect(try inEffect() == "dark sea")
    try desk.set("schedule")
    #expect(try desk.nightctl("set", "sand", "--for", "1h").exit == .exited(0))
    #expect(try inEffect() == "light sand")
    for (word, meant) in [("drak", "dark"), ("sae", "sea"), ("shedule", "schedule")] {
      let finished = try desk.nightctl("set", word)
      #expect(finished.exit == .exited(2))
      #expect(
        finished.errors == "nightctl: “\(word)” is not light, dark, schedule, system or the name "
          + "of a theme; did you mean “\(meant)”?; see nightctl set --help\n"
      )
    }
    #expect(try inEffect() == "light sand")
  }

  @Test(
    "`theme show` prints colours within a terminal's width, unless colours are disabled",
    .enabled(if: Tool.path("script") != nil, "there is no script on this machine"),
    arguments: [
      (["TERM": "xterm", "COLORTERM": "truecolor"], "48;2;16;32;48m"),
      (["TERM": "xterm"], "48;5;234m"), (["TERM": "xterm", "NO_COLOR": "1"], nil),
      (["TERM": "dumb"], nil),
    ] as [([String: String], String?)]
  )
  func terminal(environment: [String: String], code: String?) throws {
    let finished = try Program.run(
      "script",
      ["-qec", "stty cols 34 rows 30; '\(Built.nightctl)' theme show sea", "/dev/null"],
      environment: desk.environment.merging(["SHELL": "/bin/sh"]) { $1 }
        .merging(environment) { $1 }
    )
    #expect(finished.exit == .exited(0))
    let escape = "\u{1B}["
    #expect(finished.output.contains(escape) == (code != nil), "\(finished)")
    if let code { #expect(finished.output.contains(escape + code), "\(finished)") }
    for line in finished.output.split(whereSeparator: \.isNewline) {
      #expect(line.replacing(/\u{1B}\[[0-9;]*m/, with: "").count <= 34, "\(line)")
    }
  }

  @Test("`theme use` and `theme show` refuse an unknown or broken theme with the reason")
  func refusals() throws {
    try desk.home.write("{}", to: "\(Self.folder)/reef.json")
    try desk.home.write(Self.sea, to: "\(Self.folder)/NIGHT.json5")
    try desk.home.write(Self.sea, to: "\(Self.folder)/Night.json5")
    for command in ["use", "show"] {
      try refused("theme", command, "see", with: "there is no theme “see”; did you mean “sea”?")
      try refused(
        "theme",
        command,
        "nope",
        with: "there is no theme “nope”; to list all themes, run nightctl theme list"
      )
      try refused(
        "theme",
        command,
        "reef",
        with: "there is no theme “reef”; \(desk.home.file(Self.folder))/reef.json is ignored: "
          + "a theme's file is NAME.json5 or NAME/theme.json5"
      )
      try refused(
        "theme",
        command,
        "night",
        with: "there is no theme “night”; did you mean “NIGHT” or “Night”?"
      )
    }
    try refused(
      "set",
      "torn",
      with: "the theme “torn” cannot be used: \(path("torn")):1:42: "
        + "expected 3, 4, 6 or 8 hexadecimal digits after #, found 2"
    )
    #expect(try inEffect() == "light daylight")
  }

  @Test(
    "If the theme in use is removed, a system-wide or built-in theme replaces it"
  )
  func remove() throws {
    try desk.home.write(Self.sea, to: "system/data/nightd/themes/sea.json5")
    let system = desk.home.file("system/data/nightd/themes/sea.json5")
    try desk.home.write(Self.sand, to: "\(Self.folder)/dune/theme.json5")
    try desk.home.write("x", to: "\(Self.folder)/dune/images/a.png")
    try desk.set("sea")
    try desk.set("dune")
    let watch = try desk.start("watch", "--json")
    #expect(try watch.nextLine().contains(#""theme":"dune""#))
    #expect(
      try desk.printed("theme", "remove", "dune") == """
        dune: removed \(desk.home.file(Self.folder))/dune
        the removed theme was your theme for light; until you choose another, nightd uses the theme daylight

        """
    )
    #expect(try watch.nextLine().contains(#""theme":"daylight""#))
    #expect(
      try desk.printed("theme", "remove", "sea") == """
        sea: removed \(path("sea"))
        the removed theme was your theme for dark; nightd now uses the system-wide theme sea: \(system)

        """
    )
    #expect(try desk.printed("theme", "path", "sea") == system + "\n")
    try refused(
      "theme",
      "remove",
      "sea",
      with: "cannot remove “sea”: it is not yours: \(system)"
    )
    try refused("theme", "remove", "midnight", with: "cannot remove “midnight”: it is built in")
    #expect(desk.home.list(Self.folder) == ["sand.json5", "torn.json5"])
  }

  @Test(
    "If a held theme is removed, another theme is used until the hold ends, and a message says so"
  )
  func held() throws {
    try #expect(desk.printed("theme", "use", "sea", "--for", "2h") == "")
    #expect(
      try desk.printed("theme", "remove", "sea") == """
        sea: removed \(path("sea"))
        the removed theme was in use for a limited time (a hold); until the hold ends, nightd uses the theme midnight

        """
    )
  }

  @Test("`watch` prints one line for each edit of a theme; `status` reports an edit that breaks it")
  func edits() throws {
    try desk.set("sea")
    let watch = try desk.start("watch", "--json")
    let before = try digest(watch.nextLine())
    try desk.home.write(
      Self.sea.replacing("#102030", with: "#203040"),
      to: "\(Self.folder)/sea.json5"
    )
    let edited = try digest(watch.nextLine())
    #expect(edited != before)
    try desk.home.write(
      Self.sea.replacing("#102030", with: "#2030"),
      to: "\(Self.folder)/sea.json5"
    )
    _ = try digest(watch.nextLine())
    try desk.home.write(Self.sea.replacing("'#", with: "'#x"), to: "\(Self.folder)/sea.json5")
    let mistake =
      "\(path("sea")):1:69: expected a hexadecimal digit, 0 to 9 or a to f, found “x102030”"
    while try !daemon.nextErrorLine().hasSuffix(mistake) {}
    #expect(try desk.printed("status").contains("\nbroken   \(mistake)\n"))
    #expect(
      try desk.printed("status", "--json").contains(#""theme-mistakes":["\#(path("sea")):1:69: "#)
    )
    #expect(try inEffect() == "dark sea")
    try desk.home.write(Self.sea, to: "\(Self.folder)/sea.json5")
    // If the broken file had caused a line, that line would come before this one.
    #expect(try digest(watch.nextLine()) == before)
    #expect(try !desk.printed("status").contains("broken"))
    // Each of the other edits has made the watch print exactly one line.
    try desk.set("light")
    #expect(try watch.nextLine().contains(#""style":"light""#))
  }

  @Test("A new theme is in effect at once, even while another theme takes long to load")
  func beside() throws {
    // Reading the large theme takes tenths of a second; meanwhile the small theme is read.
    let numbers = (0..<16_000).map { "n\($0):\($0)" }.joined(separator: ",")
    try desk.home.write(
      "{ style: 'light', parent: 'daylight', numbers: {\(numbers)} }",
      to: "\(Self.folder)/huge.json5"
    )
    try desk.set("huge")
    let watch = try desk.start("watch", "--json")
    #expect(try watch.nextLine().contains(#""theme":"huge""#))
    try desk.set("sea")
    #expect(try watch.nextLine().contains(#""theme":"sea""#))
    // This edit shows that the daemon has finished the reading that it began before.
    try desk.home.write(
      Self.sea.replacing("#102030", with: "#203040"),
      to: "\(Self.folder)/sea.json5"
    )
    #expect(try watch.nextLine().contains(#""theme":"sea""#))
    try desk.set("light")
    #expect(try watch.nextLine().contains(#""theme":"huge""#))
  }

  private func digest(_ line: String) throws -> String {
    #expect(line.contains(#""theme":"sea""#), "\(line)")
    return try #require(line.firstMatch(of: /"theme-digest":"([^"]+)"/).map { String($0.1) })
  }
}
