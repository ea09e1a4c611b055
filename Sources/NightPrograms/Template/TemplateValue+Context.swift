import NightCore

extension ProgramContext {
  /// The values that each template can use; docs/programs.md lists them.
  func makeTemplateValues() -> [TemplateValue.Member] {
    let roles = scheme.roleNames
    let sequences = String(decoding: TerminalSequences.colors(terminal), as: UTF8.self)
    let reset = String(decoding: TerminalSequences.reset, as: UTF8.self)
    return [
      .init(
        "colors",
        .colors(members { $0.roles(roles) }, material: members { $0.material(without: roles) })
      ),
      .init(
        "terminal",
        .table(
          members(\.terminalColors)
            + [.init("sequences", .trusted(sequences)), .init("reset", .trusted(reset))]
        )
      ),
      .init("syntax", .table(members(\.syntaxColors))),
      .init("style", .trusted(style.rawValue)),
      .init("mode", .trusted(style.rawValue)),
      .init("is_dark_mode", .flag(style == .dark)),
      .init("image", .foreign(Wallpaper(self).picture ?? picture.map(long) ?? "")),
      .init("theme", .foreign(scheme.theme)),
      .init("env", .table(environmentValues)),
      .init("runtime", .foreign(folders.runtime ?? "")),
      .init("user", .number(Double(user))),
    ]
  }

  /// The colours of the style in effect, from which the values are made.
  var colors: TemplateColors { TemplateColors(scheme, terminal) }

  /// The colours of base16, which few templates use.
  var base16: TemplateValue.Member {
    .init("base16", .table(members(\.base16)))
  }

  /// The colours as values; each value also has the colour of the other style if that style's
  /// colours are known.
  func members(_ colors: (TemplateColors) -> [(String, Color)]) -> [TemplateValue.Member] {
    let others = other.map { other in
      Dictionary(colors(TemplateColors(other, TerminalColors(other)))) { first, _ in first }
    }
    return colors(self.colors).map { name, color in
      guard let other = others?[name] else { return .init(name, .role(color)) }
      let isDark = style == .dark
      return .init(
        name,
        .shades(color, light: isDark ? other : color, dark: isDark ? color : other)
      )
    }
  }

  /// The path with a beginning such as `~/.config/` replaced by the user's actual folder.
  func expanded(_ path: String) -> String { folders.expanded(path) }

  private var environmentValues: [(String, TemplateValue)] {
    // An environment variable that is not set has an empty string as its value; only the use of a
    // name that is not in this list is a mistake.
    ["BAT_CONFIG_PATH", "TMUX_TMPDIR", "XDG_CURRENT_DESKTOP"].map { name in
      (name, .foreign(environment(name) ?? ""))
    }
  }
}
