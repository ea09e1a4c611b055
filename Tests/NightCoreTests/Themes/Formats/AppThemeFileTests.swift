import Glibc
import NightCore
import Testing

/// Files on which AppTheme crashes, guesses or gives no message.
@Suite("AppTheme files")
struct AppThemeFileTests {
  private static func read(_ text: String, style: Style? = nil) -> ThemeImport {
    AppThemeFile.read(Array(text.utf8), file: "Themes.json", style: style)
  }

  @Test("The reader accepts the documented format of AppTheme, even with trailing commas")
  func documented() {
    let result = Self.read(
      """
      [
        { "themeName": "base", "colors": [
          { "name": "colorSurface", "hex": "#FFFFFF" },
          { "name": "colorPrimary", "hex": "1f5fc4", "alpha": 0.5 },
          { "name": "shade", "hex": "#80112233" },
        ] },
        // The theme for dark.
        { "themeName": "night", "parent": "base", "colors": [
          { "name": "colorSurface", "hex": "#121212" },
        ] },
        { "themeName": "tinted", "parent": "night", "colors": [ { "name": "tint", "hex": "f00" } ] },
      ]
      """
    )
    #expect(
      result.summary == [
        "base light: colorSurface #ffffff, colorPrimary #1f5fc4 at 0.5, shade #11223380",
        "night dark: colorSurface #121212", "tinted dark: tint #ff0000",
      ]
    )
    #expect(result.themes.map(\.parent) == [nil, "base", "night"])
    #expect(
      result.findings.first?.description
        == "Themes.json:5:31: colours of eight digits are read as AARRGGBB, the alpha first, as "
        + "AppTheme writes them"
    )
    #expect(result.findings.count { $0.severity == .note } == 4)
  }

  /// A file with one theme that has these colours, which start in column 32.
  private static func colors(_ colors: String) -> String {
    #"[{"themeName": "a", "colors": [\#(colors)]}]"#
  }

  @Test(
    "If an AppTheme file has a mistake, the whole file is rejected, with the mistake's position",
    arguments: [
      ("", "1:1: expected a value, found an empty text"), ("{", "1:2"),
      ("{}", "1:1: expected an array of themes"), ("[]", "1:1: expected an array of themes"),
      ("[1]", "1:2: expected an object with “themeName” and “colors”"),
      (#"[{"colors": []}]"#, "1:2: expected a “themeName”"),
      (#"[{"themeName": 1}]"#, "1:2: expected a “themeName”"),
      (#"[{"themeName": "dark"}]"#, "1:16: “dark” cannot be a theme's name: it may not be a word"),
      (
        #"[{"themeName": "../x"}]"#,
        "1:16: “../x” cannot be a theme's name: it may not have a slash; --as gives the theme another name"
      ),
      (#"[{"themeName": "a"}, {"themeName": "a"}]"#, "1:36: the theme “a” is already defined"),
      (#"[{"themeName": "a", "parent": "b"}]"#, "1:31: the parent “b” is not a theme in this file"),
      (#"[{"themeName": "a", "parent": "a"}]"#, "1:31: the parents form a loop: a → a"),
      (
        #"[{"themeName": "a", "parent": "b"}, {"themeName": "b", "parent": "a"}]"#,
        "1:66: the parents form a loop: a → b → a"
      ),
      (
        "[{\"themeName\": \"\u{E9}\"}, {\"themeName\": \"b\", \"parent\": \"e\u{301}\"}]",
        "1:51: the parent “eU+0301” is not a theme in this file"
      ),
      (
        "[{\"themeName\": \"\u{202E}b\"}, {\"themeName\": \"a\", \"parent\": \"\u{202E}\"}]",
        "1:52: the parent “U+202E” is not a theme in this file (did you mean U+202Eb?)"
      ),
      (#"[{"themeName": "a", "parent": 1}]"#, "1:31: expected the name of a theme"),
      (#"[{"themeName": "a", "colors": {}}]"#, "1:31: expected an array of colours"),
      (Self.colors("1"), "1:32: expected an object with “name” and “hex”"),
      (Self.colors(#"{"name": "x"}"#), "1:32: expected the member “hex” here"),
      (Self.colors(#"{"name": "x", "hex": 1}"#), "1:53: expected a colour"),
      (Self.colors(#"{"name": "x", "hex": "12345"}"#), "1:53: expected 3, 6 or 8 hexa"),
      (Self.colors(#"{"name": "x", "hex": ""}"#), "1:53: expected 3, 6 or 8"),
      (Self.colors(##"{"name": "x", "hex": "#1234"}"##), "1:53: expected 3, 6 or 8"),
      (Self.colors(#"{"name": "x", "hex": "zzzzzz"}"#), "1:53: expected hexadecimal digits"),
      (Self.colors(#"{"name": "x", "hex": "éééééé"}"#), "1:53: expected hexadecimal digits"),
      (Self.colors(#"{"name": "x y", "hex": "fff"}"#), "1:41: expected a name of 1 to 128"),
      (Self.colors(#"{"name": "x", "hex": "fff", "alpha": 2}"#), "1:69: expected an alpha"),
      (
        Self.colors(#"{"name": "x", "hex": "fff"}, {"name": "x", "hex": "000"}"#),
        "1:70: the colour “x” is already defined at 1:41"
      ),
      (Self.colors(""), "1:16: “a” declares no style and has no colour to derive it from"),
    ]
  )
  func refused(text: String, error: String) {
    let result = Self.read(text)
    #expect(result.errors.contains { $0.hasPrefix("Themes.json:\(error)") }, "\(result.errors)")
    #expect(result.themes.isEmpty)
  }

  @Test("Characters around a colour's digits are ignored, as AppTheme ignores them")
  func trimmed() {
    let text = Self.colors(##"{"name": "background", "hex": " #(1f5fc4)! "}"##)
    #expect(Self.read(text).summary == ["a dark: background #1f5fc4"])
  }

  @Test("Unknown names in an AppTheme file are ignored with a warning")
  func unknown() {
    let result = Self.read(#"[{"themeName": "a", "colours": []}]"#, style: .light)
    #expect(result.themes.count == 1)
    #expect(
      result.findings.map(\.message) == [
        "“colours” is unknown and ignored (did you mean colors?)"
      ]
    )
  }

  @Test("If a theme has a thousand ancestors, it is rejected without recursion")
  func deep() {
    let themes = (0..<1_000).map { #"{"themeName": "t\#($0)", "parent": "t\#($0 + 1)"}"# }
    #expect(Self.read("[\(themes.joined(separator: ","))]").errors.count == 1)
  }
}

@Suite("Large AppTheme files")
struct AppThemeCostTests {
  /// Each theme except the first is a child of the theme before it.
  private static func chain(_ count: Int, _ colors: Int) -> [UInt8] {
    let hues = (0..<colors).map { ##"{"name": "c\##($0)", "hex": "fff"}"## }.joined(separator: ",")
    let themes = (0..<count).map { number in
      let parent = number == 0 ? "" : #""parent": "t\#(number - 1)", "#
      return #"{"themeName": "t\#(number)", \#(parent)"colors": [\#(hues)]}"#
    }
    return Array("[\(themes.joined(separator: ",\n"))]".utf8)
  }

  @Test("If a theme has more than 64 ancestors, it is rejected with a position in the file")
  func deep() {
    let result = AppThemeFile.read(Self.chain(256, 4), file: "t", style: .dark)
    #expect(
      result.findings.map(\.description) == [
        "t:65:32: the theme “t64” has more than 64 ancestors"
      ]
    )
    let line = Self.chain(64, 1)
    #expect(AppThemeFile.read(line, file: "t", style: .dark).themes.count == 64)
  }

  @Test("The time to find a theme's style grows linearly with the number of the theme's ancestors")
  func walked() {
    func time(_ text: [UInt8], _ style: Style?) -> Duration {
      // Use the shortest of several runs, because other programs share the processor's caches.
      (1...5).map { _ in
        ProcessorTime.measure { _ = AppThemeFile.read(text, file: "t", style: style) }
      }.min() ?? .zero
    }
    let chain = Self.chain(64, 100)
    let text = String(decoding: chain, as: UTF8.self)
    let alone = Array(text.replacing("parent", with: "nobody").utf8)
    let least = time(alone, .dark)
    #expect(time(chain, .dark) < least * 4)
    #expect(time(chain, nil) < least * 8)
  }
}

extension ThemeImport {
  /// The errors in the file, each with its position.
  var errors: [String] { findings.filter { $0.severity == .error }.map(\.description) }

  /// The themes, each written as `NAME style: key color, …`.
  var summary: [String] {
    themes.map { theme in
      let colors = theme.entries.map { "\($0.key.name) \(Self.text($0))" }
      return "\(theme.name) \(theme.style.rawValue): \(colors.joined(separator: ", "))"
    }
  }

  private static func text(_ entry: ThemeFile.Entry) -> String {
    guard case .color(let term) = entry.written else { return "?" }
    let alpha = term.alpha == 1 ? "" : " at \(term.alpha)"
    switch term.base {
    case .color(let color): return color.text + alpha
    case .reference(let name): return "@\(name)\(alpha)"
    }
  }
}
