import NightCore

/// The colours that templates can use, made from the colours of one style.
struct TemplateColors {
  private let scheme: ColorScheme
  private let terminal: TerminalColors

  init(_ scheme: ColorScheme, _ terminal: TerminalColors) {
    self.scheme = scheme
    self.terminal = terminal
  }

  /// Material's third accent, which themes do not have.
  var tertiary: Color {
    let magenta = terminal.palette[5]
    return magenta == scheme["secondary"] ? scheme["link"] : magenta
  }

  /// The colours of the roles in `names`, and the accent.
  func roles(_ names: [String]) -> [(String, Color)] {
    names.map { ($0, scheme[$0]) } + [("accent", scheme.accent)]
  }

  /// Material's colours, and the standard roles that are not in `roles`.
  ///
  /// nightd mixes most of Material's colours from its own colours.
  func material(without roles: [String]) -> [(String, Color)] {
    func mix(_ one: String, _ other: String, _ share: Double) -> Color {
      ColorScheme.mix(scheme[one], scheme[other], share)
    }
    // In Material, the lowest container is the lightest surface of a light style, and the darkest
    // surface of a dark style.
    let isDark = scheme.style == .dark
    let (surface, background) = (scheme["surface"], scheme["background"])
    let lowest = (surface.luminance < background.luminance) == isDark ? surface : background
    let colors: [(String, Color)] = [
      ("source_color", scheme.accent),
      ("surface_dim", isDark ? lowest : mix("surface", "onSurface", 0.12)),
      ("surface_bright", isDark ? mix("surface", "onSurface", 0.12) : lowest),
      ("surface_container_lowest", lowest),
      ("surface_container_low", mix("surface", "onSurface", 0.03)),
      ("surface_container", mix("surface", "onSurface", 0.05)),
      ("surface_container_high", mix("surface", "onSurface", 0.08)),
      ("surface_container_highest", mix("surface", "onSurface", 0.11)),
      ("surface_tint", scheme["primary"]),
      ("inverse_surface", scheme["onSurface"]), ("inverse_on_surface", scheme["surface"]),
      (
        "inverse_primary",
        TerminalColors.readable(scheme["primary"], on: scheme["onSurface"], 4.5)
      ),
      ("outline", mix("onSurface", "surface", 0.45)), ("outline_variant", scheme["separator"]),
      ("primary_container", mix("primary", "background", 0.7)),
      ("on_primary_container", mix("primary", "onBackground", 0.8)),
      ("secondary_container", mix("secondary", "background", 0.7)),
      ("on_secondary_container", mix("secondary", "onBackground", 0.8)),
      ("tertiary", tertiary), ("on_tertiary", scheme["background"]),
      ("tertiary_container", ColorScheme.mix(tertiary, scheme["background"], 0.7)),
      ("on_tertiary_container", ColorScheme.mix(tertiary, scheme["onBackground"], 0.8)),
      ("error_container", mix("error", "background", 0.7)),
      ("on_error_container", mix("error", "onBackground", 0.8)),
      ("scrim", Color(red: 0, green: 0, blue: 0)),
    ]
    let fixed = ["primary", "secondary", "tertiary"].flatMap { name in
      let role = colors.first { $0.0 == name }?.1 ?? scheme[name]
      let container = colors.first { $0.0 == name + "_container" }?.1 ?? role
      let text = colors.first { $0.0 == "on_\(name)_container" }?.1 ?? role
      return [
        (name + "_fixed", container), (name + "_fixed_dim", role), ("on_\(name)_fixed", text),
        ("on_\(name)_fixed_variant", text),
      ]
    }
    let missing = ColorScheme.standardRoles.filter { !roles.contains($0) }
    return colors + fixed + missing.map { ($0, scheme[$0]) }
  }

  private static let hues = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  var terminalColors: [(String, Color)] {
    let all = Self.hues + Self.hues.map { "bright_" + $0 }
    return zip(all, terminal.palette).map { ($0, $1) } + [
      ("background", terminal.background), ("foreground", terminal.foreground),
      ("cursor", terminal.cursor), ("selection_background", terminal.selectionBackground),
      ("selection_foreground", terminal.selectionForeground),
    ]
  }

  /// The terminal's colours, with the names that noctalia 5 gives them.
  var noctaliaColors: [(String, Color)] {
    let all = ["normal_", "bright_"].flatMap { kind in Self.hues.map { kind + $0 } }
    let colors =
      zip(all, terminal.palette).map { ($0, $1) } + [
        ("background", terminal.background), ("foreground", terminal.foreground),
        ("cursor", terminal.cursor), ("cursor_text", terminal.background),
        ("selection_bg", terminal.selectionBackground),
        ("selection_fg", terminal.selectionForeground),
      ]
    return colors.map { ("terminal_" + $0, $1) }
  }

  var syntaxColors: [(String, Color)] {
    let colors = SyntaxColors(terminal)
    return [
      ("background", colors.background), ("text", colors.text), ("error", colors.error),
      ("string", colors.string), ("type", colors.type), ("function", colors.function),
      ("keyword", colors.keyword), ("constant", colors.constant), ("comment", colors.comment),
      ("line", colors.line), ("faint", colors.faint),
    ]
  }

  /// The colours of base16: eight from the background to the text, then the hues of the terminal.
  var base16: [(String, Color)] {
    let (paper, ink, hues) = (terminal.background, terminal.foreground, terminal.palette)
    let greys = [0, 0.06, 0.15, 0.45, 0.75, 1, 1, 1].map { ColorScheme.mix(paper, ink, $0) }
    let (red, yellow) = (hues[1], hues[3])
    let accents = [
      red, ColorScheme.mix(red, yellow, 0.5), yellow, hues[2], hues[6], hues[4], hues[5],
      ColorScheme.mix(red, paper, 0.4),
    ]
    let digits = Array("0123456789abcdef")
    return zip(digits, greys + accents).map { ("base0\($0)", $1) }
  }

  /// The six colours that matugen makes from each custom colour.
  ///
  /// The six colours are a role and a container, each with a colour for its text, and the original
  /// colour under two names.
  func custom(_ colors: [MaterialColors.Custom]) -> [(String, Color)] {
    let (paper, ink) = (scheme["background"], scheme["onBackground"])
    return colors.flatMap { custom -> [(String, Color)] in
      let own = custom.color
      var point = OKLCh(
        custom.isBlended ? TemplateColorFilter.harmonized(own, scheme.accent) : own
      )
      point.lightness = scheme.style == .dark ? 0.8 : 0.45
      let role = point.color()
      let name = custom.name
      return [
        (name, role), ("on_\(name)", paper),
        ("\(name)_container", ColorScheme.mix(role, paper, 0.7)),
        ("on_\(name)_container", ColorScheme.mix(role, ink, 0.8)),
        ("\(name)_source", own), ("\(name)_value", own),
      ]
    }
  }
}
