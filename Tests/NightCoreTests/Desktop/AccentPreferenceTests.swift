import NightCore
import Testing

@Suite("Accent preference")
struct AccentPreferenceTests {
  @Test(
    "The accent preference stores an opaque colour as six digits, and a keyword as it is",
    arguments: [
      ("none", "none"), ("system", "system"), ("theme", "theme"), ("#3584e4", "#3584E4"),
      ("#38E", "#3388EE"), ("#3584e4ff", "#3584E4"), ("0x3584E4", "#3584E4"), ("navy", "#000080"),
      ("rgb(53 132 228)", "#3584E4"), ("hsl(120, 100%, 25%)", "#008000"),
      ("oklch(51.975% 0.17686 142.495)", "#008000"), ("rgb(12.5% 0% 100%)", "#2000FF"),
    ]
  )
  func read(written: String, text: String) {
    #expect(AccentPreference(written)?.text == text)
    #expect(AccentPreference(text)?.text == text)
  }

  @Test(
    "The accent preference rejects a transparent colour and invalid text",
    arguments: ["", "#", "3584e4", "SYSTEM", "Theme", "#12345", "#3584e480", "transparent", "blu"]
  )
  func refused(written: String) { #expect(AccentPreference(written) == nil) }

  @Test("The type of the accent preference normalises opaque accents and rejects transparent ones")
  func preference() throws {
    #expect(PreferenceType.accent.accepts(.string("NAVY")) == .string("#000080"))
    #expect(PreferenceType.accent.accepts(.string("theme")) == .string("theme"))
    #expect(PreferenceType.accent.accepts(.string("#0008")) == nil)
  }

  @Test("A theme's accent is its colour “accent”, or else “primary”, without transparency")
  func theme() throws {
    func accent(_ colors: String) throws -> String? {
      let text = ThemeText(
        name: "x",
        origin: .user,
        file: "x",
        content: .bytes(Array("{style: 'light', colors: {\(colors)}}".utf8))
      )
      var line = ThemeLine(text, find: BuiltInThemes.text)
      let resolved = line.resolve()
      let theme = try #require(resolved)
      return theme.accent?.text
    }
    #expect(try accent("accent: '#ff0000', primary: '#0000ff'") == "#ff0000")
    #expect(try accent("primary: '#0000ff'") == "#0000ff")
    // This colour is the built-in theme's “primary”, which every light theme inherits in the end.
    #expect(try accent("") == "#1f5fc4")
    #expect(try accent("background: '#ffffff', accent: '#ff000080'") == "#ff7f7f")
  }
}
