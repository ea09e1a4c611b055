import ExampleScreen
import NightKit

// This example imitates a library with a colour table. Each property of a view has a picker, which
// selects its colour. The picker's key selects a row of colors.txt, and the theme in use selects
// the column.

extension ThemeKey<Color> {
  // Themes without the row BG, such as nightd's own themes, use the default.
  static let bg = ThemeKey("BG", default: .white)
  static let text = ThemeKey("TEXT", default: .black)
  static let tint = ThemeKey("TINT", default: Color(hex: 0x1f5fc4))
  // The badge's picker has its own colours instead of a row of the table. The theme's name or style
  // selects one of the badge's colours.
  static let badge = ThemeKey(
    light: Color(hex: 0xc62828),
    dark: Color(hex: 0xff8a80),
    themes: ["SEPIA": Color(hex: 0x9c3d00)]
  )
}

extension ThemeKey<String> {
  static let logo = ThemeKey(light: "sun.png", dark: "moon.png")
}

extension ThemeKey<Double> {
  static let photo = ThemeKey(light: 1.0, dark: 0.6)
}

/// The toolkit's own type of colour.
struct NativeColor {
  let color: Color
  init(_ color: Color) { self.color = color }
}

/// A view of the toolkit; the toolkit knows nothing about themes.
@MainActor
final class View {
  var backgroundColor = Color.clear { didSet { Screen.show("background", backgroundColor) } }
  var textColor = Color.clear { didSet { Screen.show("text", textColor) } }
  var tintColor: NativeColor? { didSet { Screen.show("tint", tintColor?.color ?? .clear) } }
  var badgeColor = Color.clear { didSet { Screen.show("badge", badgeColor) } }
  var image = "" { didSet { Screen.show("image \(image)") } }
  var imageAlpha = 1.0 { didSet { Screen.show("image alpha \(imageAlpha)") } }
}

// Passing a name lets this application have its own theme.
let night = try await Night.connect(application: "org.example.Notes")
let view = View()
night.bind(\.backgroundColor, to: .bg, on: view, fading: true)
night.bind(\.textColor, to: .text, on: view)
night.bind(\.tintColor, to: .tint, as: NativeColor.init, on: view)
night.bind(\.badgeColor, to: .badge, on: view)
night.bind(\.image, to: .logo, on: view)
night.bind(\.imageAlpha, to: .photo, on: view)

// The imitated library announces a new theme with a notification. The status bar is dark in every
// dark theme.
night.observe(by: view) { _, now in
  Screen.show("theme \(now.theme.name), status bar \(now.style)")
}

for await button in Screen.buttons {
  do {
    switch button {
    case "nightFalling": try await night.choose(.dark)
    case "dawnComing": try await night.choose(.light)
    default: try await night.choose(theme: button)
    }
  } catch {
    Screen.show("\(error)")
  }
}
