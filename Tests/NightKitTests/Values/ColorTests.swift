import NightKit
import Testing

@Suite("Colours of an application")
struct ColorTests {
  @Test(
    "are read in every form that a theme takes, and nothing else",
    arguments: [
      ("#fff", Color.white), ("#1f5fc4", Color(0x1f5fc4)), ("rgb(31 95 196)", Color(0x1f5fc4)),
      ("#00000080", Color(0x000000, alpha: 128.0 / 255)), ("white", .white), ("", nil),
      ("#12", nil), ("nothing", nil), ("#ggg", nil),
    ] as [(String, Color?)]
  )
  func reading(text: String, expected: Color?) { #expect(Color(text) == expected) }

  @Test("are written so that they read back")
  func writing() throws {
    for color in [Color.white, .black, .clear, Color(0x1f5fc4), Color(0x102030, alpha: 0.2)] {
      #expect(Color(color.text) == color)
    }
  }

  @Test("digits above the six are passed over")
  func digits() { #expect(Color(0xff00_1122) == Color(0x001122)) }

  @Test("mix, fade, lie over each other, and stand out")
  func arithmetic() {
    #expect(Color.white.mixed(with: .black, by: 0) == .white)
    #expect(Color.white.mixed(with: .black, by: 1) == .black)
    #expect(Color.white.faded(0.5).over(.black).text == "#808080")
    #expect(Color.white.contrast(with: .black) == 21)
  }

  @Test(
    "the roles that every theme has default to those of daylight",
    arguments: [
      ThemeKey<Color>.background, .onBackground, .surface, .onSurface, .surfaceVariant,
      .onSurfaceVariant, .primary, .onPrimary, .secondary, .onSecondary, .success, .onSuccess,
      .warning, .onWarning, .error, .onError, .link, .selection, .onSelection, .separator,
      .disabled,
      .shadow,
    ]
  )
  func roles(key: ThemeKey<Color>) throws {
    let name = try #require(key.name)
    #expect(Theme.builtIn(.light).color(name) == key.default)
    #expect(Theme.builtIn(.dark).color(name) != nil)
  }

  @Test("there are no other roles in what is built in")
  func allRoles() { #expect(Theme.builtIn(.light).colors.count == 22) }
}
