import NightThemes
import NightValues

/// The ready reactions for programs of the command line.
///
/// Where a program can use the terminal's 16 colours, it gets these and no others: then its colours
/// suit each terminal, and what is on the screen already changes with the terminal.
extension ReadyReactions {
  static let commandLine: [ReadyReaction] = [bat, btop, delta, fish, fzf, k9s]

  private static let bat = ReadyReaction(
    "bat",
    .commandLine,
    programs: ["bat", "batcat"],
    .tried("0.22"),
    note: "It gets the colours of the terminal; switch your terminal's reaction on too.",
    include: { context in
      let path = context.environment("BAT_CONFIG_PATH") ?? context.config("bat/config")
      return IncludeLine(in: [path], "--theme=ansi", at: .bottom)
    },
    rivals: { _ in Rivals(["--theme"]) }
  )

  private static let btop = ReadyReaction(
    "btop",
    .commandLine,
    programs: ["btop"],
    .tried("1.2.13"),
    note: "A running btop gets other colours from version 1.4 on; an older one at its next start.",
    files: { [ColorFile($0.config("btop/themes/nightd.theme"), btopTheme($0))] },
    include: { context in
      IncludeLine(
        in: [context.config("btop/btop.conf")],
        "color_theme = \"nightd\"",
        at: .bottom
      ) { text in
        // btop writes the whole file when it ends, so a second line would replace the user's.
        guard !text.isEmpty else { return nil }
        return .differently(
          "while no btop runs, make its line color_theme = \"nightd\"; or choose nightd in btop with "
            + "Esc, Options, Color theme"
        )
      }
    },
    announcements: { _ in [.signal(.usr2, programs: ["btop"])] }
  )

  private static func btopTheme(_ context: ReactionContext) -> String {
    let colors = SyntaxColors(context.scheme)
    let ramp = [colors.string, colors.type, colors.error]
    let blue = [colors.constant, colors.function, colors.keyword]
    var rows: [(String, Color)] = [
      ("main_bg", colors.background), ("main_fg", colors.text), ("title", colors.text),
      ("hi_fg", colors.function), ("selected_bg", colors["selection"]),
      ("selected_fg", colors["onSelection"]), ("inactive_fg", colors.comment),
      ("graph_text", colors.comment), ("meter_bg", colors.faint), ("proc_misc", colors.constant),
      ("cpu_box", colors.faint), ("mem_box", colors.faint), ("net_box", colors.faint),
      ("proc_box", colors.faint), ("div_line", colors.faint),
    ]
    let gradients = [
      ("temp", ramp), ("cpu", ramp), ("used", ramp), ("process", ramp), ("free", blue),
      ("cached", blue), ("available", blue), ("download", blue), ("upload", blue),
    ]
    for (name, colors) in gradients {
      rows += zip(["start", "mid", "end"], colors).map { ("\(name)_\($0)", $1) }
    }
    return "# Written by nightd; nightctl reactions off btop removes it.\n"
      + rows.map { "theme[\($0)]=\"\($1.text)\"\n" }.joined()
  }

  private static let fish = ReadyReaction(
    "fish",
    .commandLine,
    programs: ["fish"],
    .tried("3.6"),
    note: "It gets the colours of the terminal; a running fish, when you start the next one in it.",
    files: { context in
      let lines = fishColors.map { "set -g \($0) \($1)\n" }.joined()
      return [
        ColorFile(
          context.config("fish/conf.d/nightd.fish"),
          """
          # Written by nightd; nightctl reactions off fish removes it.
          # Global variables hide the universal ones of fish_config, which stay as they are.
          status is-interactive; or exit
          \(lines)
          """
        )
      ]
    },
    rivals: { context in
      Rivals(
        fishColors.map(\.name),
        after: ["set"],
        unless: ["-U", "--universal"],
        phrases: ["fish_config theme"],
        include: "source",
        in: [
          context.config("fish/config.fish")
        ]
      )
    }
  )

  private static let fishColors: [(name: String, value: String)] = [
    ("fish_color_normal", "normal"), ("fish_color_command", "blue"),
    ("fish_color_keyword", "magenta"), ("fish_color_quote", "green"),
    ("fish_color_redirection", "cyan --bold"), ("fish_color_end", "magenta"),
    ("fish_color_error", "red"), ("fish_color_param", "normal"), ("fish_color_option", "cyan"),
    ("fish_color_comment", "brblack"), ("fish_color_operator", "cyan"),
    ("fish_color_escape", "yellow"), ("fish_color_autosuggestion", "brblack"),
    ("fish_color_match", "--background=brblue"), ("fish_color_selection", "--reverse"),
    ("fish_color_search_match", "--reverse"), ("fish_color_valid_path", "--underline"),
    ("fish_color_cwd", "green"), ("fish_color_cwd_root", "red"), ("fish_color_user", "green"),
    ("fish_color_host", "normal"), ("fish_color_host_remote", "yellow"),
    ("fish_color_status", "red"), ("fish_color_cancel", "--reverse"),
    ("fish_pager_color_prefix", "normal --bold --underline"),
    ("fish_pager_color_completion", "normal"), ("fish_pager_color_description", "yellow"),
    ("fish_pager_color_progress", "--reverse"),
    ("fish_pager_color_selected_background", "--reverse"),
  ]

  private static let fzf = ReadyReaction(
    "fzf",
    .commandLine,
    programs: ["fzf"],
    .tried("0.38"),
    note: "It gets the colours of the terminal, in shells that begin later.",
    files: { context in
      let start = "# Written by nightd; nightctl reactions off fzf removes it.\n"
      let options = "--color=\(fzfColors)"
      return [
        ColorFile(
          context.own("fzf.sh"),
          start + """
            case " $FZF_DEFAULT_OPTS " in
              *' \(options) '*) ;;
              *) export FZF_DEFAULT_OPTS="$FZF_DEFAULT_OPTS \(options)" ;;
            esac

            """
        ),
        ColorFile(
          context.config("fish/conf.d/nightd-fzf.fish"),
          start + """
            string match -q -- '* \(options) *' " $FZF_DEFAULT_OPTS "
            or set -gx FZF_DEFAULT_OPTS "$FZF_DEFAULT_OPTS \(options)"

            """
        ),
      ]
    },
    include: { context in
      let file = context.short(context.own("fzf.sh"))
      // Someone who uses zsh has this file; Debian gives everybody a .bashrc.
      let zsh = context.home(".zshrc"), bash = context.home(".bashrc")
      return IncludeLine(
        in: [context.fileExists(zsh) ? zsh : bash],
        "[ -r \(file) ] && . \(file)",
        at: .bottom,
        syntax: .continued
      )
    }
  )

  /// The terminal's colours by number; -1 is its own text or background.
  private static let fzfColors =
    "16,fg:-1,bg:-1,hl:4,fg+:-1:bold,bg+:0,hl+:4:bold,info:3,prompt:4,pointer:1,marker:2,spinner:2,"
    + "header:6,border:8,gutter:-1"
}
