package import NightContract
package import NightCore

/// What is painted by, with all that the theme gives which it names.
package struct Look: Sendable {
  package var paint: Paint
  package var theme: GivenTheme

  package init(_ paint: Paint, _ theme: GivenTheme) {
    self.paint = paint
    self.theme = theme
  }

  /// With the theme that is built in for its style and contrast.
  package init(builtInFor paint: Paint) {
    let fact = BuiltInThemes.fact(ThemeSlot(paint.style, isHigh: paint.isHighContrast))
    self.init(paint, GivenTheme(.builtIn(fact.name)))
  }

  package var style: Style { paint.style }

  /// Whether an application would paint the same.
  package func paintsLike(_ other: Look) -> Bool {
    paint.looksLike(other.paint) && theme.paintsLike(other.theme)
  }
}

/// A theme as it was given once: what holds the same one need not be compared.
package final class GivenTheme: Sendable {
  package let theme: Theme

  package init(_ theme: Theme) { self.theme = theme }

  func isNamed(_ name: String, _ digest: String) -> Bool {
    theme.name.isSameText(as: name) && theme.digest == digest
  }

  func paintsLike(_ other: GivenTheme) -> Bool {
    if self === other { return true }
    // What is built in has no digest, and another daemon may have another.
    return isNamed(other.theme.name, other.theme.digest)
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
