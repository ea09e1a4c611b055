import TestSupport
import Testing

@Suite(
  "Requests of a C program with libnightkit",
  .enabled(if: InstalledLibrary.skipReason == nil, "\(InstalledLibrary.skipReason ?? "")")
)
struct RequestTests {
  private static let editor = "org.example.Editor"

  @Test("nightkit_desktop_toggle sets the other style and returns it")
  func toggles() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("toggle") == "dark 0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try desk.nightctl("get").output == "dark\n")
    #expect(try probe.ask("toggle") == "light 0 ")
  }

  @Test(
    "nightkit_get_status reports the style's reason and the end of a hold, which end_hold can end"
  )
  func status() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("status") == "light reason 0 next 0 held 0 inhibited 0 since 1")
    try desk.nightctl("set", "light")
    #expect(try probe.ask("status") == "light reason 1 next 0 held 0 inhibited 0 since 1")
    try desk.nightctl("set", "dark", "--for", "1h")
    #expect(
      try probe.ask("status")
        == "dark reason 2 next 1 held 1 inhibited 0 then light in 3600 s until 3600 s since 1"
    )
    #expect(try probe.ask("resume") == "0 ")
    #expect(try probe.ask("status") == "light reason 1 next 0 held 0 inhibited 0 since 1")
  }

  @Test(
    "A C program lets the schedule or the desktop decide again, holds a style and inhibits changes"
  )
  func handsBack() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("set schedule") == "0 ")
    #expect(try desk.nightctl("prefs", "read", "choice").output == "schedule\n")
    #expect(try probe.ask("hold 3600") == "0 ")
    #expect(try probe.ask("status").contains("held 1"))
    #expect(try probe.ask("hold 0").hasPrefix("6 give either the length of the hold"))
    #expect(try probe.ask("hold 25:00").hasPrefix("5 "))
    #expect(try probe.ask("resume") == "0 ")
    #expect(try probe.ask("set system") == "0 ")
    #expect(try desk.nightctl("prefs", "read", "choice").output == "system\n")
    #expect(try probe.ask("inhibit shows slides") == "0 ")
    #expect(try probe.ask("status").contains("inhibited 1"))
    #expect(try probe.ask("inhibit") == "ended")
    while try probe.ask("status").contains("inhibited 1") {}
  }

  @Test("A C program sets an application's themes and style, and the desktop does not change")
  func stepsAlone() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk, application: Self.editor)
    #expect(try probe.ask("step !") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("choose_pair daylight-high night-vision") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("theme") == "night-vision 13")
    #expect(
      try probe.ask("choose_pair midnight") == "5 “midnight” is a dark theme, not a light one"
    )
    #expect(try probe.ask("step -") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("theme") == "midnight-high 14")
    #expect(try probe.ask("step +") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("theme") == "night-vision 13")
    #expect(try desk.nightctl("get").output == "light\n")
    #expect(try Probe(desk).ask("step +").hasPrefix("6 the handle was opened without"))
  }

  @Test(
    "A C program installs, describes and removes themes, and finds out which preferences are locked"
  )
  func installs() throws {
    let desk = try Desk()
    try desk.home.write("BG NIGHT\n", to: "wrong.txt")
    try desk.home.write("NORMAL NIGHT\n#ffffff #222222 BG\n", to: "table.txt")
    try desk.home.write("fade\n", to: ".config/system/nightd/locks")
    try desk.startDaemon(adding: ["XDG_CONFIG_DIRS": desk.home.file(".config/system")])
    let probe = try Probe(desk)
    let theme = "{name: 'reef', style: 'dark', colors: {sea: {color: '#123', description: 'Deep'}}}"
    let installed = try probe.ask("install \(theme)")
    #expect(installed == "0 ", "\(installed)")
    #expect(try probe.ask("install \(theme)").hasPrefix("5 you have a theme “reef” already"))
    #expect(try probe.ask("use reef") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("describe sea") == "Deep")
    #expect(try probe.ask("describe none") == "none")
    #expect(try probe.ask("install-at \(desk.home.file("table.txt"))") == "0 ")
    #expect(try probe.ask("install-at \(desk.home.file("wrong.txt"))").hasPrefix("5 "))
    #expect(try probe.ask("list").contains(" NIGHT NORMAL "))
    #expect(try probe.ask("remove-theme NIGHT") == "0 ")
    #expect(try probe.ask("remove-theme midnight").hasPrefix("5 cannot remove"))
    #expect(try probe.ask("lock fade") == "1 0 ")
    #expect(try probe.ask("lock choice") == "0 0 ")
  }

  @Test("The status of an application reports the application's own choice")
  func applicationStatus() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk, application: Self.editor)
    #expect(try probe.ask("choose dark") == "0 ")
    #expect(try probe.ask("status") == "dark reason 6 next 0 held 0 inhibited 0 since 1")
  }

  @Test("An application's own choice is stored, followed and returned, and “follow” removes it")
  func chooses() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let probe = try Probe(desk, application: Self.editor)
    #expect(try probe.ask("choice") == "follow")
    #expect(try probe.ask("choose dark") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("choice") == "dark")
    #expect(try desk.nightctl("get").output == "light\n")
    daemon.killGroup()
    _ = try daemon.wait()
    try desk.startDaemon()
    let later = try Probe(desk, application: Self.editor)
    #expect(try later.ask("style") == "dark")
    #expect(try later.ask("choice") == "dark")
    #expect(try later.ask("choose follow") == "0 ")
    #expect(try later.ask("next") == "light")
    #expect(try later.ask("choice") == "follow")
  }

  @Test("A theme for an application is stored, and applies to no other application")
  func choosesTheme() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk, application: Self.editor)
    #expect(try probe.ask("choose_theme night-vision") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("theme") == "night-vision 13")
    #expect(try desk.nightctl("get").output == "light\n")
    let missing = "5 there is no theme “nightvision”; did you mean night-vision?"
    #expect(try probe.ask("choose_theme nightvision") == missing)
    #expect(try probe.ask("choose_theme") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("theme") == "midnight 9")
    let nameless = try Probe(desk)
    let why = "6 the handle was opened without the name of an application"
    #expect(try nameless.ask("choose_theme midnight") == why)
  }

  @Test("A handle without an application's name cannot have a choice of its own")
  func choosesWithoutName() throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.nightctl("set", "dark")
    let probe = try Probe(desk)
    let why = "6 the handle was opened without the name of an application"
    #expect(try probe.ask("choose dark") == why)
    #expect(try probe.ask("choice") == "follow")
    #expect(
      try probe.ask("choose none") == "6 the choice is neither light nor dark nor follow"
    )
  }

  @Test("A C program lists the themes, uses one by name, and steps through them")
  func themes() throws {
    let desk = try Desk()
    let folder = ".local/share/nightd/themes/"
    try desk.home.write(
      #"{ style: "dark", description: "Evening", author: "Ann" }"#,
      to: folder + "lagoon.json5"
    )
    try desk.home.write("{ style: 5 }", to: folder + "broken.json5")
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("use lagoon") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("theme") == "lagoon 7")
    let names = "daylight midnight daylight-high midnight-high night-vision broken lagoon"
    #expect(try probe.ask("list") == names + " 0")
    #expect(try probe.ask("list 6") == "dark 1 Evening | Ann | none")
    #expect(try probe.ask("list 5").hasPrefix("none 0 none | none | broken.json5:1:10: "))
    #expect(try probe.ask("list 7") == "none 0 none | none | none")
    #expect(try probe.ask("use +") == "0 ")
    #expect(try probe.ask("next") == "light")
    #expect(try probe.ask("theme") == "daylight 9")
    #expect(try probe.ask("use -") == "0 ")
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("theme") == "lagoon 7")
    #expect(
      try probe.ask("use lagon") == "5 there is no theme “lagon”; did you mean lagoon?"
    )
  }

  /// Each row has a preference to set, a command that reads it, and what each reading function must
  /// return.
  static let preferences = [
    ("wrap bool 1", "get wrap", "bool 1 none"),
    (
      "width integer -9223372036854775808", "get width",
      "integer -9223372036854775808 number -9.22337e+18 none"
    ),
    ("zoom number 1.5", "get zoom", "number 1.5 none"),
    ("font string Zürich", "get font", "Zürich"),
    ("font string ", "get font", ""),
    ("window.height integer 600", "get window.height", "integer 600 number 600 none"),
  ]

  @Test(
    "A preference that a C program sets is read with its type, and can be removed",
    arguments: preferences
  )
  func preference(put: String, get: String, expected: String) throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk, application: Self.editor)
    #expect(try probe.ask(get) == "none")
    #expect(try probe.ask("put " + put) == "0 ")
    #expect(try probe.ask("dispatch") == "1")
    #expect(try probe.ask(get) == expected)
    #expect(try probe.ask(get.replacing("get", with: "remove")) == "0 ")
    #expect(try probe.ask("dispatch") == "1")
    #expect(try probe.ask(get) == "none")
  }

  static let refusals = [
    ("put a..b integer 1", "5 “a..b” is not a key"),
    ("put zoom number nan", "6 the number is not finite"),
    ("put zoom number inf", "6 the number is not finite"),
    ("put fade integer 99999", "5 fade takes a whole number from 0 to 10000"),
    ("remove a..b", "5 “a..b” is not a key"),
  ]

  @Test("A preference with an invalid name or value is refused with a reason", arguments: refusals)
  func refused(command: String, why: String) throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk, application: Self.editor)
    let answer = try probe.ask(command)
    #expect(answer.hasPrefix(why), "\(answer)")
    #expect(try probe.ask("set light") == "0 ")
  }

  @Test("An argument that is missing or not valid UTF-8 is reported as a misuse")
  func invalid() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk, application: Self.editor)
    #expect(try probe.ask("invalid") == "6666666 6666666 60")
    #expect(try probe.ask("set light") == "0 ")
  }

  @Test("A handle without an application's name has the desktop's preferences")
  func desktop() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("put fade integer 150") == "0 ")
    #expect(try desk.nightctl("prefs", "read", "fade").output == "150\n")
    #expect(try probe.ask("get fade") == "integer 150 number 150 none")
  }
}

@Suite(
  "Values of a theme in a C program",
  .enabled(if: InstalledLibrary.skipReason == nil, "\(InstalledLibrary.skipReason ?? "")")
)
struct ThemeValueTests {
  /// Writes a theme with values of all kinds, and the theme's files.
  static func write(to desk: Desk) throws {
    let folder = ".local/share/nightd/themes/lagoon/"
    let long = String(repeating: "x", count: 300)
    try desk.home.write(
      ##"""
      {
        style: "dark", parent: "midnight", description: "Evening", author: "Ann",
        colors: { surface: "#ff000080", "primary-pressed": "#00f" },
        numbers: { radius: 6.5 }, strings: { greeting: "Grüße", long: "\##(long)" },
        booleans: { flat: true },
        fonts: { body: "Inter, 11", mono: "Mono", big: ", 20" },
        images: { logo: "logo.png", play: { normal: "a.png", pressed: { "1": "b.png", "2": "c.png" } } },
        labels: { title: { font: "body", textColor: "surface", numberOfLines: 2, uppercased: true } },
        buttons: { main: { backgroundColor: "surface", label: "title", alignment: "center" } },
        views: { card: { borderWidth: 1.5, isCircular: false } },
      }
      """##,
      to: folder + "theme.json5"
    )
    for file in ["logo.png", "a.png", "b.png", "c.png"] {
      try desk.home.write("", to: folder + file)
    }
  }

  static let values = [
    ("theme-style", "dark"), ("ancestors", "midnight end"),
    ("roles", "background disabled error 23"),
    ("color primary-pressed", "1 0.000 0.000 1.000 1.000"),
    ("bool flat", "1 1"), ("bool none", "0 0"), ("bool radius", "0 0"),
    ("string greeting", "Grüße 8"), ("string none", "none"), ("string flat", "none"),
    ("string long", String(repeating: "x", count: 63) + " 301"),
    ("image logo", "logo.png"), ("image logo pressed 1", "logo.png"), ("image play", "a.png"),
    ("image play pressed 1", "b.png"), ("image play pressed 3", "c.png"),
    ("image play none 1", "a.png"), ("image none", "none"),
    ("font body", "Inter 11"), ("font mono", "Mono -1"), ("font big", "own 20"),
    ("font none", "own -1"),
    ("sheet label title textColor", "color 1.00 none"),
    ("sheet label title fontFamily", "Inter"),
    ("sheet label title fontSize", "number 11 none"),
    ("sheet label title numberOfLines", "number 2 none"),
    ("sheet label title uppercased", "bool 1 none"),
    ("sheet label title none", "none"), ("sheet label none textColor", "none"),
    ("sheet none title textColor", "none"),
    ("sheet button main backgroundColor", "color 1.00 none"),
    ("sheet button main label", "title"), ("sheet button main alignment", "center"),
    ("sheet view card borderWidth", "number 1.5 none"),
    ("sheet view card isCircular", "bool 0 none"),
  ]

  @Test("A C program can read values of every kind in a theme")
  func reads() throws {
    let desk = try Desk()
    try Self.write(to: desk)
    try desk.startDaemon()
    try desk.nightctl("theme", "use", "lagoon")
    let probe = try Probe(desk)
    for (command, expected) in Self.values {
      #expect(try probe.ask(command) == expected, "\(command)")
    }
  }
}
