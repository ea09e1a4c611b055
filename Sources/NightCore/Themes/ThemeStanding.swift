/// What there is to know of a theme that is in use, for those who only decide.
package enum ThemeStanding: Equatable, Sendable {
  case known(ThemeFact)
  /// It is not there, or cannot be used: the one that is built in serves.
  case lacking
}

/// A theme, as far as the appearance depends on it.
package struct ThemeFact: Equatable, Sendable {
  package let name: String
  package let style: Style
  package let digest: String
  /// Its own accent colour, for who wants that.
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
