import NightCore
import Testing

/// Each row of what AppTheme does with its file, where it crashes, guesses or keeps silent.
@Suite("AppTheme's themes")
struct AppThemeFileTests {
  private static func read(_ text: String, style: Style? = nil) -> ThemeImport {
    AppThemeFile.read(Array(text.utf8), file: "Themes.json", style: style)
  }

  @Test("a file of the documented shape, with commas behind the last")
  func documented() {
    let result = Self.read(
      """
      [
        { "themeName": "base", "colors": [
          { "name": "colorSurface", "hex": "#FFFFFF" },
          { "name": "colorPrimary", "hex": "1f5fc4", "alpha": 0.5 },
          { "name": "shade", "hex": "#80112233" },
        ] },
        // The night.
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

  /// A file with one theme and these colours, which begin in column 32.
  private static func colors(_ colors: String) -> String {
    #"[{"themeName": "a", "colors": [\#(colors)]}]"#
  }

  @Test(
    "what is refused, whole, with its place",
    arguments: [
      ("", "1:1: expected a value, found an empty text"), ("{", "1:2"),
      ("{}", "1:1: expected an array of themes"), ("[]", "1:1: expected an array of themes"),
      ("[1]", "1:2: expected an object with “themeName” and “colors”"),
      (#"[{"colors": []}]"#, "1:2: expected a “themeName”"),
      (#"[{"themeName": 1}]"#, "1:2: expected a “themeName”"),
      (#"[{"themeName": "dark"}]"#, "1:16: “dark” cannot be a theme's name: it may not be a word"),
      (
        #"[{"themeName": "../x"}]"#,
        "1:16: “../x” cannot be a theme's name: it may not have a slash; --as gives it another one"
      ),
      (#"[{"themeName": "a"}, {"themeName": "a"}]"#, "1:36: the theme “a” is there already"),
      (#"[{"themeName": "a", "parent": "b"}]"#, "1:31: the parent “b” is no theme of this file"),
      (#"[{"themeName": "a", "parent": "a"}]"#, "1:31: the parents go round in a loop: a → a"),
      (
        #"[{"themeName": "a", "parent": "b"}, {"themeName": "b", "parent": "a"}]"#,
        "1:66: the parents go round in a loop: a → b → a"
      ),
      (
        "[{\"themeName\": \"\u{E9}\"}, {\"themeName\": \"b\", \"parent\": \"e\u{301}\"}]",
        "1:51: the parent “eU+0301” is no theme of this file"
      ),
      (
        "[{\"themeName\": \"\u{202E}b\"}, {\"themeName\": \"a\", \"parent\": \"\u{202E}\"}]",
        "1:52: the parent “U+202E” is no theme of this file (did you mean U+202Eb?)"
      ),
      (#"[{"themeName": "a", "parent": 1}]"#, "1:31: expected the name of a theme"),
      (#"[{"themeName": "a", "colors": {}}]"#, "1:31: expected an array of colours"),
      (Self.colors("1"), "1:32: expected an object with “name” and “hex”"),
      (Self.colors(#"{"name": "x"}"#), "1:32: expected a “hex” here"),
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
        "1:70: the colour “x” is there already, at 1:41"
      ),
      (Self.colors(""), "1:16: “a” declares no style and has no colour that would tell it"),
    ]
  )
  func refused(text: String, error: String) {
    let result = Self.read(text)
    #expect(result.errors.contains { $0.hasPrefix("Themes.json:\(error)") }, "\(result.errors)")
    #expect(result.themes.isEmpty)
  }

  @Test("signs around the digits count for nothing, as there")
  func trimmed() {
    let text = Self.colors(##"{"name": "background", "hex": " #(1f5fc4)! "}"##)
    #expect(Self.read(text).summary == ["a dark: background #1f5fc4"])
  }

  @Test("what is not known is passed over, and said")
  func unknown() {
    let result = Self.read(#"[{"themeName": "a", "colours": []}]"#, style: .light)
    #expect(result.themes.count == 1)
    #expect(
      result.findings.map(\.message) == [
        "“colours” is not known and passed over (did you mean colors?)"
      ]
    )
  }

  @Test("parents a thousand deep take no stack and are refused for their number")
  func deep() {
    let themes = (0..<1_000).map { #"{"themeName": "t\#($0)", "parent": "t\#($0 + 1)"}"# }
    #expect(Self.read("[\(themes.joined(separator: ","))]").errors.count == 1)
  }
}
