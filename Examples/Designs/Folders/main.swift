import ExampleScreen
import NightKit

// This example imitates a library with theme folders: one folder has the colours and images of a
// theme. Each view names its colours and images by ID. When day or night begins, a method or a
// block of the view is called.

extension ThemeKey<Color> {
  static let pageBackground = ThemeKey("pageBackground", default: .white)
  static let title = ThemeKey("title", default: .black)
  static let note = ThemeKey("note", default: .white)
}

extension ThemeKey<ThemeImage> {
  static let play = ThemeKey("play", default: ThemeImage([]))
}

/// The base class of all views, which paints their backgrounds.
@MainActor
class View: Themed {
  let name: String
  private let backgroundColorID: ThemeKey<Color>
  private var theming: Subscription?
  /// Whether the view follows the theme; if false, the view keeps its present colours and images.
  var needsTheme = true {
    didSet { if needsTheme { theming?.resume() } else { theming?.pause() } }
  }

  init(_ name: String, backgroundColorID: ThemeKey<Color> = .pageBackground) {
    self.name = name
    self.backgroundColorID = backgroundColorID
    theming = setUpTheming(by: night)
  }

  func apply(_ now: Appearance) { Screen.show(name, now[backgroundColorID]) }
}

/// A view that overrides the method `apply`.
final class Page: View {
  override func apply(_ now: Appearance) {
    super.apply(now)
    Screen.show("title", now[.title])
  }
}

/// A button with an image for each of its states; the screen has two pixels per point.
final class PlayButton: View {
  override func apply(_ now: Appearance) {
    for state in [ThemeState.normal, .pressed] {
      let path = now[.play].file(state, scale: 2)?.split(separator: "/").suffix(2) ?? ["none"]
      Screen.show("\(name) \(state.name) \(path.joined(separator: "/"))")
    }
  }
}

// Passing a name gives this application its own choice of day or night.
let night = try await Night.connect(application: "org.example.Player")
let page = Page("page"), note = View("note", backgroundColorID: .note), play = PlayButton("play")

// A block that observes the style can belong to an object of any class.
let block = night.observe(by: note) { _, now in
  Screen.show("\(now.style == .dark ? "night" : "day") in \(now.theme.name)")
}

for await button in Screen.buttons {
  do {
    switch button {
    case "switchState": try await night.toggleChoice()
    case "needsTheme": note.needsTheme.toggle()
    case "describe":
      // Each colour in the theme's folder may have a description.
      let theme = try await night.theme(named: night.theme.name)
      Screen.show(theme.description(of: "note") ?? "nothing is said about it")
    default: Screen.show("the buttons are switchState, needsTheme and describe")
    }
  } catch {
    Screen.show("\(error)")
  }
}
