/// A value of a theme, inheritance and references done.
package enum ThemeValue: Equatable, Sendable {
  case color(Color)
  case image(ThemeImage)
  case font(ThemeFont)
  case number(Double)
  case string(String)
  case bool(Bool)
  case sheet(ThemeSheet)
}

/// Pictures of one thing, for each state that it can be in and each scale of the screen.
package struct ThemeImage: Equatable, Sendable {
  package struct Picture: Equatable, Sendable {
    /// `normal`, `pressed`, `disabled`, or any other.
    package let state: String
    /// How many pixels of the screen one of the picture's points has: 1 to 4.
    package let scale: Int
    /// Below the theme's folder.
    package let file: String

    package init(state: String, scale: Int, file: String) {
      self.state = state
      self.scale = scale
      self.file = file
    }
  }

  package static let normal = "normal"

  /// In the order of the file.
  package let pictures: [Picture]

  package init(_ pictures: [Picture]) { self.pictures = pictures }
}

/// A font, by its family's name and its size in points; who sets one leaves the other as it is.
package struct ThemeFont: Equatable, Sendable {
  package let family: String?
  package let size: Double?

  package init(family: String?, size: Double?) {
    self.family = family
    self.size = size
  }
}
