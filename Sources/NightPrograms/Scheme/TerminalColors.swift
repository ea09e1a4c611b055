package import NightCore

/// The colours of a terminal, made from a theme's roles.
///
/// As in base16, colour 0 is close to the background and colour 15 close to the text, even in light
/// themes. The other colours are readable on the background in both styles.
package struct TerminalColors: Equatable, Sendable {
  package let background: Color
  package let foreground: Color
  package let cursor: Color
  package let selectionBackground: Color
  package let selectionForeground: Color
  /// The 16 colours, in the order of their numbers.
  package let palette: [Color]

  /// The hues of blue, magenta and cyan, in degrees of OKLCh.
  private static let hues = (blue: 260.0, magenta: 325.0, cyan: 200.0)
  /// A colour is treated as blue, magenta or cyan if its hue differs from the one in `hues` by at
  /// most this many degrees.
  private static let hueTolerance = 32.0

  package init(_ scheme: ColorScheme) {
    background = scheme["background"]
    foreground = scheme["onBackground"]
    cursor = scheme.accent
    selectionBackground = scheme["selection"]
    selectionForeground = scheme["onSelection"]
    let least = scheme.isHighContrast ? 4.5 : 3.0
    let (background, foreground) = (background, foreground)
    func readable(_ color: Color) -> Color { Self.readable(color, on: background, least) }
    let hued = [
      scheme["error"], scheme["success"], scheme["warning"],
      Self.color(near: Self.hues.blue, scheme), Self.color(near: Self.hues.magenta, scheme),
      Self.color(near: Self.hues.cyan, scheme),
    ].map(readable)
    let muted = readable(ColorScheme.mix(background, foreground, 0.5))
    let made =
      [scheme["surfaceVariant"]] + hued + [scheme["onSurfaceVariant"], muted]
      + hued.map { readable(ColorScheme.mix($0, foreground, 0.2)) } + [foreground]
    palette = zip(made, TerminalScheme.roles).map { made, role in
      scheme.themeColor(role) == nil ? made : scheme[role]
    }
  }

  /// The theme's colour whose hue is close to the given hue.
  ///
  /// If no colour of the theme has such a hue, this method makes a colour that is as light as the
  /// primary colour.
  private static func color(near hue: Double, _ scheme: ColorScheme) -> Color {
    let candidates = ["primary", "secondary", "link"].map { scheme[$0] }
    let nearest = candidates.min { distance($0, hue) < distance($1, hue) }
    if let nearest, distance(nearest, hue) <= hueTolerance { return nearest }
    let primary = OKLCh(scheme["primary"])
    return OKLCh(lightness: primary.lightness, chroma: max(primary.chroma, 0.08), hue: hue).color()
  }

  /// The distance between a colour's hue and `hue`, in degrees; grey has the largest distance.
  private static func distance(_ color: Color, _ hue: Double) -> Double {
    let own = OKLCh(color)
    guard own.chroma > 0.03 else { return 360 }
    let difference = abs(own.hue - hue)
    return min(difference, 360 - difference)
  }

  /// Makes a colour lighter or darker until its contrast with the background is at least `least`.
  static func readable(_ color: Color, on background: Color, _ least: Double) -> Color {
    var tried = OKLCh(color)
    let step = background.luminance < 0.18 ? 0.02 : -0.02
    while tried.color().contrast(with: background) < least, (0...1).contains(tried.lightness) {
      tried.lightness += step
    }
    return tried == OKLCh(color) ? color : tried.color()
  }
}
