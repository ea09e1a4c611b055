/// A theme with all values that it inherits.
package struct Theme: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let key: ThemeKey
    package let value: ThemeValue
    package let description: String?
    /// The name of the theme that defines the value, which is this theme or one of its ancestors.
    package let definedBy: String

    package init(_ key: ThemeKey, _ value: ThemeValue, description: String?, definedBy: String) {
      self.key = key
      self.value = value
      self.description = description
      self.definedBy = definedBy
    }
  }

  package let name: String
  package let style: Style
  package let origin: ThemeText.Origin
  /// This theme's own description; descriptions are not inherited.
  package let description: String?
  package let author: String?
  /// The names of the ancestors, from the parent up to the built-in theme at the end.
  package let ancestors: [String]
  /// This theme's values in the order of its file, followed by the values that each ancestor adds.
  package let entries: [Entry]
  /// A digest that changes if the theme must be painted differently; empty for a built-in theme.
  package let digest: String
  /// The folders of this theme and of its ancestors, by theme name; not every theme has a folder.
  package let folders: [String: String]

  package init(
    name: String,
    style: Style,
    origin: ThemeText.Origin,
    description: String?,
    author: String?,
    ancestors: [String],
    entries: [Entry],
    digest: String,
    folders: [String: String]
  ) {
    self.name = name
    self.style = style
    self.origin = origin
    self.description = description
    self.author = author
    self.ancestors = ancestors
    self.entries = entries
    self.digest = digest
    self.folders = folders
  }

  package subscript(key: ThemeKey) -> ThemeValue? {
    entries.first { $0.key == key }?.value
  }

  package func color(_ name: String) -> Color? {
    guard case .color(let color)? = self[ThemeKey(.color, name)] else { return nil }
    return color
  }
}

extension Theme {
  /// The theme's accent colour: the role `accent`, or else the role `primary`.
  package var accent: Color? {
    guard let role = color("accent") ?? color("primary") else { return nil }
    // An accent must be opaque, so paint a transparent colour over the theme's background.
    let paper: Double = style == .light ? 1 : 0
    let ground = (color("background") ?? Color(red: paper, green: paper, blue: paper))
    return role.over(ground)
  }
}

/// What nightd knows about a theme in use.
package enum ThemeStatus: Equatable, Sendable {
  case known(ThemeFact)
  /// The theme does not exist or cannot be used, so a built-in theme is used instead.
  case unavailable
}

/// The theme's properties that the appearance depends on.
package struct ThemeFact: Equatable, Sendable {
  package let name: String
  package let style: Style
  package let digest: String
  /// The theme's accent colour, used if the value of the preference `accent` is `theme`.
  package let accent: Color?

  package init(name: String, style: Style, digest: String, accent: Color?) {
    self.name = name
    self.style = style
    self.digest = digest
    self.accent = accent
  }

  package init(_ theme: Theme) {
    self.init(
      name: theme.name,
      style: theme.style,
      digest: theme.digest,
      accent: theme.accent
    )
  }
}

/// A slot for a theme: each style has a slot for normal contrast and one for high contrast.
package struct ThemeSlot: Hashable, Sendable {
  package var style: Style
  package var isHigh: Bool

  package init(_ style: Style, isHigh: Bool = false) {
    self.style = style
    self.isHigh = isHigh
  }

  package static let all = [false, true].flatMap { isHigh in
    Style.allCases.map { ThemeSlot($0, isHigh: isHigh) }
  }

  /// The name of the preference that selects the theme.
  package var key: String { "theme.\(option)" }

  /// The option of `nightctl theme use` that selects the slot, without the dashes.
  package var option: String { style.rawValue + (isHigh ? "-high" : "") }
}
