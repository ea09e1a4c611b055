import NightCore
import NightPrograms
import Testing

@Suite("X resources")
struct XResourcesTests {
  private static let path = "/home/ann/.Xresources"
  private static let fallback = "/home/ann/.Xdefaults"

  private func context(
    _ style: Style = .dark,
    files: [String: String],
    environment: [String: String] = [:],
    preferences: [String: String] = [:]
  ) -> ProgramContext {
    ProgramContext(
      ColorScheme(builtIn: style == .dark ? "midnight" : "daylight", style: style),
      BaseFolders { $0 == "HOME" ? "/home/ann" : nil },
      preferences: preferences,
      environment: { environment[$0] },
      exists: { files[$0] != nil },
      text: { files[$0] },
      usersValue: { place, key in
        guard case .file(let path, let format) = place else { return nil }
        return files[path].flatMap { SettingsText($0, format).value(key) }
      }
    )
  }

  private func wanted(_ context: ProgramContext) throws -> WantedProgram {
    try ShippedPrograms.program("xresources").wanted(context)
  }

  /// The file's text after the settings are written.
  private func written(_ text: String, _ context: ProgramContext) throws -> String {
    var text = SettingsText(text, .xresources)
    for setting in try wanted(context).settings { text.set(setting.key, setting.value) }
    return text.text
  }

  @Test(
    "A colour resource gets the theme's colour, whatever comes before the last part of its name",
    arguments: [
      ("*background: #fff\n", "*background: BG\n"),
      ("*.foreground:\t#000\n", "*.foreground:\tFG\n"),
      ("URxvt*cursorColor : red\n", "URxvt*cursorColor : CURSOR\n"),
      ("XTerm.vt100.color0: #000\r\n", "XTerm.vt100.color0: C0\r\n"),
      ("color15: #fff\n", "color15: C15\n"),
      ("URxvt.background: [90]#101010", "URxvt.background: [90]BG"),
      // Either the names are not colours of a terminal, or the lines are not settings.
      ("URxvt*scrollColor: #fff\n", nil),
      ("*color16: #fff\n", nil),
      ("*mybackground: #fff\n", nil),
      ("! *background: #fff\n#define background: x\n", nil),
      ("Xcursor.theme: Bones\nXft.dpi: 96\n", nil),
    ] as [(String, String?)]
  )
  func colors(text: String, expected: String?) throws {
    for style in Style.allCases {
      let context = context(style, files: [Self.path: text])
      let terminal = context.terminal
      let colors = [
        ("BG", terminal.background), ("FG", terminal.foreground), ("CURSOR", terminal.cursor),
        ("C15", terminal.palette[15]), ("C0", terminal.palette[0]),
      ]
      let wanted = colors.reduce(expected ?? text) { text, pair in
        text.split(separator: pair.0, omittingEmptySubsequences: false)
          .joined(separator: pair.1.text)
      }
      #expect(try written(text, context) == wanted)
    }
  }

  @Test("The cursor theme changes only if a preference sets one and the file has a line for it")
  func cursor() throws {
    let preferences = ["cursor-theme.dark": "Bones"]
    for (text, expected) in [
      ("Xcursor.theme: Mine\n", "Xcursor.theme: Bones\n"), ("a: 1\n", "a: 1\n"),
    ] {
      let context = context(files: [Self.path: text], preferences: preferences)
      #expect(try written(text, context) == expected)
    }
  }

  @Test(".Xdefaults is used only if no .Xresources exists")
  func files() throws {
    let text = "*background: #fff\n"
    for (files, path) in [
      ([Self.path: text, Self.fallback: text], Self.path), ([Self.fallback: text], Self.fallback),
    ] {
      let context = context(files: files)
      #expect(try wanted(context).isWanted)
      let places = try wanted(context).settings.map(\.place)
      #expect(places == [.file(path: path, .xresources)])
    }
    #expect(try !wanted(context(files: [:])).isWanted)
  }

  @Test("xrdb needs a display, and merges .Xdefaults only if resources have been loaded before")
  func announcements() throws {
    let display = ["DISPLAY": ":1"]
    #expect(try wanted(context(files: [Self.path: ""])).announcements == [])
    #expect(try wanted(context(files: [:], environment: display)).announcements == [])
    #expect(
      try wanted(context(files: [Self.path: ""], environment: display)).announcements
        == [.run(["xrdb", "-merge", Self.path])]
    )
    let fallback = try wanted(
      context(files: [Self.fallback: ""], environment: display)
    ).announcements
    guard case .run(let arguments, _, _)? = fallback.first else {
      Issue.record("expected a command")
      return
    }
    #expect(arguments[2].contains("xrdb -query"))
    #expect(arguments.suffix(3) == ["xrdb", "-merge", Self.fallback])
  }

  @Test("X resources change only on request, because this replaces colours that the user chose")
  func onRequest() throws {
    #expect(try !ShippedPrograms.program("xresources").followsItself)
  }
}
