import NightThemes
import NightValues

/// The ready reactions for terminals that have colour schemes or themes by name.
extension ReadyReactions {
  static let wezterm = ReadyReaction(
    "wezterm",
    .terminals,
    programs: ["wezterm", "wezterm-gui"],
    .notTried,
    files: { context in
      let colors = context.terminal
      func list(_ part: ArraySlice<Color>) -> String {
        "[" + part.map { "\"\($0.text)\"" }.joined(separator: ", ") + "]"
      }
      return [
        ColorFile(
          context.config("wezterm/colors/nightd.toml"),
          """
          # Written by nightd; nightctl reactions off wezterm removes it.
          [metadata]
          name = "nightd"

          [colors]
          background = "\(colors.background.text)"
          foreground = "\(colors.foreground.text)"
          cursor_bg = "\(colors.cursor.text)"
          cursor_border = "\(colors.cursor.text)"
          cursor_fg = "\(colors.background.text)"
          selection_bg = "\(colors.selectionBackground.text)"
          selection_fg = "\(colors.selectionForeground.text)"
          split = "\(context.scheme["separator"].text)"
          ansi = \(list(colors.palette[..<8]))
          brights = \(list(colors.palette[8...]))

          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        in: [context.home(".wezterm.lua"), context.config("wezterm/wezterm.lua")],
        new: context.config("wezterm/wezterm.lua"),
        "config.color_scheme = \"nightd\"",
        at: .bottom,
        refusal: { _ in
          .addYourself("the line must be before \"return config\", which ends the program")
        }
      )
    },
    announcements: { [.terminals(TerminalSequences.colors($0.terminal), of: ["wezterm-gui"])] },
    restorations: { _ in [.terminals(TerminalSequences.reset, of: ["wezterm-gui"])] },
    rivals: { _ in Rivals(["config.color_scheme"]) }
  )

  static let ghostty = ReadyReaction(
    "ghostty",
    .terminals,
    programs: ["ghostty"],
    .notTried,
    files: { context in
      let colors = context.terminal
      let palette = colors.palette.enumerated().map { "palette = \($0)=\($1.text)\n" }.joined()
      return [
        ColorFile(
          context.own("ghostty"),
          """
          # Written by nightd; nightctl reactions off ghostty removes it.
          background = \(colors.background.text)
          foreground = \(colors.foreground.text)
          cursor-color = \(colors.cursor.text)
          cursor-text = \(colors.background.text)
          selection-background = \(colors.selectionBackground.text)
          selection-foreground = \(colors.selectionForeground.text)
          \(palette)
          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        // Ghostty 1.3 reads both, this one last; older versions read only the second.
        in: [context.config("ghostty/config.ghostty"), context.config("ghostty/config")],
        new: context.config("ghostty/config"),
        // `?`: no error if the file is missing.
        "config-file = ?\(context.own("ghostty"))",
        at: .bottom
      )
    },
    announcements: { _ in [.signal(.usr2, programs: ["ghostty"])] }
  )
}
