import NightCore

/// Chooses the tmux file that gets nightd's line.
enum TmuxFile {
  @Sendable
  static func include(_ context: ProgramContext) -> IncludeLine? {
    // If both of these files exist, tmux reads `.tmux.conf` first, then `tmux/tmux.conf` (seen with
    // 3.3a).
    let paths = [context.config("tmux/tmux.conf"), context.home(".tmux.conf")]
    // With `-q`, tmux reports no error if nightd's file is missing.
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
    // Oh my tmux reads the file `local` and then sets its own theme. After that, it runs again only
    // those lines of `local` that begin with `set`, `bind` or `unbind` and end with `#!important`.
    let local = path + ".local"
    return IncludeLine(
      in: [local],
      "set -g @nightd-line 1 ; \(line) #!important",
      at: context.text(local).flatMap(endOfCommands).map(IncludeLine.Place.before) ?? .bottom,
      syntax: .blocks
    )
  }

  /// The line that ends tmux's commands in a file that is also a shell script; nil for other files.
  ///
  /// A tmux file that is also a shell script begins with `# : << 'EOF'`. A shell runs the lines
  /// after `# EOF`, without the first two characters of each line. The script ends with `# "$@"`,
  /// so no line may come after it.
  private static func endOfCommands(_ text: String) -> String? {
    let start = "# : <<"
    guard let line = IncludeLine.lines(text).first, line.hasPrefix(start) else { return nil }
    let word = line.dropFirst(start.count).filter { !" '\"".contains($0) }
    return word.isEmpty ? nil : "# " + word
  }
}
