import NightCore
import Testing

/// simpleTheme's property lists.
///
/// In simpleTheme itself, missing and wrong values became white or nil.
@Suite("simpleTheme property lists")
struct SimpleThemeTests {
  private static func read(
    _ body: String,
    configuration: String = "night_theme_config.plist",
    pictures: Set<String> = [],
    style: Style? = nil,
    title: String? = "theme_night"
  ) -> ThemeImport {
    SimpleTheme.read(
      Array("<plist version=\"1.0\">\(body)</plist>".utf8),
      file: "t",
      configuration: configuration,
      pictures: pictures,
      style: style,
      title: title
    )
  }

  private static func colors(_ colors: String) -> String {
    "<dict><key>textColor</key><dict>\(colors)</dict></dict>"
  }

  private static func color(_ name: String, _ text: String, _ more: String = "") -> String {
    "<key>\(name)</key><dict><key>color</key><string>\(text)</string>\(more)</dict>"
  }

  @Test("A colour keeps its description, however the key of the description is spelt")
  func descriptions() throws {
    let result = Self.read(
      Self.colors(
        Self.color("a", "0x1b1b1b", "<key>desc</key><string>pages</string>")
          + Self.color("b", "#FFffff", "<key>des</key><string>cells</string>")
          + Self.color("c", "222222")
      )
    )
    #expect(result.findings == [])
    #expect(result.summary == ["theme_night dark: a #1b1b1b, b #ffffff, c #222222"])
    #expect(
      try #require(result.themes.first).entries.map(\.description) == ["pages", "cells", nil]
    )
    #expect(try #require(result.themes.first).text.contains(#""description": "pages""#))
  }

  @Test(
    "A theme gets its style from the name of its list or folder, or else from its background",
    arguments: [
      ("day_theme_config.plist", "theme_night", nil, Style.light),
      ("night_theme_config.plist", "x", nil, .dark),
      ("my_theme_config.plist", "theme_day", nil, .light),
      ("my_theme_config.plist", "x", nil, .dark),
      ("night_theme_config.plist", "theme_night", .light, .light),
    ] as [(String, String, Style?, Style)]
  )
  func styles(configuration: String, title: String, given: Style?, style: Style) {
    let body = Self.colors(Self.color("normalPageBackground", "0x000000"))
    let result = Self.read(body, configuration: configuration, style: given, title: title)
    #expect(result.themes.map(\.style) == [style], "\(result.findings)")
  }

  @Test("An image is found with all its scales and states, even if its name has no file extension")
  func pictures() throws {
    let result = Self.read(
      """
      <dict><key>buttonImage</key><dict>
      <key>go</key><dict><key>normal_img</key><string>go.jpg</string>
      <key>press_img</key><string>down</string></dict></dict></dict>
      """,
      pictures: ["go.jpg", "go@2x.jpg", "down@3x.png", "tab@2x.png", "a b.png", "x.txt"]
    )
    #expect(result.findings == [])
    let images = try #require(result.themes.first).entries.map { entry -> String in
      guard case .value(.image(let image)) = entry.written else { return "?" }
      let files = image.pictures.map { "\($0.state) \($0.scale) \($0.file)" }
      return "\(entry.key.name): \(files.joined(separator: ", "))"
    }
    #expect(images.first == "go: normal 1 go.jpg, normal 2 go@2x.jpg, pressed 3 down@3x.png")
    #expect(images.contains("tab: normal 2 tab@2x.png"))
    #expect(!images.contains { $0.contains("a b") || $0.contains("x.txt") })
  }

  @Test(
    "One warning lists all missing images, and a button without an image is left out"
  )
  func missing() {
    let buttons = (1...5).map {
      "<key>b\($0)</key><dict><key>normal_img</key><string>p\($0)</string></dict>"
    }
    let body =
      "<dict><key>buttonImage</key><dict>\(buttons.joined())</dict></dict>"
    let result = Self.read(body, pictures: ["p2.png"])
    #expect(
      result.findings.map(\.description) == [
        "t: buttonImage names “p1”, “p3”, “p4” and 1 more, but the folder has no such pictures, so "
          + "the theme leaves them out"
      ]
    )
    #expect(result.themes.first?.entries.map(\.key.name) == ["b2", "p2"])
  }

  @Test("A text size is imported as a font without a family")
  func sizes() {
    let result = Self.read(
      """
      <dict><key>textSize</key><dict><key>a</key><integer>12</integer><key>b</key>
      <string>14.5</string><key>c</key><dict><key>size</key><real>9</real></dict></dict></dict>
      """
    )
    let sizes = result.themes.first?.entries.map { entry -> Double? in
      guard case .value(.font(let font)) = entry.written, font.family == nil else { return nil }
      return font.size
    }
    #expect(sizes == [12, 14.5, 9])
  }

  @Test(
    "An invalid property list is refused with the path of the wrong value",
    arguments: [
      ("<string>x</string>", "expected a dictionary with “textColor” and “buttonImage”"),
      ("<dict/>", "found a dictionary without them"),
      ("<dict><key>textColor</key><array/></dict>", "textColor: expected a dictionary"),
      (colors("<key>a</key><string>0x0</string>"), "textColor.a: expected a dictionary with a"),
      (colors(color("a", "0xfff")), "textColor.a: expected six hexadecimal digits, found “0xfff”"),
      (colors(color("a", "0x80112233")), "textColor.a: expected six hexadecimal digits"),
      (colors(color("a", "0xgggggg")), "textColor.a: expected six hexadecimal digits"),
      (colors(color("a b", "0xffffff")), "textColor: expected a name of 1 to 128 letters"),
      (colors(color("a", "0x000000") + color("a", "0x000000")), "t:1:"),
      (
        "<dict><key>textSize</key><dict><key>a</key><string>big</string></dict></dict>",
        "textSize.a: expected a size in points"
      ),
      (
        "<dict><key>buttonImage</key><dict><key>a</key><string>b</string></dict></dict>",
        "buttonImage.a: expected a dictionary with “normal_img”, found the string “b”"
      ),
      ("<dict><key>textColor</key>", "t:1:"),
    ]
  )
  func refused(body: String, error: String) {
    let result = Self.read(body)
    #expect(result.errors.contains { $0.contains(error) }, "\(result.errors)")
    #expect(result.themes.isEmpty)
  }

  @Test("If a property list is not in a folder, the user has to give it a name")
  func nameless() {
    let result = Self.read(Self.colors(Self.color("a", "0xffffff")), title: nil)
    #expect(result.errors == ["t: it has no name; give it one with --as"])
  }
}
