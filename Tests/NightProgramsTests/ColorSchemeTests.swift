import NightCore
import NightPrograms
import Testing

@Suite("Colours for other programs")
struct ColorSchemeTests {
  static let midnight = ColorScheme(builtIn: "midnight", style: .dark)
  static let daylight = ColorScheme(builtIn: "daylight", style: .light)

  @Test(
    "Every colour of a terminal except the first is readable on the background",
    arguments: [midnight, daylight, ColorScheme(builtIn: "night-vision", style: .dark)]
  )
  func readable(_ scheme: ColorScheme) {
    let colors = TerminalColors(scheme)
    #expect(colors.palette.count == 16)
    for (number, color) in colors.palette.enumerated() where number != 0 {
      #expect(color.contrast(with: colors.background) >= 3, "\(number) \(color.text)")
    }
    #expect(colors.foreground.contrast(with: colors.background) >= 4.5)
  }

  @Test("A terminal's colours come from the theme; a hue that the theme lacks is generated")
  func palette() {
    let colors = TerminalColors(Self.midnight)
    #expect(colors.background.text == "#14171c")
    #expect(colors.palette[1].text == "#f2938c")
    #expect(colors.palette[2].text == "#83d49a")
    #expect(colors.palette[4].text == "#8ab4f8")
    #expect(colors.palette[6].text == "#7fd0d8")
    // No colour of the theme is near magenta.
    let hue = OKLCh(colors.palette[5]).hue
    #expect((315...335).contains(hue), "\(hue)")
  }

  @Test("A theme can set a terminal's colour by the colour's name")
  func own() {
    let scheme = ColorScheme(
      style: .dark,
      theme: "t",
      roles: ["background": color("#000000"), "terminalRed": color("#ff0011")]
    )
    #expect(TerminalColors(scheme).palette[1].text == "#ff0011")
  }

  @Test("A colour with alpha is painted over the background")
  func alpha() {
    let scheme = ColorScheme(
      style: .light,
      theme: "t",
      roles: ["background": color("#ffffff"), "surface": color("#00000080")]
    )
    #expect(scheme["surface"].text == "#7f7f7f")
    #expect(scheme["surface"].digits == "7f7f7f")
  }

  @Test(
    "A missing role gets the background's colour, and a missing text role gets a readable colour"
  )
  func missing() {
    let scheme = ColorScheme(style: .dark, theme: "t", roles: [:])
    #expect(scheme["surface"].text == "#000000")
    #expect(scheme["onSurface"].text == "#ffffff")
  }

  private func color(_ text: String) -> Color {
    (try? Color(reading: text)) ?? Color(red: 0, green: 0, blue: 0)
  }
}
