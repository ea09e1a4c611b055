import ExampleScreen
import NightKit

// This example imitates a library with the types Themed and ThemeProvider. The application has its
// own theme type, and each view sets up its theming once.

/// The application's own theme type.
///
/// `AppTheme` conforms to `Mixable`, so that one theme can fade to another.
struct AppTheme: Mixable {
  var paper: Color
  var ink: Color
  var isStatusBarLight: Bool

  init(_ now: Appearance) {
    paper = now[.background]
    ink = now[.onBackground]
    isStatusBarLight = now.style == .dark
  }

  func mixed(with other: AppTheme, by amount: Double) -> AppTheme {
    var theme = other
    theme.paper = paper.mixed(with: other.paper, by: amount)
    theme.ink = ink.mixed(with: other.ink, by: amount)
    return theme
  }
}

// Passing a name lets this application have its own theme.
let night = try await Night.connect(application: "org.example.Sheets")
let themes = night.provider(fading: true) { AppTheme($0) }

extension Themed where Look == AppTheme {
  /// Applies the present theme now, and each frame of every later fade.
  func setUpTheming() { setUpTheming(by: themes) }
}

/// A value of the application that has nothing to do with the theme.
let fontSize = SubscribableValue(12)

final class Page: Themed {
  init() {
    setUpTheming()
    fontSize.subscribeToChanges(self) { $0.setFont(size: $1) }
  }

  func apply(_ theme: AppTheme) {
    Screen.show("status bar \(theme.isStatusBarLight ? "light" : "dark")", theme.paper, theme.ink)
  }

  func setFont(size: Int) { Screen.show("font of size \(size)") }
}

let page = Page()

for await button in Screen.buttons {
  do {
    switch button {
    case "nextTheme": Screen.show("theme \(try await night.chooseNextTheme())")
    case "larger": fontSize.value += 1
    default: Screen.show("the buttons are nextTheme and larger")
    }
  } catch {
    Screen.show("\(error)")
  }
}
