/// The style of a desktop, an application or a theme: light or dark.
package enum Style: String, Wire, CaseIterable, Sendable {
  case light
  case dark

  package var opposite: Style { self == .light ? .dark : .light }

  /// The name of this style's built-in theme.
  package var builtInTheme: String { self == .light ? "daylight" : "midnight" }
}

/// What decides the style: a fixed choice, the schedule or the desktop.
package enum Choice: String, Wire, CaseIterable, Sendable {
  case light
  case dark
  /// The schedule decides the style.
  case schedule
  /// The desktop's own setting decides the style.
  case system

  package init(_ style: Style) { self = style == .light ? .light : .dark }

  /// The style of a fixed choice; nil for the schedule and the desktop.
  package var fixed: Style? {
    switch self {
    case .light: .light
    case .dark: .dark
    case .schedule, .system: nil
    }
  }
}

/// The choice of one application, which overrides the desktop's choice.
package enum ApplicationChoice: String, CaseIterable, Sendable {
  case light
  case dark
  /// The application follows the desktop's choice.
  case follow

  package var style: Style? {
    switch self {
    case .light: .light
    case .dark: .dark
    case .follow: nil
    }
  }
}

/// The reason why the style is in effect; clients turn the reason into a sentence.
package enum Reason: String, Wire, CaseIterable, Sendable {
  case choice
  case hold
  case schedule
  case system
  case inhibit
  case app
  /// Nothing decides the style.
  ///
  /// Either nobody has made a choice, or the choice is `system` but the desktop does not answer.
  case fallback
}

/// The accent colour in sRGB: red, green and blue from 0 to 1.
package struct Accent: Equatable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double

  package init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}
