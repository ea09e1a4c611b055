import NightCore

extension ProgramCode {
  /// A Qt palette has a colour for each of Qt's roles; nightd mixes most of them from the theme's
  /// colours.
  static let qt = ProgramCode(
    name: "qt",
    values: { context in
      [
        .init("palette", .trusted(QtColors.line(context.scheme))),
        .init("disabled_palette", .trusted(QtColors.line(context.scheme, isDisabled: true))),
      ]
    }
  )
}

/// A Qt palette in the format that qt5ct and qt6ct read: colours in the order of Qt's roles.
///
/// There are 21 colours, one for each role of Qt 5.12 to 6.5. Qt 6.6 added a role for the accent,
/// which is left out, because qt5ct 1.5 and qt6ct 0.7 ignore a file with 22 colours.
private enum QtColors {
  static func line(_ scheme: ColorScheme, isDisabled: Bool = false) -> String {
    colors(scheme, isDisabled: isDisabled).joined(separator: ", ")
  }

  private static func colors(_ scheme: ColorScheme, isDisabled: Bool) -> [String] {
    func ink(_ role: String) -> Color {
      guard isDisabled else { return scheme[role] }
      return scheme.themeColor("disabled") == nil
        ? ColorScheme.mix(scheme["background"], scheme[role], 0.5) : scheme["disabled"]
    }
    let window = scheme["background"], text = scheme["onBackground"]
    let button = known("surfaceVariant", scheme, else: ColorScheme.mix(window, text, 0.1))
    let page = known("surface", scheme, else: window)
    let white = Color(red: 1, green: 1, blue: 1), black = Color(red: 0, green: 0, blue: 0)
    let link = known("link", scheme, else: scheme.accent)
    // Qt's styles draw edges in colours lighter and darker than the button, so mix such colours
    // from the button's colour.
    return [
      opaque(ink("onBackground")),  // window text
      opaque(button),
      opaque(ColorScheme.mix(button, white, 0.3)),  // light
      opaque(ColorScheme.mix(button, white, 0.15)),  // midlight
      opaque(ColorScheme.mix(button, black, 0.4)),  // dark
      opaque(ColorScheme.mix(button, black, 0.2)),  // mid
      opaque(ink("onSurface")),  // text
      opaque(known("onPrimary", scheme, else: white)),  // bright text
      opaque(
        ink(scheme.themeColor("onSurfaceVariant") == nil ? "onBackground" : "onSurfaceVariant")
      ),
      opaque(page),  // base
      opaque(window),
      opaque(black),  // shadow
      opaque(known("selection", scheme, else: scheme.accent)),
      opaque(ink("onSelection")),
      opaque(link),
      opaque(ColorScheme.mix(link, text, 0.4)),  // visited link
      opaque(ColorScheme.mix(page, text, 0.05)),  // alternate base
      opaque(window),  // no role
      opaque(button),  // tool tip base
      opaque(scheme["onBackground"]),  // tool tip text
      "#80" + ink("onSurface").digits.lowercased(),  // placeholder
    ]
  }

  private static func known(
    _ role: String,
    _ scheme: ColorScheme,
    else other: Color
  ) -> Color {
    scheme.themeColor(role) == nil ? other : scheme[role]
  }

  /// The colour in Qt's notation, which begins with the alpha.
  private static func opaque(_ color: Color) -> String { "#ff" + color.digits.lowercased() }
}
