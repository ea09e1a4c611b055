import Glibc
import NightBus
import TestSupport
import Testing

/// Themes of a single application, on the command line and on the bus.
@Suite("Themes of applications")
struct ApplicationThemeTests {
  private static let folder = ".local/share/nightd/themes"
  private static let editor = "org.example.Editor"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try put("sea", "{style: 'dark', parent: 'deep', colors: {surface: '#102030'}}")
    try put("deep", "{style: 'dark', colors: {link: '#405060'}}")
    try put("sand", "{style: 'light', colors: {surface: '#f0e8d0'}}")
    try put("torn", "{style: 'dark', colors: {surface: '#12'}}")
  }

  /// Replaces the file in one step, as editors and importers do.
  private func put(_ name: String, _ text: String) throws {
    try desk.home.write(text, to: "\(Self.folder)/.\(name).new")
    let path = desk.home.file(Self.folder)
    #expect(rename("\(path)/.\(name).new", "\(path)/\(name).json5") == 0)
  }

  private func path(_ name: String) -> String { desk.home.file("\(Self.folder)/\(name).json5") }

  /// Returns the style, the theme, and whether the theme is the application's own.
  private func shown(_ application: String = editor) throws -> String {
    let json = try desk.printed("get", "--json", "--app", application)
    let style = json.firstMatch(of: /"style":"([a-z]*)"/)?.1 ?? "-"
    let theme = json.firstMatch(of: /"theme":"([a-z-]*)"/)?.1 ?? "-"
    let isOwn = json.firstMatch(of: /"own-theme":([a-z]*)/)?.1 ?? "-"
    return "\(style) \(theme) \(isOwn)"
  }

  private func refused(_ words: String..., with sentence: String) throws {
    let finished = try desk.nightctl(words)
    #expect(finished.exit == .exited(1))
    #expect(finished.output == "")
    #expect(finished.errors == "nightctl: \(sentence)\n")
  }

  @Test(
    "`theme use --app` sets an application's theme and style together, and a restart keeps both"
  )
  func use() throws {
    let daemon = try desk.startDaemon()
    #expect(try desk.printed("theme", "use", "SEA", "--app", Self.editor) == "")
    #expect(try shown() == "dark sea true")
    #expect(try shown("x") == "light daylight -")
    #expect(try desk.printed("get") == "light\n")
    #expect(try desk.printed("prefs", "read", "theme.dark", "--app", Self.editor) == "sea\n")
    #expect(try desk.printed("prefs", "read", "theme.dark") == "midnight\n")
    #expect(
      try desk.printed("status", "--app", Self.editor).contains("\ntheme    sea, its own\n")
    )
    #expect(
      try desk.printed("why", "--app", Self.editor) == """
        org.example.Editor is dark because this style was set for this application alone; to make it \
        follow the desktop again, run nightctl set follow --app org.example.Editor.
        For dark, it uses its own theme, sea; to make it use the desktop's themes again, run nightctl \
        theme use follow --app org.example.Editor.

        """
    )
    #expect(try desk.printed("prefs", "read", "--app", Self.editor, "choice") == "dark\n")
    #expect(try desk.printed("set", "SAND", "--app", Self.editor, "--json").contains("sand"))
    #expect(try shown() == "light sand true")
    #expect(
      try desk.printed("apps")
        == "light  org.example.Editor, with sand for light and sea for dark\n"
    )
    #expect(
      try desk.printed("apps", "--json")
        == #"{"applications":{"org.example.Editor":"light"},"themes":{"org.example.Editor":"#
        + #"{"light":"sand","dark":"sea"}}}"# + "\n"
    )
    _ = try desk.end(daemon)
    try desk.startDaemon()
    #expect(try shown() == "light sand true")
    #expect(try desk.printed("set", "dark", "--app", Self.editor) == "")
    #expect(try shown() == "dark sea true")
  }

  @Test(
    "`theme use follow --app` removes an application's themes; `apps remove` also removes its style"
  )
  func remove() throws {
    try desk.startDaemon()
    for words in [["--dark", "sea"], ["--light", "sand", "--dark-high", "midnight-high"]] {
      #expect(try desk.printed(["theme", "use"] + words + ["--app", Self.editor]) == "")
    }
    #expect(
      try desk.printed("apps")
        == "follow  org.example.Editor, with sand for light, sea for dark and "
        + "midnight-high for dark with high contrast\n"
    )
    #expect(try shown() == "light sand true")
    try desk.set("dark")
    #expect(try shown() == "dark sea true")
    #expect(try desk.printed("contrast", "high") != "")
    #expect(try shown() == "dark midnight-high true")
    #expect(try desk.printed("theme", "use", "night-vision", "--app", Self.editor) == "")
    #expect(try desk.printed("theme", "use", "follow", "--app", Self.editor) == "")
    #expect(try shown() == "dark midnight-high -")
    #expect(try desk.printed("apps") == "dark  org.example.Editor\n")
    #expect(try desk.printed("theme", "use", "sea", "--app", Self.editor) == "")
    #expect(try desk.printed("apps", "remove", Self.editor) == "")
    #expect(try desk.printed("apps") == "")
    #expect(try desk.printed("apps", "--json") == #"{"applications":{},"themes":{}}"# + "\n")
  }

  @Test("`theme use --dark follow` requires --app, and removes only the application's dark theme")
  func removeOne() throws {
    try desk.startDaemon()
    #expect(try desk.printed("theme", "use", "sand", "--app", Self.editor) == "")
    #expect(
      try desk.printed(
        "theme",
        "use",
        "--dark",
        "sea",
        "--light-high",
        "daylight-high",
        "--app",
        Self.editor
      ) == ""
    )
    #expect(
      try desk.printed(
        "theme",
        "use",
        "--dark",
        "follow",
        "--light-high",
        "follow",
        "--app",
        Self.editor
      ) == ""
    )
    #expect(try desk.printed("prefs", "read", "theme.dark", "--app", Self.editor) == "midnight\n")
    #expect(try shown() == "light sand true")
    let refused = try desk.nightctl("theme", "use", "--dark", "follow")
    #expect(refused.exit == .exited(1))
    #expect(refused.errors.contains("there is no theme “follow”"), "\(refused.errors)")
  }

  @Test("`theme use --app` refuses a theme that is unknown or broken, or has the wrong style")
  func wrong() throws {
    try desk.startDaemon()
    #expect(try desk.printed("theme", "use", "sea", "--app", Self.editor) == "")
    let before = desk.home.text(Desk.store)
    let app = ["--app", Self.editor]
    try refused(
      "theme",
      "use",
      "saa",
      app[0],
      app[1],
      with: "there is no theme “saa”; did you mean “sea”?"
    )
    try refused(
      "theme",
      "use",
      "torn",
      app[0],
      app[1],
      with: "the theme “torn” cannot be used: \(path("torn")):1:37: expected 3, 4, 6 or 8 "
        + "hexadecimal digits after #, found 2"
    )
    try refused(
      "theme",
      "use",
      "--dark",
      "sand",
      app[0],
      app[1],
      with: "“sand” is a light theme, and --dark takes one that is dark"
    )
    try refused(
      "theme",
      "use",
      "",
      app[0],
      app[1],
      with: "there is no theme “”; to list all themes, run nightctl theme list"
    )
    for (words, sentence) in [
      (
        ["theme", "use", "sea", "--app", ""],
        "an application's identifier is missing; see nightctl theme use --help"
      ),
      (
        ["theme", "use", "sea", "--app", "x", "--for", "2h"],
        "either --for or --app, not both; see nightctl theme use --help"
      ),
      (
        ["theme", "use", "--app", "x"],
        "theme use needs follow or the name of a theme; see nightctl theme use --help"
      ),
      (
        ["set", "saa", "--app", "x"],
        "“saa” is not light, dark, follow or the name of a theme; did you mean “sea”?; see nightctl set --help"
      ),
    ] {
      let finished = try desk.nightctl(words)
      #expect(finished.exit == .exited(2))
      #expect(finished.errors == "nightctl: \(sentence)\n")
    }
    #expect(desk.home.text(Desk.store) == before)
    #expect(try shown() == "dark sea true")
  }

  @Test(
    "An application keeps a broken theme's last good version, but no longer uses a removed theme"
  )
  func later() throws {
    try desk.startDaemon()
    #expect(try desk.printed("theme", "use", "--dark", "sea", "--app", Self.editor) == "")
    try desk.set("dark")
    let watch = try desk.start("watch", "--json", "--app", Self.editor)
    func digest() throws -> String {
      let line = try watch.nextLine()
      let theme = line.firstMatch(of: /"theme":"([^"]*)","theme-digest":"([^"]*)"/)
      return theme.map { "\($0.1) \($0.2.isEmpty ? "" : "…")\($0.2.prefix(8))" } ?? line
    }
    let first = try digest()
    #expect(first.hasPrefix("sea …"))
    // Another application's theme and a broken edit cause no change.
    #expect(try desk.printed("theme", "use", "sand", "--app", "x") == "")
    try put("deep", "{style: 'dark', colors: {link: '#4")
    while try !desk.printed("status", "--app", Self.editor).contains(
      "\nbroken   \(path("deep")):1:32: "
    ) {}
    #expect(try shown() == "dark sea true")
    try put("deep", "{style: 'dark', colors: {link: '#405061'}}")
    let second = try digest()
    #expect(second.hasPrefix("sea …") && second != first)
    #expect(unlink(path("sea")) == 0)
    #expect(try digest() == "midnight ")
    #expect(
      try desk.printed("status", "--app", Self.editor).contains(
        "\nbroken   theme.dark of “org.example.Editor”: no theme has the name “sea”; nightd looks for "
          + "\(path("sea")); the desktop's theme is shown instead; to choose another theme, run nightctl "
          + "theme use NAME --app org.example.Editor\n"
      )
    )
    try put("sea", "{style: 'light'}")
    while try !desk.printed("status", "--app", Self.editor).contains("“sea” is a light theme") {}
    #expect(try shown() == "dark midnight false")
    try put("sea", "{style: 'dark', parent: 'deep', colors: {surface: '#102030'}}")
    #expect(try digest() == second)
    watch.send(signal: SIGTERM)
    #expect(try watch.wait() == .exited(0))
  }

  // MARK: - On the bus

  private func appearance(_ caller: Caller, _ application: String = editor) throws -> Members? {
    try caller.call(.style, "GetFor", [.string(application)]).get().last?.asOptions
  }

  private func use(_ caller: Caller, _ name: String) throws -> Result<[BusValue], Refusal> {
    try caller.call(.control, "UseThemeFor", [.string(Self.editor), .string(name), .options([])])
  }

  @Test(
    "`UseThemeFor` returns the application's appearance, and `AppChanged` signals each change once"
  )
  func bus() throws {
    try desk.startDaemon()
    let monitor = try Monitor(desk)
    /// The next signals, except those about the set of all themes.
    func next(_ count: Int) throws -> [String] {
      var signals: [String] = []
      while signals.count < count {
        let signal = try monitor.next()
        if signal != "Themes" { signals.append(signal) }
      }
      return signals
    }
    let caller = try Caller(desk)
    let reply = try use(caller, "Sea").get()
    #expect(reply.first == .string("dark"))
    let told = try #require(reply.last?.asOptions)
    #expect(told["theme"] == .string("sea") && told["own-theme"] == .boolean(true))
    #expect(told["reason"] == .string("app"))
    #expect(try appearance(caller) == told)
    #expect(
      try next(3) == ["\(Self.editor):theme.dark", "\(Self.editor):choice", "AppChanged"]
    )
    let resolved = try caller.call(.themes, "Resolve", [.string("sea")]).get()
    #expect(resolved.first?.asOptions?["digest"] == told["theme-digest"])
    // If nothing changes, nothing is signalled: the next signal belongs to the edit.
    _ = try use(caller, "sea").get()
    try put("deep", "{style: 'dark', colors: {link: '#405062'}}")
    #expect(try next(1) == ["AppChanged"])
    let edited = try #require(try appearance(caller))
    #expect(edited["theme"] == .string("sea") && edited["theme-digest"] != told["theme-digest"])
    #expect(try use(caller, "").get().last?.asOptions?["own-theme"] == nil)
    #expect(try next(2) == ["\(Self.editor):theme.dark", "AppChanged"])
    let features = try caller.call(
      "org.freedesktop.DBus.Properties",
      "Get",
      [.string("org.nightd.Night1.Style"), .string("Features")]
    ).get()
    guard case .variant(let names)? = features.first else {
      Issue.record("there are no features")
      return
    }
    #expect(names.asStrings?.contains("application-themes") == true)
  }

  @Test(
    "nightd reads an application's themes and their parents only when the application asks for them"
  )
  func lazy() throws {
    let sections = (0..<300).map { "A\($0): {theme: {dark: 'torn'}}" }.joined(separator: ", ")
    let file =
      "{choice: 'dark', app: {'\(Self.editor)': {theme: {dark: 'sea', light: 'gone'}}, \(sections)}}"
    try desk.home.write(file, to: ".config/nightd/config.json5")
    let daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    func mistakes() throws -> [String] {
      let words = [BusValue.string("org.nightd.Night1.Themes"), .string("Mistakes")]
      let properties: InterfaceName = "org.freedesktop.DBus.Properties"
      guard case .variant(let value)? = try caller.call(properties, "Get", words).get().first else {
        return []
      }
      return value.asStrings ?? []
    }
    _ = try caller.set("light").get()
    _ = try caller.set("dark").get()
    #expect(try mistakes() == [])
    let told = try #require(try appearance(caller))
    #expect(told["theme"] == .string("sea") && told["own-theme"] == .boolean(true))
    let resolved = try caller.call(.themes, "Resolve", [.string("sea")]).get()
    #expect(resolved.first?.asOptions?["digest"] == told["theme-digest"])
    #expect(try mistakes().count == 1, "the theme for light does not exist")
    #expect(try appearance(caller, "A7")?["theme"] == .string("midnight"))
    #expect(try mistakes().contains { $0.hasPrefix(path("torn") + ":1:37: ") })
    guard
      case .dictionary(_, _, let entries)? = try caller.call(.themes, "Applications").get().first
    else {
      Issue.record("there is no dictionary")
      return
    }
    #expect(entries.count == 301)
    #expect(
      try desk.printed("theme", "list", "--json").contains(
        #"{"name":"sea","origin":"user","in-use":true"#
      )
    )
    _ = try desk.end(daemon)
  }

  @Test(
    "If two requests for the same application overlap, the later request takes effect",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")")
  )
  func overtaken() throws {
    let daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    let app = BusValue.string(Self.editor)
    // strace slows the reading of the theme's file, so that the second request arrives while the
    // file is being read.
    let calls = "openat,open"
    let strace = try Strace.attach(
      [
        "-P", desk.home.file(".local/share/nightd/themes/sea.json5"), "-e", "trace=\(calls)", "-e",
        "inject=\(calls):delay_enter=300000",
      ],
      to: daemon
    )
    let answers = try caller.burst([
      ("UseThemeFor", [app, .string("sea"), .options([])]), ("SetFor", [app, .string("light")]),
    ])
    try Strace.detach(strace)
    guard case .failure(.refused(let refusal)) = answers[0] else {
      Issue.record("\(answers[0])")
      return
    }
    #expect(refusal.name == "org.nightd.Night1.Error.Conflict")
    #expect(try shown() == "light daylight -")
    // Only a newer request for the same application cancels a request; requests for other
    // applications or the desktop do not.
    let others = try caller.burst([
      ("UseThemeFor", [app, .string("sea"), .options([])]),
      ("SetFor", [.string("x"), .string("light")]), ("Set", [.string("light"), .options([])]),
    ])
    #expect(others.allSatisfy { (try? $0.get()) != nil })
    #expect(try shown() == "dark sea true")
  }

  @Test("If an administrator locks an application's theme, a user cannot change the theme")
  func locked() throws {
    let file = "{theme: {dark: 'night-vision'}}"
    try desk.home.write(file, to: "system/nightd/config.json5")
    let folders = ["XDG_CONFIG_DIRS": desk.home.file("system")]
    let daemon = try desk.startDaemon(adding: folders)
    #expect(try desk.printed("theme", "use", "sea", "--app", Self.editor) == "")
    #expect(try shown() == "dark sea true")
    _ = try desk.end(daemon)
    try desk.home.write("theme.dark\n", to: "system/nightd/locks")
    try desk.startDaemon(adding: folders)
    #expect(try shown() == "dark night-vision -")
    let place = desk.home.file("system/nightd/locks") + ":1:1"
    let sentence = "theme.dark of “\(Self.editor)” is locked by \(place)"
    try refused("theme", "use", "sea", "--app", Self.editor, with: sentence)
    try refused("theme", "use", "--dark", "sea", "--app", Self.editor, with: sentence)
    #expect(try desk.printed("theme", "use", "sand", "--app", Self.editor) == "")
    #expect(try shown() == "light sand true")
  }
}
