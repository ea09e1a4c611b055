import NightThemes
import NightValues

/// The ready reactions for terminals.
extension ReadyReactions {
  static let terminals: [ReadyReaction] = [
    kitty, alacritty, foot, konsole, wezterm, ghostty, allTerminals,
  ]

  private static let kitty = ReadyReaction(
    "kitty",
    .terminals,
    programs: ["kitty"],
    .tried("0.26.5"),
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
      let own = "kitty/\(context.style == .dark ? "dark" : "light")-theme.auto.conf"
      let overridden =
        context.fileExists(context.config(own))
        ? IncludeLine.Refusal.changeFirst(
          "~/.config/\(own) would override the colours; remove that file"
        ) : nil
      return IncludeLine(
        in: [context.config("kitty/kitty.conf")],
        "include \(context.short(context.own("kitty.conf")))",
        at: .bottom,
        refusal: { _ in overridden }
      )
    },
    announcements: { _ in [.signal(.usr1, programs: ["kitty"])] },
    rivals: { _ in Rivals(["background", "foreground"], include: "include") }
  )

  private static let alacritty = ReadyReaction(
    "alacritty",
    .terminals,
    programs: ["alacritty"],
    .tried("0.11.0"),
    files: { context in
      let isYAML = AlacrittyFile.isYAML(context)
      let text = AlacrittyFile.text(context, isYAML: isYAML)
      return [ColorFile(context.own(isYAML ? "alacritty.yml" : "alacritty.toml"), text)]
    },
    include: AlacrittyFile.include,
    // A window that started before the import does not watch the imported file.
    announcements: { [.terminals(TerminalSequences.colors($0.terminal), of: ["alacritty"])] },
    restorations: { _ in [.terminals(TerminalSequences.reset, of: ["alacritty"])] }
  )

  private static let foot = ReadyReaction(
    "foot",
    .terminals,
    programs: ["foot"],
    .tried("1.13.1"),
    note: "A window that was opened while the reaction was on keeps its colours after off.",
    files: { context in
      let colors = context.terminal
      let palette = colors.palette.enumerated().map { number, color in
        "\(number < 8 ? "regular" : "bright")\(number % 8)=\(color.digits)\n"
      }
      return [
        ColorFile(
          context.own("foot.ini"),
          """
          # Written by nightd; nightctl reactions off foot removes it.
          [colors]
          background=\(colors.background.digits)
          foreground=\(colors.foreground.digits)
          selection-background=\(colors.selectionBackground.digits)
          selection-foreground=\(colors.selectionForeground.digits)
          urls=\(context.scheme["link"].digits)
          \(palette.joined())
          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        in: [context.config("foot/foot.ini")],
        "include=\(context.short(context.own("foot.ini")))",
        // After other includes, so that these colours win.
        at: .beforeSections(first: "[main]"),
        refusal: { text in
          ownColors(ofFoot: text).map { section, key in
            .changeFirst(
              "its section \(section) sets \(key), which would override the colours; remove its "
                + "colours"
            )
          }
        }
      )
    },
    // foot reads foot.ini only when it starts.
    announcements: { [.terminals(TerminalSequences.colors($0.terminal), of: ["foot"])] },
    restorations: { _ in [.terminals(TerminalSequences.reset, of: ["foot"])] },
    rivals: { _ in Rivals(["background", "foreground"], include: "include") }
  )

  /// The first colour in a section of foot's file that wins over an included one.
  private static func ownColors(ofFoot text: String) -> (section: Substring, key: String)? {
    let starts = ["background", "foreground", "regular", "bright"]
    var section: Substring = ""
    for line in IncludeLine.lines(text) {
      if line.hasPrefix("[") {
        section = line.hasPrefix("[colors") ? line : ""
      } else if !section.isEmpty, starts.contains(where: line.hasPrefix) {
        return (section, String(line.prefix { $0 != "=" && $0 != " " }))
      }
    }
    return nil
  }

  private static let allTerminals = ReadyReaction(
    "terminals",
    .terminals,
    programs: ["sh"],
    .tried("xterm 379"),
    note:
      "Every terminal of yours that is open gets the colours; for later ones, add this to your "
      + "shell's startup file: [ -t 1 ] && cat ~/.local/state/nightd/reactions/terminals 2>/dev/null",
    files: { context in
      let bytes = TerminalSequences.colors(context.terminal)
      return [ColorFile(context.own("terminals"), String(decoding: bytes, as: UTF8.self))]
    },
    announcements: { [.terminals(TerminalSequences.colors($0.terminal), of: [])] },
    restorations: { _ in [.terminals(TerminalSequences.reset, of: [])] }
  )
}

/// The escape sequences with which a program changes the colours of its terminal.
///
/// xterm's control sequences define them (OSC 4, 10, 11, 12, 17 and 19); other terminals ignore
/// those that they do not have.
enum TerminalSequences {
  static func colors(_ colors: TerminalColors) -> [UInt8] {
    let palette = colors.palette.enumerated().map { sequence("4;\($0);\($1.text)") }
    let others = [
      (10, colors.foreground), (11, colors.background), (12, colors.cursor),
      (17, colors.selectionBackground), (19, colors.selectionForeground),
    ].map { sequence("\($0);\($1.text)") }
    return Array((palette + others).joined().utf8)
  }

  /// Gives a terminal the colours of its own configuration back.
  static let reset = Array(["104", "110", "111", "112", "117", "119"].map(sequence).joined().utf8)

  static func sequence(_ text: String) -> String { "\u{1B}]\(text)\u{1B}\\" }
}
