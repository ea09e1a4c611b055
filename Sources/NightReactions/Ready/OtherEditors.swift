import NightThemes
import NightValues

/// The ready reactions for editors whose configuration is TOML or JSON.
extension ReadyReactions {
  static let editors: [ReadyReaction] = [neovim, vim, emacs, helix, kate, code, codium]

  static let helix = ReadyReaction(
    "helix",
    .editors,
    programs: ["hx", "helix"],
    .notTried,
    files: { [ColorFile($0.config("helix/themes/nightd.toml"), helixTheme($0))] },
    include: { context in
      // A key after a table would belong to the table.
      IncludeLine(in: [context.config("helix/config.toml")], "theme = \"nightd\"", at: .top) {
        text in
        // Here a table of this name counts as well: TOML allows only one of the two.
        let outline = TomlOutline(Array(text.utf8))
        let keys = outline.entries.map(\.key) + outline.tables.map(\.key)
        return keys.contains { $0.first == "theme" }
          ? .addYourself("it sets a theme already; replace that with this line") : nil
      }
    },
    announcements: { _ in [.signal(.usr1, programs: ["hx", "helix"])] }
  )

  static let kate = ReadyReaction(
    "kate",
    .editors,
    programs: ["kate", "kwrite"],
    .tried("22.12"),
    note: "Choose the theme nightd in Settings > Configure Kate > Color Themes; "
      + "a running Kate gets other colours at its next start.",
    files: { context in
      [
        ColorFile(
          context.data("org.kde.syntax-highlighting/themes/nightd.theme"),
          KateTheme(context).text
        )
      ]
    }
  )

  static let code = visualStudioCode("vscode", programs: ["code"], "Code")
  static let codium = visualStudioCode("vscodium", programs: ["codium", "vscodium"], "VSCodium")

  private static func visualStudioCode(
    _ name: String,
    programs: [String],
    _ folder: String
  ) -> ReadyReaction {
    let key = "\"window.autoDetectColorScheme\""
    return ReadyReaction(
      name,
      .editors,
      programs: programs,
      .notTried,
      note:
        "It follows the style of the desktop's portal; its colours are those of its own themes.",
      include: { context in
        IncludeLine(
          in: [context.config(folder + "/User/settings.json")],
          "\(key): true,",
          at: .after("{")
        ) { text in
          if text.includes(key) { return .differently("it has \(key) already; set that to true") }
          guard text.contains(where: { !$0.isWhitespace }) else {
            return .differently("write {\(key): true} into it")
          }
          let lines = text.split(whereSeparator: \.isNewline).map(trimmed)
          let isUsual = lines.first { !$0.isEmpty } == "{"
          return isUsual ? nil : .addYourself("it does not begin with a line that is only {")
        }
      }
    )
  }

  static func trimmed(_ line: Substring) -> Substring {
    func isSpace(_ character: Character) -> Bool { " \t\r".contains(character) }
    var line = line.drop(while: isSpace)
    while let last = line.last, isSpace(last) { line.removeLast() }
    return line
  }

  private static func helixTheme(_ context: ReactionContext) -> String {
    let colors = SyntaxColors(context.scheme)
    func pair(_ role: String) -> String {
      "{ fg = \"\(colors["on" + role.prefix(1).uppercased() + role.dropFirst()].text)\", "
        + "bg = \"\(colors[role].text)\" }"
    }
    func front(_ color: Color) -> String { "\"\(color.text)\"" }
    func back(_ color: Color) -> String { "{ bg = \"\(color.text)\" }" }
    func curl(_ color: Color) -> String {
      "{ underline = { color = \"\(color.text)\", style = \"curl\" } }"
    }
    let rows = [
      ("ui.background", back(colors.background)), ("ui.text", front(colors.text)),
      ("ui.text.focus", pair("selection")), ("ui.cursor", "{ modifiers = [\"reversed\"] }"),
      (
        "ui.cursor.primary",
        "{ fg = \(front(colors.background)), bg = \(front(colors.terminal.cursor)) }"
      ),
      ("ui.cursor.match", "{ fg = \(front(colors.function)), modifiers = [\"bold\"] }"),
      ("ui.selection", back(colors["selection"])), ("ui.cursorline", back(colors.line)),
      ("ui.linenr", front(colors.comment)), ("ui.linenr.selected", front(colors.text)),
      ("ui.statusline", pair("surfaceVariant")), ("ui.bufferline", pair("surfaceVariant")),
      ("ui.bufferline.active", pair("primary")), ("ui.popup", pair("surface")),
      ("ui.help", pair("surface")), ("ui.window", front(colors.faint)),
      ("ui.menu", pair("surface")), ("ui.menu.selected", pair("primary")),
      ("ui.virtual", front(colors.faint)), ("ui.virtual.ruler", back(colors.line)),
      ("comment", front(colors.comment)), ("string", front(colors.string)),
      ("constant", front(colors.constant)), ("keyword", front(colors.keyword)),
      ("function", front(colors.function)), ("type", front(colors.type)),
      ("variable", front(colors.text)), ("operator", front(colors.text)),
      ("punctuation", front(colors.text)), ("attribute", front(colors.constant)),
      ("tag", front(colors.function)), ("namespace", front(colors.type)),
      ("label", front(colors.keyword)), ("special", front(colors.constant)),
      ("markup.heading", front(colors.type)), ("markup.link", front(colors["link"])),
      ("markup.raw", front(colors.constant)), ("diff.plus", front(colors.string)),
      ("diff.minus", front(colors.error)), ("diff.delta", front(colors.function)),
      ("error", front(colors.error)), ("warning", front(colors.type)),
      ("info", front(colors.function)), ("hint", front(colors.constant)),
      ("diagnostic.error", curl(colors.error)), ("diagnostic.warning", curl(colors.type)),
    ]
    return "# Written by nightd; nightctl reactions off helix removes it.\n"
      + rows.map { "\"\($0)\" = \($1)\n" }.joined()
  }
}

/// A theme of KSyntaxHighlighting, which Kate, KWrite and KDevelop use.
struct KateTheme {
  private let colors: SyntaxColors

  init(_ context: ReactionContext) { colors = SyntaxColors(context.scheme) }

  var text: String {
    let screen = screenColors.map { "    \"\($0)\": \"\($1.text)\"" }.joined(separator: ",\n")
    let styles = textColors.map { name, color in
      "    \"\(name)\": { \"text-color\": \"\(color.text)\", "
        + "\"selected-text-color\": \"\(colors["onSelection"].text)\" }"
    }
    return """
      {
        "metadata": { "name": "nightd", "revision": 1 },
        "editor-colors": {
      \(screen)
        },
        "text-styles": {
      \(styles.joined(separator: ",\n"))
        }
      }

      """
  }

  private var screenColors: [(String, Color)] {
    [
      ("BackgroundColor", colors.background), ("BracketMatching", colors.tint(colors.function)),
      ("CodeFolding", colors["surfaceVariant"]), ("CurrentLine", colors.line),
      ("CurrentLineNumber", colors.text), ("IconBorder", colors["surfaceVariant"]),
      ("IndentationLine", colors.faint), ("LineNumbers", colors["onSurfaceVariant"]),
      ("MarkBookmark", colors.function), ("MarkBreakpointActive", colors.error),
      ("MarkBreakpointDisabled", colors.comment), ("MarkBreakpointReached", colors.type),
      ("MarkError", colors.error), ("MarkExecution", colors.constant),
      ("MarkWarning", colors.type), ("ModifiedLines", colors.error),
      ("ReplaceHighlight", colors.tint(colors.string)), ("SavedLines", colors.string),
      ("SearchHighlight", colors.tint(colors.type)), ("Separator", colors.faint),
      ("SpellChecking", colors.error), ("TabMarker", colors.faint),
      ("TemplateBackground", colors["surface"]),
      ("TemplateFocusedPlaceholder", colors.tint(colors.string)),
      ("TemplatePlaceholder", colors.tint(colors.function)),
      ("TemplateReadOnlyPlaceholder", colors.tint(colors.error)),
      ("TextSelection", colors["selection"]), ("WordWrapMarker", colors.faint),
    ]
  }

  private var textColors: [(String, Color)] {
    let names: [(Color, [String])] = [
      (colors.text, ["Normal", "Variable", "Operator", "Others"]),
      (colors.keyword, ["Keyword", "ControlFlow", "Preprocessor", "Import"]),
      (colors.function, ["Function", "Information"]),
      (colors.constant, ["BuiltIn", "Extension", "Attribute", "SpecialChar", "DecVal", "BaseN"]),
      (colors.constant, ["Float", "Constant", "Annotation", "CommentVar"]),
      (colors.string, ["Char", "String", "VerbatimString", "SpecialString"]),
      (colors.type, ["DataType", "Warning"]),
      (colors.comment, ["Comment", "Documentation", "RegionMarker"]),
      (colors.error, ["Alert", "Error"]),
    ]
    return names.flatMap { color, names in names.map { ($0, color) } }
  }
}
