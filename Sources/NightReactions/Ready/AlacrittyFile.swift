import NightThemes

/// The colours of Alacritty, which reads YAML before version 0.13, and TOML since then.
enum AlacrittyFile {
  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  private static func paths(_ ending: String, _ context: ReactionContext) -> [String] {
    let file = "alacritty.\(ending)"
    return [
      context.config("alacritty/" + file), context.config(file), context.home("." + file),
    ]
  }

  /// Whether the user has a file in YAML and none in TOML.
  ///
  /// Without a file, the installed examples tell: only packages with YAML have one.
  static func isYAML(_ context: ReactionContext) -> Bool {
    guard !paths("toml", context).contains(where: context.fileExists) else { return false }
    return paths("yml", context).contains(where: context.fileExists)
      || context.fileExists("/usr/share/doc/alacritty/examples/alacritty.yml")
  }

  @Sendable
  static func include(_ context: ReactionContext) -> IncludeLine? {
    if isYAML(context) {
      return IncludeLine(
        in: paths("yml", context),
        "import: [\"\(context.short(context.own("alacritty.yml")))\"]",
        at: .top,
        refusal: { refusal(IncludeLine.lines($0), keys: ["import", "colors"], separator: ":") }
      )
    }
    return IncludeLine(
      in: paths("toml", context),
      "general.import = [\"\(context.short(context.own("alacritty.toml")))\"]",
      at: .top,
      refusal: { text in
        let lines = IncludeLine.lines(text)
        if lines.contains(where: { $0.hasPrefix("[general]") || $0.hasPrefix("general.") }) {
          return "it has a table [general]: add only the part from import on to that table"
        }
        if lines.contains(where: { $0.hasPrefix("[colors") }) { return overrides("[colors]") }
        return refusal(lines, keys: ["import", "colors"], separator: "=")
      }
    )
  }

  private static func refusal(_ lines: [Substring], keys: [String], separator: String) -> String? {
    for line in lines {
      guard let key = keys.first(where: line.hasPrefix) else { continue }
      guard line.dropFirst(key.count).drop(while: { $0 == " " }).hasPrefix(separator) else {
        continue
      }
      return key == "import"
        ? "it has an import already: add the file's path to the end of that list" : overrides(key)
    }
    return nil
  }

  private static func overrides(_ what: String) -> String {
    "its own \(what) would override the line: remove them, and add the line at the top"
  }
  static func text(_ context: ReactionContext, isYAML: Bool) -> String {
    let colors = context.terminal
    let (palette, background) = (colors.palette.map(\.text), colors.background.text)
    let normal = zip(names, palette).map { ($0, $1) }
    let tables = [
      ("primary", [("background", background), ("foreground", colors.foreground.text)]),
      ("cursor", [("text", background), ("cursor", colors.cursor.text)]),
      (
        "selection",
        [
          ("text", colors.selectionForeground.text),
          ("background", colors.selectionBackground.text),
        ]
      ),
      ("normal", normal),
      ("bright", zip(names, palette.dropFirst(8)).map { ($0, $1) }),
    ]
    var text = "# Written by nightd; nightctl reactions off alacritty removes it.\n"
    if isYAML { text += "colors:\n" }
    for (table, entries) in tables {
      text += isYAML ? "  \(table):\n" : "\n[colors.\(table)]\n"
      for (key, value) in entries {
        text += isYAML ? "    \(key): \"\(value)\"\n" : "\(key) = \"\(value)\"\n"
      }
    }
    return text
  }
}
