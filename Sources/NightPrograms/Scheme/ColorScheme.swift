package import NightCore

/// The colours in effect, in the form that other programs need: one opaque colour for each role.
package struct ColorScheme: Equatable, Sendable {
  package let style: Style
  /// The name of the theme in use.
  package let theme: String
  package let isHighContrast: Bool
  private let roles: [String: Color]
  /// The accent in effect; nil if the theme's own colours are used.
  package let ownAccent: Color?
  /// The contents of the theme's file; nil if no template needs them or the file cannot be read.
  package var file: ThemeFile?

  /// Makes the colours of a theme; `roles` maps each role to the theme's colour.
  ///
  /// Pass nil as `accent` if no accent is in effect.
  package init(
    style: Style,
    theme: String,
    isHighContrast: Bool = false,
    accent: Color? = nil,
    roles: [String: Color]
  ) {
    self.style = style
    self.theme = theme
    self.isHighContrast = isHighContrast
    self.roles = roles
    ownAccent = accent
  }

  /// Makes the colours of a built-in theme, for tests or when a theme cannot be read.
  package init(builtIn name: String, style: Style) {
    var line = ThemeLine(name) { BuiltInThemes.text($0) }
    var roles: [String: Color] = [:]
    for entry in line.resolve()?.entries ?? [] {
      if case .color(let color) = entry.value { roles[entry.key.name] = color }
    }
    self.init(style: style, theme: name, roles: roles)
  }

  /// The roles that every built-in theme has.
  package static let standardRoles = [
    "background", "onBackground", "surface", "onSurface", "surfaceVariant", "onSurfaceVariant",
    "primary", "onPrimary", "secondary", "onSecondary", "success", "onSuccess", "warning",
    "onWarning", "error", "onError", "link", "selection", "onSelection", "separator", "disabled",
    "shadow",
  ]

  /// The names of the roles, sorted.
  package var roleNames: [String] { roles.keys.sorted() }

  /// The theme's own colour for a role, perhaps transparent; nil if the theme has no such role.
  package func themeColor(_ role: String) -> Color? { roles[role] }

  /// The colour of a role, painted over the background so that it is opaque.
  ///
  /// For a missing role, the result is the text colour if the role's name begins with `on`, and the
  /// background colour if not.
  package subscript(role: String) -> Color {
    if role == "background" { return background }
    if let color = roles[role] { return color.over(background) }
    return role.hasPrefix("on") ? ink : background
  }

  /// The accent colour in effect, or the theme's primary colour if no accent is in effect.
  package var accent: Color { ownAccent ?? self["primary"] }

  private var background: Color {
    let plain = Color(red: 0, green: 0, blue: 0)
    let paper = Color(red: 1, green: 1, blue: 1)
    let behind = style == .dark ? plain : paper
    return roles["background"].map { $0.over(behind) } ?? behind
  }

  private var ink: Color {
    if let ink = roles["onBackground"] { return ink.over(background) }
    return style == .dark
      ? Color(red: 1, green: 1, blue: 1) : Color(red: 0, green: 0, blue: 0)
  }

  /// Mixes two colours in OKLab; a `share` of 0 gives the first colour, and 1 gives the second.
  package static func mix(_ one: Color, _ other: Color, _ share: Double) -> Color {
    let first = OKLab(one), second = OKLab(other)
    func part(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return OKLCh(
      OKLab(
        lightness: part(first.lightness, second.lightness),
        a: part(first.a, second.a),
        b: part(first.b, second.b)
      )
    ).color()
  }
}

extension Color {
  /// The colour as six hexadecimal digits, without `#` and without the alpha.
  package var digits: String {
    String(Color(red: red, green: green, blue: blue).text.dropFirst())
  }
}
