import NightThemes

/// The ready reactions for terminals.
extension ReadyReactions {
  static let terminals: [ReadyReaction] = [kitty]

  private static let kitty = ReadyReaction(
    "kitty",
    .terminals,
    programs: ["kitty"],
    .notTried,
    files: { context in
      let colors = context.terminal
      let palette = colors.palette.enumerated().map { "color\($0) \($1.text)\n" }.joined()
      return [
        ColorFile(
          context.own("kitty.conf"),
          """
          # Written by nightd; nightctl reactions off kitty removes it.
          background \(colors.background.text)
          foreground \(colors.foreground.text)
          cursor \(colors.cursor.text)
          cursor_text_color background
          selection_background \(colors.selectionBackground.text)
          selection_foreground \(colors.selectionForeground.text)
          url_color \(context.scheme["link"].text)
          \(palette)
          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        in: [context.config("kitty/kitty.conf")],
        "include \(context.short(context.own("kitty.conf")))",
        at: .bottom
      )
    },
    announcements: { _ in [.signal(.usr1, programs: ["kitty"])] }
  )
}
