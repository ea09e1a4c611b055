import NightCore

extension ProgramContext {
  /// The values that each template can use; docs/programs.md lists them.
  func makeTemplateValues() -> [TemplateValue.Member] {
    let roles = scheme.roleNames.map { TemplateValue.Member($0, .role(scheme[$0])) }
    let accent = TemplateValue.role(scheme.accent)
    return [
      .init("colors", .colors(roles + [.init("accent", accent)], material: materialColors)),
      .init("terminal", .table(terminalColors)),
      .init("syntax", .table(syntaxColors)),
      .init("style", .trusted(style.rawValue)),
      .init("mode", .trusted(style.rawValue)),
      .init("is_dark_mode", .flag(style == .dark)),
      .init("theme", .foreign(scheme.theme)),
      .init("env", .table(environmentValues)),
      .init("runtime", .foreign(folders.runtime ?? "")),
      .init("user", .number(Double(user))),
    ]
  }

  /// Material's colours, which nightd has under other names or mixes from its own colours.
  private var materialColors: [TemplateValue.Member] {
    func mix(_ one: String, _ other: String, _ share: Double) -> Color {
      ColorScheme.mix(scheme[one], scheme[other], share)
    }
    let colors: [(String, Color)] = [
      ("source_color", scheme.accent),
      ("surface_dim", mix("surface", "onSurface", 0.04)),
      ("surface_bright", mix("surface", "onSurface", 0.12)),
      ("surface_container_lowest", mix("surface", "background", 0.5)),
      ("surface_container_low", mix("surface", "onSurface", 0.03)),
      ("surface_container", mix("surface", "onSurface", 0.05)),
      ("surface_container_high", mix("surface", "onSurface", 0.08)),
      ("surface_container_highest", mix("surface", "onSurface", 0.11)),
      ("surface_tint", scheme["primary"]),
      ("inverse_surface", scheme["onSurface"]), ("inverse_on_surface", scheme["surface"]),
      ("inverse_primary", mix("primary", "onSurface", 0.5)),
      ("outline", mix("onSurface", "surface", 0.45)), ("outline_variant", scheme["separator"]),
      ("primary_container", mix("primary", "background", 0.7)),
      ("on_primary_container", mix("primary", "onBackground", 0.8)),
      ("secondary_container", mix("secondary", "background", 0.7)),
      ("on_secondary_container", mix("secondary", "onBackground", 0.8)),
      ("tertiary", terminal.palette[5]), ("on_tertiary", scheme["background"]),
      ("tertiary_container", ColorScheme.mix(terminal.palette[5], scheme["background"], 0.7)),
      ("on_tertiary_container", ColorScheme.mix(terminal.palette[5], scheme["onBackground"], 0.8)),
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
    let missing = ColorScheme.standardRoles.filter { scheme.themeColor($0) == nil }
    return (colors + fixed).map { .init($0, .role($1)) }
      + missing.map { .init($0, .role(scheme[$0])) }
  }

  private var terminalColors: [(String, TemplateValue)] {
    let colors = terminal
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    let all = names + names.map { "bright_" + $0 }
    let others = [
      ("background", colors.background), ("foreground", colors.foreground),
      ("cursor", colors.cursor), ("selection_background", colors.selectionBackground),
      ("selection_foreground", colors.selectionForeground),
    ]
    return (zip(all, colors.palette).map { ($0, $1) } + others).map { ($0, .role($1)) } + [
      (
        "sequences",
        .trusted(String(decoding: TerminalSequences.colors(colors), as: UTF8.self))
      ),
      ("reset", .trusted(String(decoding: TerminalSequences.reset, as: UTF8.self))),
    ]
  }

  private var syntaxColors: [(String, TemplateValue)] {
    let colors = SyntaxColors(terminal)
    return [
      ("background", colors.background), ("text", colors.text), ("error", colors.error),
      ("string", colors.string), ("type", colors.type), ("function", colors.function),
      ("keyword", colors.keyword), ("constant", colors.constant), ("comment", colors.comment),
      ("line", colors.line), ("faint", colors.faint),
    ].map { ($0, .role($1)) }
  }

  /// The path with the folders of the XDG variables in place of `~`.
  func expanded(_ path: String) -> String { folders.expanded(path) }

  private var environmentValues: [(String, TemplateValue)] {
    // A variable that is not set gives an empty string; only the use of an unknown name is a
    // mistake.
    ["BAT_CONFIG_PATH", "TMUX_TMPDIR", "XDG_CURRENT_DESKTOP"].map { name in
      (name, .foreign(environment(name) ?? ""))
    }
  }
}
