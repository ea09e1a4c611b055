package import NightCore

/// What is painted by: an appearance, and all that the theme gives which it names.
package struct Look: Equatable, Sendable {
  package var appearance: Appearance
  package var theme: Theme

  package init(_ appearance: Appearance, _ theme: Theme) {
    self.appearance = appearance
    self.theme = theme
  }

  /// With the theme that is built in for its style and contrast.
  package init(builtInFor appearance: Appearance) {
    let fact = BuiltInThemes.fact(ThemeSlot(appearance.style, isHigh: appearance.isHighContrast))
    self.init(appearance, .builtIn(fact.name))
  }

  /// Whether an application would paint the same.
  package func paintsLike(_ other: Look) -> Bool {
    // What is built in has no digest, and another daemon may have another.
    appearance.paintsLike(other.appearance) && theme.name.isSameText(as: other.theme.name)
      && theme.digest == other.theme.digest
      && (!theme.digest.isEmpty || theme.entries == other.theme.entries)
  }
}

extension Theme {
  /// One of those that are there without any file or daemon; an empty one where there is none.
  package static func builtIn(_ name: String) -> Theme {
    var line = ThemeLine(name, find: BuiltInThemes.text)
    return line.resolve()
      ?? Theme(
        name: name,
        style: .light,
        origin: .builtIn,
        description: nil,
        author: nil,
        ancestors: [],
        entries: [],
        digest: "",
        folders: [:]
      )
  }
}
