import Glibc
import NightThemes
import NightValues

/// The ready reactions for terminal multiplexers.
extension ReadyReactions {
  static let multiplexers: [ReadyReaction] = [tmux, zellij]

  private static let tmux = ReadyReaction(
    "tmux",
    .terminals,
    programs: ["tmux"],
    .tried("3.3a"),
    note: "Text in the panes has the colours of the terminal around tmux.",
    files: { [ColorFile($0.own("tmux.conf"), TmuxOptions.text($0))] },
    include: TmuxFile.include,
    announcements: { context in
      [
        .runEach(
          pattern: TmuxOptions.sockets(context),
          ["tmux", "-S", "{}", "source-file", context.own("tmux.conf")]
        )
      ]
    },
    restorations: { context in
      [
        .runEach(
          pattern: TmuxOptions.sockets(context),
          ["tmux", "-S", "{}"] + TmuxOptions.restoration
        )
      ]
    },
    rivals: { _ in
      Rivals(
        ["status-style", "status-bg", "status-fg"],
        after: ["set", "set-option", "setw", "set-window-option"],
        include: "source-file"
      )
    }
  )

  private static let zellij = ReadyReaction(
    "zellij",
    .terminals,
    programs: ["zellij"],
    .notTried,
    files: { context in
      let colors = context.terminal
      let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
      let palette = zip(names, colors.palette).map { "    \($0) \"\($1.text)\"\n" }.joined()
      return [
        ColorFile(
          context.config("zellij/themes/nightd.kdl"),
          """
          // Written by nightd; nightctl reactions off zellij removes it.
          themes {
            nightd {
              fg "\(colors.foreground.text)"
              bg "\(colors.selectionBackground.text)"
              orange "\(context.scheme["warning"].text)"
          \(palette)  }
          }

          """
        )
      ]
    },
    include: { context in
      IncludeLine(
        in: [context.config("zellij/config.kdl")],
        "theme \"nightd\"",
        at: .bottom,
        syntax: .kdl,
        refusal: { text in
          IncludeLine.lines(text).contains { $0.hasPrefix("theme ") || $0.hasPrefix("theme_") }
            ? .addYourself("it chooses another theme; replace that line") : nil
        }
      )
    }
  )
}

/// The file of tmux that gets the line.
private enum TmuxFile {
  @Sendable
  static func include(_ context: ReactionContext) -> IncludeLine? {
    // tmux reads both, this one last.
    let paths = [context.config("tmux/tmux.conf"), context.home(".tmux.conf")]
    // `-q`: no error if the file is missing.
    let line = "source-file -q " + context.short(context.own("tmux.conf"))
    guard let path = paths.first(where: context.fileExists), let text = context.text(path),
      let end = endOfCommands(text)
    else {
      return IncludeLine(
        in: paths,
        new: context.home(".tmux.conf"),
        line,
        at: .bottom,
        syntax: .blocks
      )
    }
    guard text.includes("TMUX_CONF_LOCAL") else {
      return IncludeLine(in: [path], line, at: .before(end))
    }
    // Oh my tmux sets its theme after it has read this file, and then repeats only the lines that
    // begin with `set`, `bind` or `unbind` and end with `#!important`.
    let local = path + ".local"
    return IncludeLine(
      in: [local],
      "set -g @nightd-line 1 ; \(line) #!important",
      at: context.text(local).flatMap(endOfCommands).map(IncludeLine.Place.before) ?? .bottom,
      syntax: .blocks
    )
  }

  /// The line that ends the commands of a file that is also a shell script; nil for other files.
  ///
  /// Such a file begins with `# : << 'EOF'`, and a shell runs what follows `# EOF`, without the first
  /// two characters of each line. The script ends with `# "$@"`, so no line may follow.
  private static func endOfCommands(_ text: String) -> String? {
    let start = "# : <<"
    guard let line = IncludeLine.lines(text).first, line.hasPrefix(start) else { return nil }
    let word = line.dropFirst(start.count).filter { !" '\"".contains($0) }
    return word.isEmpty ? nil : "# " + word
  }
}

/// The colours of tmux.
private enum TmuxOptions {
  /// The pattern of the sockets; tmux keeps them in a folder with the number of the user.
  static func sockets(_ context: ReactionContext) -> String {
    "\(context.environment("TMUX_TMPDIR") ?? "/tmp")/tmux-\(geteuid())/*"
  }

  private static func values(_ context: ReactionContext) -> [(option: String, value: String)] {
    let scheme = context.scheme
    func style(_ role: String, _ on: String) -> String {
      "bg=\(scheme[role].text),fg=\(scheme[on].text)"
    }
    return [
      ("status-style", style("surfaceVariant", "onSurface")),
      ("window-status-current-style", style("primary", "onPrimary")),
      ("message-style", style("selection", "onSelection")),
      ("message-command-style", style("surfaceVariant", "onSurface")),
      ("mode-style", style("selection", "onSelection")),
      ("pane-border-style", "fg=\(scheme["separator"].text)"),
      ("pane-active-border-style", "fg=\(scheme.accent.text)"),
      ("clock-mode-colour", scheme.accent.text),
    ]
  }

  private static let names = [
    "status-style", "window-status-current-style", "message-style", "message-command-style",
    "mode-style", "pane-border-style", "pane-active-border-style", "clock-mode-colour",
  ]

  /// Sets the colours; the first time in a server, keeps the user's own values in options `@nightd-…`.
  static func text(_ context: ReactionContext) -> String {
    let saving = names.map { "  set -gF @nightd-\($0) '#{\($0)}'\n" }.joined()
    let setting = values(context).map { "set -g \($0) '\($1)'\n" }.joined()
    return """
      # Written by nightd; nightctl reactions off tmux removes it.
      %if #{?@nightd,0,1}
      \(saving)  set -g @nightd 1
      %endif
      \(setting)
      """
  }

  /// The commands that set the user's own values again.
  static let restoration: [String] = {
    let commands = names.map { "set -gF \($0) '#{@nightd-\($0)}' ; set -gu @nightd-\($0)" }
    return ["if", "-F", "#{@nightd}", commands.joined(separator: " ; ") + " ; set -gu @nightd"]
  }()
}
