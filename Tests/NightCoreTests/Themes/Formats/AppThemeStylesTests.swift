import NightCore
import Testing

/// The style sheets of AppTheme, and the themes called `light` and `dark` in its file.
@Suite("AppTheme style sheets and names")
struct AppThemeStylesTests {
  private static let themes = """
    [{themeName: "base", colors: [{name: "primary1", hex: "246"}, {name: "tint", hex: "fff"}]},
     {themeName: "light", parent: "base", colors: [{name: "ink", hex: "111"}]},
     {themeName: "Dark", parent: "base", colors: [{name: "ink", hex: "eee"}]},
     {themeName: "deep", parent: "Dark", colors: [{name: "background", hex: "fff"}]}]
    """

  private static func read(
    _ sheets: (file: String, text: String)...,
    title: String? = "acme",
    style: Style? = nil,
    called: String? = nil
  ) -> ThemeImport {
    AppThemeFile.read(
      Array(Self.themes.utf8),
      file: "t",
      style: style,
      called: called,
      title: title,
      styles: sheets.map { AppThemeStyles(Array($0.text.utf8), file: $0.file) }
    )
  }

  /// The sheets and fonts of each theme, as `THEME: KIND NAME field value, …`.
  private static func sheets(_ result: ThemeImport) -> [String] {
    result.themes.flatMap { theme in
      theme.entries.compactMap { entry -> String? in
        switch entry.written {
        case .value(.sheet(let sheet)):
          let fields = sheet.fields.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
          return "\(theme.name): \(entry.key.kind.rawValue) \(entry.key.name) \(fields)"
        case .value(.font(let font)):
          return "\(theme.name): font \(entry.key.name) \(font.family ?? "") \(font.size ?? 0)"
        default: return nil
        }
      }
    }
  }

  // MARK: - Names and styles

  @Test(
    "Themes called `light` and `dark` get the file's name, and child themes get a parent's style"
  )
  func names() {
    let result = Self.read()
    #expect(result.errors == [])
    #expect(
      result.themes.map { "\($0.name) \($0.style.rawValue) \($0.parent ?? "-")" } == [
        "base light -", "acme-light light base", "acme-dark dark base", "deep dark acme-dark",
      ]
    )
    #expect(result.shortNames == ["acme-light": "light", "acme-dark": "dark"])
    #expect(
      result.findings.map(\.description) == [
        "t:1:14: “base” declares no style and is read as light, like its child “light”"
      ]
    )
    #expect(Self.read(style: .dark).themes.allSatisfy { $0.style == .dark })
    #expect(Self.read(called: "x").themes.map(\.name)[1] == "x-light")
  }

  @Test(
    "If an imported file has no name, its theme `dark` is refused, and the message gives advice"
  )
  func nameless() {
    #expect(
      Self.read(title: nil).errors.contains(
        "t:3:14: “Dark” cannot be a theme's name: it may not be a word that means something else to "
          + "nightctl; --as NAME calls it NAME-dark"
      )
    )
  }

  @Test(
    "If a dark theme's parent is light, missing values come from the built-in dark theme"
  )
  func root() throws {
    let result = Self.read()
    let texts = result.themes.map {
      ThemeText(name: $0.name, origin: .user, file: $0.name, content: .bytes(Array($0.text.utf8)))
    }
    var line = ThemeLine("acme-dark") { name in
      texts.first { $0.name == name } ?? BuiltInThemes.text(name)
    }
    let resolved = line.resolve()
    let dark = try #require(resolved)
    #expect(dark.ancestors == ["base", "midnight"])
    let midnight = try #require(BuiltInThemes.text("midnight"))
    var own = ThemeLine(midnight, find: BuiltInThemes.text)
    let surface = own.resolve()?.color("surface")
    #expect(dark.color("surface") == surface)
  }

  // MARK: - Sheets

  @Test(
    "A theme gets a style sheet if it has no parent, or if it has a colour that the sheet needs"
  )
  func inherited() {
    let labels = """
      [{styleName: "title", textColor: "ink", fontName: "Avenir", fontSize: 20, tintColor: null},
       {styleName: "badge", textColor: "tint", numberOfLines: 2, uppercased: true,},]
      """
    let result = Self.read(("AppStyle-LabelStyle.json", labels))
    #expect(result.errors == [])
    #expect(
      Self.sheets(result) == [
        #"base: label title font reference("title")"#, "base: font title Avenir 20.0",
        #"base: label badge textColor reference("tint"), numberOfLines number(2.0), "#
          + "uppercased bool(true)",
        #"acme-light: label title textColor reference("ink"), font reference("title")"#,
        #"acme-dark: label title textColor reference("ink"), font reference("title")"#,
      ]
    )
    #expect(
      result.findings.map(\.description).contains(
        "t: “base” has no “ink”: its styles leave out the fields that use missing colours"
      )
    )
  }

  @Test("A button has the style of its label, and an unknown alignment becomes centred")
  func buttons() {
    let buttons = """
      [{styleName: "a", labelStyle: "t", horizontalAlignment: "RIGHT", backgroundColor: "clear"},
       {styleName: "b", labelStyle: "t", horizontalAlignment: "middle", cornerRadius: 4.5}]
      """
    let result = Self.read(
      ("AppStyle-ButtonStyle.json", buttons),
      ("AppStyle-LabelStyle.json", "[{styleName: 't'}]")
    )
    #expect(result.errors == [])
    #expect(
      Self.sheets(result) == [
        #"base: button a label reference("t"), alignment word("right"), "#
          + #"backgroundColor reference("clear")"#,
        #"base: button b label reference("t"), alignment word("center"), cornerRadius number(4.5)"#,
        "base: label t ",
      ]
    )
    let clear = result.themes.map { $0.entries.contains { $0.key == ThemeKey(.color, "clear") } }
    #expect(clear == [true, false, false, false])
  }

  @Test("A button whose label has an unknown style is imported without its label")
  func unknownLabel() {
    let buttons = """
      [{styleName: "a", labelStyle: "titel", cornerRadius: 4}, {styleName: "b", labelStyle: "none"}]
      """
    let result = Self.read(
      ("AppStyle-ButtonStyle.json", buttons),
      ("AppStyle-LabelStyle.json", "[{styleName: 'title'}]")
    )
    #expect(result.errors == [])
    #expect(
      Self.sheets(result) == [
        "base: button a cornerRadius number(4.0)", "base: button b ", "base: label title ",
      ]
    )
    #expect(
      result.findings.filter { $0.severity == .warning }.map(\.description) == [
        "AppStyle-ButtonStyle.json:1:31: “titel” is not a label of the given label styles, so the "
          + "button “a” has no label (did you mean title?)",
        "AppStyle-ButtonStyle.json:1:87: “none” is not a label of the given label styles, so the "
          + "button “b” has no label",
      ]
    )
  }

  @Test("A style sheet's kind is recognised by the file's name, or else by the sheet's members")
  func kinds() {
    let result = Self.read(
      (
        "more.json",
        "[{styleName: 'a', uppercased: true}, {styleName: 'b', labelStyle: 'a'}, {styleName: 'c'}]"
      ),
      ("dir/AppStyle-ViewStyle.json", "[{styleName: 'd', isCircular: true}]")
    )
    #expect(
      Self.sheets(result) == [
        "base: label a uppercased bool(true)", #"base: button b label reference("a")"#,
        "base: view c ", "base: view d isCircular bool(true)",
      ]
    )
    #expect(AppThemeStyles.areIn(Array("[{styleName: 'a'}]".utf8), path: "x.json"))
    #expect(AppThemeStyles.areIn(Array("[{styl".utf8), path: "a/AppStyle-LabelStyle.json"))
    #expect(!AppThemeStyles.areIn(Array(Self.themes.utf8), path: "x.json"))
  }

  @Test(
    "An invalid style sheet is refused with the position of the mistake",
    arguments: [
      (
        "[{styleName: 'a', textColor: 'inc'}]",
        "s:1:30: “inc” is not a colour of any theme in the given Themes.json (did you mean ink?)"
      ),
      ("[{styleName: 'a'}, {styleName: 'a'}]", "s:1:32: the style “a” is already defined at 1:14"),
      ("[{styleName: 'a b'}]", "s:1:14: expected a name of 1 to 128 letters"),
      ("[{textColor: 'ink'}]", "s:1:2: expected an object with a “styleName”, as a string"),
      ("{}", "s:1:1: expected an array of styles, each with a “styleName”"),
      ("[{styleName: 'a', cornerRadius: '4'}]", "s:1:33: expected a number"),
      ("[{styleName: 'a', isCircular: 1}]", "s:1:31: expected true or false"),
      ("[{styleName: 'a', textColor: 1}]", "s:1:30: expected the name of a colour, in quotes"),
      ("[{styleName: 'a', fontName: 'x', fontSize: 0}]", "s:1:44: expected a size in points"),
      ("[{styleName: 'a', ", "s:1:19"),
    ]
  )
  func refused(text: String, error: String) {
    let result = Self.read(("s", text))
    #expect(result.errors.contains { $0.hasPrefix(error) }, "\(result.errors)")
    #expect(result.themes.isEmpty)
  }

  @Test("If two files contain the same style sheet, the error about the second mentions the first")
  func twice() {
    let sheet = "[{styleName: 'a'}]"
    let result = Self.read(
      ("x/AppStyle-ViewStyle.json", sheet),
      ("y/AppStyle-ViewStyle.json", sheet)
    )
    #expect(
      result.errors == [
        "y/AppStyle-ViewStyle.json:1:14: the view “a” is already defined in x/AppStyle-ViewStyle.json"
      ]
    )
  }

  @Test("Thousands of style sheets for hundreds of themes are not copied into every theme")
  func large() {
    let themes = (0..<256).map { number in
      let parent = number % 60 == 0 ? "" : "parent: 't\(number - 1)', "
      return "{themeName: 't\(number)', \(parent)colors: [{name: 'c\(number)', hex: 'fff'}]}"
    }
    let sheets = (0..<4_000).map { "{styleName: 's\($0)', textColor: 'c\($0 % 256)'}" }
    let result = AppThemeFile.read(
      Array("[\(themes.joined(separator: ","))]".utf8),
      file: "t",
      style: .dark,
      styles: [
        AppThemeStyles(Array("[\(sheets.joined(separator: ","))]".utf8), file: "LabelStyle.json")
      ]
    )
    #expect(result.isValid)
    let counts = result.themes.map { $0.entries.count { $0.key.kind == .label } }
    // The five themes without a parent have all sheets; the other themes have only the sheets for
    // their own colour.
    #expect(counts.filter { $0 == 4_000 }.count == 5)
    #expect(counts.filter { $0 <= 16 }.count == 251)
  }

  @Test("If a font is incomplete or a style sheet's member is unknown, a warning says so")
  func warnings() {
    let result = Self.read(("s", "[{styleName: 'a', fontName: 'x', textColour: 'ink'}]"))
    let warnings = result.findings.filter { $0.severity == .warning }.map(\.description)
    #expect(
      warnings == [
        "s:1:34: “textColour” is unknown and ignored (did you mean textColor?)",
        "s:1:29: a font needs both “fontName” and “fontSize”, so “a” has no font",
      ]
    )
    #expect(result.themes.count == 4)
  }
}
