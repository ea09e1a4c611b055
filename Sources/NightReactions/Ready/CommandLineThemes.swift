import NightThemes
import NightValues

/// The ready reactions for programs of the command line that have themes of their own.
extension ReadyReactions {
  static let delta = ReadyReaction(
    "delta",
    .commandLine,
    programs: ["delta"],
    .notTried,
    files: { context in
      let colors = SyntaxColors(context.scheme)
      func tint(_ color: Color, _ share: Double) -> String {
        "\"" + ColorScheme.mix(colors.background, color, share).text + "\""
      }
      return [
        ColorFile(
          context.own("delta.gitconfig"),
          """
          # Written by nightd; nightctl reactions off delta removes it.
          [delta]
          \tdark = \(context.style == .dark)
          \tlight = \(context.style == .light)
          \tsyntax-theme = ansi
          \tplus-style = syntax \(tint(colors.string, 0.2))
          \tplus-emph-style = syntax \(tint(colors.string, 0.4))
          \tminus-style = syntax \(tint(colors.error, 0.2))
          \tminus-emph-style = syntax \(tint(colors.error, 0.4))
          \tline-numbers-plus-style = "\(colors.string.text)"
          \tline-numbers-minus-style = "\(colors.error.text)"
          \tline-numbers-zero-style = "\(colors.comment.text)"
          \tfile-style = "\(colors.function.text)" bold
          \thunk-header-decoration-style = "\(colors.faint.text)" box

          """
        )
      ]
    },
    include: { context in
      // Git allows a key on the line of its section.
      IncludeLine(
        in: [context.home(".gitconfig"), context.config("git/config")],
        "[include] path = \(context.short(context.own("delta.gitconfig")))",
        at: .bottom,
        syntax: .continued
      )
    }
  )

  static let k9s = ReadyReaction(
    "k9s",
    .commandLine,
    programs: ["k9s"],
    .notTried,
    note: "Choose it: ui.skin must be nightd in k9s's config.yaml, or K9S_SKIN in the environment.",
    files: { [ColorFile($0.config("k9s/skins/nightd.yaml"), k9sSkin($0))] }
  )

  private static func k9sSkin(_ context: ReactionContext) -> String {
    let colors = SyntaxColors(context.scheme)
    func text(_ color: Color) -> String { "\"\(color.text)\"" }
    let front = text(colors.text), back = text(colors.background), faint = text(colors.comment)
    let bar = text(colors["surfaceVariant"]), onBar = text(colors["onSurfaceVariant"])
    let primary = text(colors["primary"]), onPrimary = text(colors["onPrimary"])
    let blue = text(colors.function), red = text(colors.error), green = text(colors.string)
    let yellow = text(colors.type), cyan = text(colors.constant)
    return """
      # Written by nightd; nightctl reactions off k9s removes it.
      k9s:
        body: {fgColor: \(front), bgColor: \(back), logoColor: \(blue)}
        prompt: {fgColor: \(front), bgColor: \(back), suggestColor: \(faint)}
        info: {fgColor: \(blue), sectionColor: \(front)}
        help: {fgColor: \(front), bgColor: \(back), keyColor: \(blue), numKeyColor: \(cyan)}
        dialog:
          {fgColor: \(front), bgColor: \(back), buttonFgColor: \(onBar), buttonBgColor: \(bar),
           buttonFocusFgColor: \(onPrimary), buttonFocusBgColor: \(primary),
           labelFgColor: \(yellow), fieldFgColor: \(front)}
        frame:
          border: {fgColor: \(text(colors.faint)), focusColor: \(primary)}
          menu: {fgColor: \(front), keyColor: \(blue), numKeyColor: \(cyan)}
          crumbs: {fgColor: \(onBar), bgColor: \(bar), activeColor: \(primary)}
          status:
            {newColor: \(blue), modifyColor: \(yellow), addColor: \(green), errorColor: \(red),
             pendingColor: \(yellow), highlightColor: \(cyan), killColor: \(faint),
             completedColor: \(faint)}
          title:
            {fgColor: \(front), bgColor: \(back), highlightColor: \(blue), counterColor: \(cyan),
             filterColor: \(yellow)}
        views:
          table:
            fgColor: \(front)
            bgColor: \(back)
            cursorFgColor: \(onPrimary)
            cursorBgColor: \(primary)
            markColor: \(yellow)
            header: {fgColor: \(faint), bgColor: \(back), sorterColor: \(cyan)}
          yaml: {keyColor: \(blue), colonColor: \(faint), valueColor: \(front)}
          logs:
            fgColor: \(front)
            bgColor: \(back)
            indicator: {fgColor: \(front), bgColor: \(back)}

      """
  }
}
