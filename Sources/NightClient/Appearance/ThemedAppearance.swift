package import NightContract
package import NightCore

/// An appearance and its theme; the appearance itself contains only the theme's name and digest.
package struct ThemedAppearance: Sendable {
  package var paint: Paint
  package var theme: GivenTheme

  package init(_ paint: Paint, _ theme: GivenTheme) {
    self.paint = paint
    self.theme = theme
  }

  /// Makes an appearance with the built-in theme of its style and contrast.
  package init(builtInFor paint: Paint) {
    let fact = BuiltInThemes.fact(ThemeSlot(paint.style, isHigh: paint.isHighContrast))
    self.init(paint, GivenTheme(.builtIn(fact.name)))
  }

  package var style: Style { paint.style }

  /// Whether an application looks the same with this appearance as with another one.
  package func paintsLike(_ other: ThemedAppearance) -> Bool {
    paint.looksLike(other.paint) && theme.paintsLike(other.theme)
  }
}

/// A theme from the daemon; it is an object, because comparing references is faster than comparing
/// themes.
package final class GivenTheme: Sendable {
  package let theme: Theme

  package init(_ theme: Theme) { self.theme = theme }

  func isNamed(_ name: String, _ digest: String) -> Bool {
    theme.name.isSameText(as: name) && theme.digest == digest
  }

  func paintsLike(_ other: GivenTheme) -> Bool {
    if self === other { return true }
    // Built-in themes have no digest, so compare their values. A daemon of another version may have
    // other values in its built-in themes.
    return isNamed(other.theme.name, other.theme.digest)
      && (!theme.digest.isEmpty || theme.entries == other.theme.entries)
  }
}

extension Theme {
  /// Returns the built-in theme with this name, or an empty theme if no built-in theme has this
  /// name.
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

extension ThemedAppearance {
  /// Makes the appearance that the portal's settings describe, with a built-in theme.
  package init(_ facts: SourceFacts) {
    var paint = Paint(facts.style ?? .light)
    paint.isHighContrast = facts.isHighContrast ?? false
    paint.accent = facts.accent
    paint.isMotionReduced = facts.isMotionReduced ?? false
    self.init(builtInFor: paint)
    self.paint.theme = theme.theme.name
  }
}
