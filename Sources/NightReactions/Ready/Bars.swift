import NightThemes

/// The ready reactions for bars.
extension ReadyReactions {
  static let bars: [ReadyReaction] = [waybar, polybar]

  private static let waybar = ReadyReaction(
    "waybar",
    .bars,
    programs: ["waybar"],
    .tried("0.9.17"),
    note: "Waybar draws its bars again with SIGUSR2, so that a hidden bar is shown and its own "
      + "programs start again.",
    files: { context in
      let sheet = BarSheet(context.text(context.config("waybar/style.css")) ?? "")
      return [ColorFile(context.own("waybar.css"), waybarRules(sheet, context))]
    },
    include: { context in
      IncludeLine(
        in: [context.config("waybar/style.css")],
        GtkColors.importLine(context.own("waybar.css")),
        at: .bottom,
        // Without a style sheet of the user's, Waybar uses the machine's.
        start: GtkColors.importLine(ifExists: "/etc/xdg/waybar/style.css", context),
        syntax: .css
      )
    },
    announcements: { _ in [.signal(.usr2, programs: ["waybar"])] }
  )

  /// `window#waybar` makes each rule stronger than one for a module, such as `#clock`.
  ///
  /// A rule for `*` sets the colours of each label and box inside a module, so these get the colour of
  /// what is around them. A bar of pills keeps its form: only the pills are filled.
  private static func waybarRules(_ sheet: BarSheet, _ context: ReactionContext) -> String {
    let pills = sheet.filled.map { "window#waybar \($0)" }.joined(separator: ",\n")
    // A bar without pills needs a background behind its text, because the wallpaper can be any.
    let strip =
      sheet.opacity < 1
      ? "alpha(@night_surfaceVariant, \(max(sheet.opacity, 0.7)))" : "@night_surfaceVariant"
    let background =
      sheet.hasPills
      ? """
      window#waybar {
        background-color: transparent;
        color: @night_onSurface;
      }
      \(pills) {
        background-color: @night_surfaceVariant;
        background-image: none;
        border-color: @night_separator;
        color: @night_onSurface;
      }
      """
      : """
      window#waybar {
        background-color: \(strip);
        background-image: none;
        border-color: @night_separator;
        color: @night_onSurface;
      }
      """
    let flat = "\n  background-color: transparent;\n  background-image: none;"
    return """
      /* Written by nightd; nightctl reactions off waybar removes it. */
      \(GtkColors.definitions(context))
      window#waybar box,
      window#waybar widget,
      window#waybar label,
      window#waybar image {
        background-color: transparent;
        color: inherit;
      }
      window#waybar .modules-left > widget > *,
      window#waybar .modules-center > widget > *,
      window#waybar .modules-right > widget > * {\(sheet.hasPills ? "" : flat)
        color: @night_onSurface;
      }
      \(background)
      window#waybar #workspaces button,
      window#waybar #taskbar button {
        background-color: transparent;
        color: @night_onSurface;
      }
      window#waybar #workspaces button:hover,
      window#waybar #taskbar button:hover {
        background-color: @night_selection;
        color: @night_onSelection;
      }
      window#waybar #workspaces button.focused,
      window#waybar #workspaces button.active,
      window#waybar #taskbar button.active {
        background-color: @night_primary;
        color: @night_onPrimary;
      }
      window#waybar #workspaces button.urgent,
      window#waybar #mode,
      window#waybar #battery.critical:not(.charging) {
        background-color: @night_error;
        color: @night_onError;
      }
      window#waybar #battery.warning:not(.charging),
      window#waybar #temperature.critical {
        color: @night_warning;
      }
      tooltip {
        background-color: @night_surface;
        border-color: @night_separator;
      }
      tooltip label {
        color: @night_onSurface;
      }

      """
  }

  /// Polybar refuses a key that is in a section twice, so the colours are in a section of their own.
  private static let polybar = ReadyReaction(
    "polybar",
    .bars,
    programs: ["polybar"],
    .tried("3.6.3"),
    note: "Use the colours as ${nightd.background} and so on; Polybar draws its bars again.",
    files: { context in
      let scheme = context.scheme
      let colors = scheme.roleNames.map { ($0, scheme[$0]) } + [("accent", scheme.accent)]
      return [
        ColorFile(
          context.own("polybar.ini"),
          """
          ; Written by nightd; nightctl reactions off polybar removes it.
          [nightd]
          \(colors.map { "\($0) = \($1.text)\n" }.joined())
          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        in: [
          context.config("polybar/config"), context.config("polybar/config.ini"),
        ],
        new: context.config("polybar/config.ini"),
        "include-file = \(context.short(context.own("polybar.ini")))",
        at: .top,
        start: context.fileExists("/etc/polybar/config.ini")
          ? "include-file = /etc/polybar/config.ini\n" : ""
      )
    },
    announcements: { _ in [.signal(.usr1, programs: ["polybar"])] }
  )
}
