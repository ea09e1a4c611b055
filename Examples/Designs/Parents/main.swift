import ExampleScreen
import NightKit

// This example imitates a library that reads its themes from a file Themes.json. A theme lists its
// own colours, and inherits the rest from its parent. Style sheets define how labels and buttons
// look.

/// The names of the colours; if a theme lacks a colour, the default is used.
extension ThemeKey<Color> {
  static let colorBackground = ThemeKey("colorBackground", default: .white)
  static let colorPrimary = ThemeKey("colorPrimary", default: Color(hex: 0x0b6e8a))
  static let colorOnPrimary = ThemeKey("colorOnPrimary", default: .white)
  static let textColorPrimary = ThemeKey("textColorPrimary", default: .black)
  static let separatorColor = ThemeKey("separatorColor", default: .clear)
}

/// A label with the program's own look, which a style sheet may change.
struct Label {
  var text: String
  var color: Color
  var size = 13.0

  /// Applies a style sheet, but ignores the members of the sheet that are nil.
  mutating func apply(_ style: ThemeSheet?) {
    color = style?.text ?? color
    size = style?.font?.size ?? size
    if style?.isUppercased == true { text = text.uppercased() }
  }

  func show() { Screen.show("label “\(text)” of size \(size)", color) }
}

/// A screen, which sets up its colours and styles whenever the theme changes.
final class Page: Themed {
  func apply(_ now: Appearance) {
    // The themes in which a colour is looked up: the theme in use, and then its parents.
    Screen.show(([now.theme.name] + now.theme.ancestors).joined(separator: " < "))
    Screen.show("page", now[.colorBackground], now[.separatorColor])

    var title = Label(text: "Tides", color: now[.textColorPrimary])
    title.apply(now.theme.sheet(.label, "title"))
    title.show()

    let style = now.theme.sheet(.button, "main")
    var caption = Label(text: "Save", color: now[.colorOnPrimary])
    caption.apply(style?.label.flatMap { now.theme.sheet(.label, $0) })
    let radius = style?.cornerRadius ?? 2
    Screen.show("button with radius \(radius)", style?.background ?? now[.colorPrimary])
    caption.show()
  }
}

// Passing a name lets this application have its own theme.
let night = try await Night.connect(application: "org.example.Tides")
let page = Page()
page.setUpTheming(by: night)

for await button in Screen.buttons {
  do {
    switch button {
    case "themes":
      for theme in try await night.themes() { Screen.show("there is \(theme.name)") }
    case "system":
      // Return to the desktop's style first, and then to the desktop's themes. If the themes came
      // first, the application's style could briefly appear with the desktop's theme.
      try await night.choose(.follow)
      try await night.choose(theme: nil)
      Screen.show("the system decides")
    default: try await night.choose(theme: button)
    }
  } catch {
    Screen.show("\(error)")
  }
}
