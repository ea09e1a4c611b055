import NightCore
import Testing

/// Themes from the colour files of terminals.
@Suite("Colour files of terminals")
struct TerminalSchemeTests {
  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// The colour with a number; its digits say the number.
  private static func hex(_ number: Int) -> String {
    let digit = String(number, radix: 16)
    return "#" + String(repeating: digit + "0", count: 3)
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  private static func list(_ numbers: Range<Int>) -> String {
    numbers.map { "'\(hex($0))'" }.joined(separator: ", ")
  }

  private static func members(_ count: Int, _ name: (Int) -> String) -> String {
    (0..<count).map { "\"\(name($0))\": \"\(hex($0))\"" }.joined(separator: ", ")
  }

  private static func capital(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func iterm(_ name: String, _ color: String) -> String {
    let parts = (try? Color(reading: color)).map { [$0.red, $0.green, $0.blue] } ?? []
    let keys = zip(["Red", "Green", "Blue"], parts).map { name, part in
      "<key>\(name) Component</key><real>\(part + 0.0001)</real>"
    }
    return "<key>\(name) Color</key><dict>\(keys.joined())</dict>"
  }

  static let files: [(kind: String, text: String)] = [
    (
      "kitty",
      "# include x.conf\nfont_size 9\nbackground #101010 # c\nforeground  #f0f0f0\n"
        + "selection_background #404040\n" + lines(16) { "color\($0) \(hex($0))" }
    ),
    (
      "foot",
      "[main]\nfont=mono\n[colors]\nbackground=101010\nforeground=f0f0f0\n"
        + "selection-background=404040\n" + lines(8) { "regular\($0)=\(hex($0).dropFirst())" }
        + lines(8) { "bright\($0)=\(hex($0 + 8).dropFirst())" }
        + "[colors-light]\nbackground=ffffff\nregular0=ffffff\n"
    ),
    (
      "Ghostty",
      "background = #101010\nforeground = #f0f0f0\nselection-background = #404040\n"
        + lines(16) { "palette = \($0)=\(hex($0))" }
    ),
    (
      "Alacritty",
      "[colors.primary]\nbackground = '#101010'\nforeground = \"0xf0f0f0\"\n[colors.normal]\n"
        + lines(8) { "\(names[$0]) = \"\(hex($0))\"" } + "[colors.bright]\n"
        + lines(8) { "\(names[$0]) = '\(hex($0 + 8))'" } + "[colors.dim]\nblack = '#ffffff'\n"
        + "[colors.cursor]\nbackground = '#ffffff'\n[colors.selection]\nbackground = '#ffffff'\n"
    ),
    (
      "WezTerm",
      "[colors]\nbackground = '#101010'\nforeground = '#f0f0f0'\nselection_bg = '#404040'\nansi = [\n"
        + lines(8) { "  '\(hex($0))'," } + "]\nbrights = [\(list(8..<16))]\nindexed = {}\n"
    ),
    (
      "Konsole",
      "[Background]\nColor=16,16,16\n[Foreground]\nColor=240,240,240\n[BackgroundFaint]\nColor=9,9,9\n"
        + lines(8) { "[Color\($0)]\nColor=\($0 * 16),\($0 * 16),\($0 * 16)" }
        + lines(8) {
          "[Color\($0)Intense]\nColor=\($0 * 16 + 128),\($0 * 16 + 128),\($0 * 16 + 128)"
        }
    ),
    (
      "X resources",
      "! c\n#define ground #101010\n*background: ground\n*.foreground: rgb:f0/f0/f0\n"
        + lines(16) { "URxvt*color\($0): \(hex($0))" }
    ),
    (
      "VS Code",
      "{ \"name\": \"A b\", \"type\": \"dark\", \"colors\": { \"terminal.background\": \"#101010ff\", "
        + "\"editor.background\": \"#ffffff\", \"sideBar.background\": \"#ffffff\", "
        + "\"terminal.foreground\": \"#f0f0f0\", "
        + members(8) { "terminal.ansi" + capital(names[$0]) } + ", "
        + (8..<16).map { "\"terminal.ansiBright\(capital(names[$0 - 8]))\": \"\(hex($0))\"" }
        .joined(separator: ",") + " }, \"tokenColors\": [{ \"a\": \"#fff\" }] }"
    ),
    (
      "Windows Terminal",
      "{ \"background\": \"#101010\", \"foreground\": \"#f0f0f0\", "
        + members(8) { $0 == 5 ? "purple" : names[$0] } + ", "
        + (8..<16).map { number in
          let name = number == 13 ? "Purple" : capital(names[number - 8])
          return "\"bright\(name)\": \"\(hex(number))\""
        }.joined(separator: ",") + " }"
    ),
    (
      "iTerm",
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>" + iterm("Background", "#101010")
        + iterm("Foreground", "#f0f0f0") + iterm("Cursor Text", "#ffffff")
        + (0..<16).map { iterm("Ansi \($0)", hex($0)) }.joined() + "</dict></plist>"
    ),
  ]

  @Test(
    "A terminal's colour file is imported as a theme with exactly the same colours",
    arguments: files
  )
  func exact(kind: String, text: String) throws {
    #expect(TerminalScheme.isIn(Array(text.utf8)))
    let read = TerminalScheme.read(Array(text.utf8), file: "f", title: "title")
    #expect(read.isValid, "\(read.findings)")
    let theme = try #require(read.themes.first)
    #expect(theme.name == (kind == "VS Code" ? "a-b" : "title"))
    #expect(theme.style == .dark)
    for (number, role) in TerminalScheme.roles.enumerated() {
      #expect(Self.color(role, of: theme) == Self.hex(number), "\(role)")
    }
    #expect(Self.color("background", of: theme) == "#101010")
    #expect(Self.color("onBackground", of: theme) == "#f0f0f0")
    let hasSelection = text.lowercased().contains("selection_b") || text.contains("selection-b")
    #expect((Self.color("selection", of: theme) == "#404040") == hasSelection)
  }

  private static func color(_ role: String, of theme: ThemeFile) -> String? {
    let entry = theme.entries.first { $0.key.name == role }
    guard case .color(let term)? = entry?.written else { return nil }
    switch term.base {
    case .color(let color): return color.text
    case .reference(let name):
      let own = theme.palette.first { $0.name == name }?.term.base
      return if case .color(let color)? = own { color.text } else { nil }
    }
  }

  @Test(
    "A colour file is recognised despite a byte order mark, a leading comment or a wrong colour",
    arguments: [
      "\u{FEFF}" + files[0].text, "// mine\n/* and */\n" + files[7].text,
      files[0].text.replacing("color3 #303030", with: "color3 #zz"),
    ]
  )
  func recognised(text: String) {
    #expect(TerminalScheme.isIn(Array(text.utf8)))
    let read = TerminalScheme.read(Array(text.utf8), file: "f", title: "title")
    #expect(read.themes.isEmpty == text.contains("#zz"), "\(read.findings)")
  }

  @Test("The style that a VS Code theme declares becomes the theme's style")
  func declared() {
    let text = vscode("light")
    let read = TerminalScheme.read(Array(text.utf8), file: "f", title: "title")
    #expect(read.themes.map(\.style) == [.light])
  }

  private func vscode(_ style: String) -> String {
    Self.files[7].text.replacing("\"type\": \"dark\"", with: "\"type\": \"\(style)\"")
  }

  @Test(
    "A colour file with a missing or invalid colour is refused with the reason",
    arguments: [
      ("", "it lacks the background and the text and the colours 0, 1, 2, 3, 4, 5, 6, 7"),
      (lines(16) { "color\($0) \(hex($0))" }, "it lacks the background and the text"),
      (
        "background #000000\nforeground #ffffff\ncolor0 #0\n",
        "expected a colour, found “#0”"
      ),
      ("{ \"a\": ", "expected a value"),
      ("color\0", "expected UTF-8 text"), ("<plist>", "expected"),
      ("[colors]\nansi = [\n'#000000',\n", "it lacks"),
    ]
  )
  func refused(text: String, message: String) {
    let read = TerminalScheme.read(Array(text.utf8), file: "f", title: "title")
    #expect(read.themes.isEmpty)
    #expect(read.findings.contains { $0.message.contains(message) }, "\(read.findings)")
  }
}
