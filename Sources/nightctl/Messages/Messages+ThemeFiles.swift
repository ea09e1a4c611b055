import NightBus
import NightCore
import NightStore
import NightThemes
import NightValues

/// Messages about importing, exporting and removing the files of themes.
extension Messages {
  static let noThemesFolder = "neither XDG_STATE_HOME nor HOME says where your files are"
  static let asAnother = "--as gives it another name"

  static func namedTwice(_ name: String) -> String {
    "two of the themes are called \(Excerpt(name))"
  }

  static func isBuiltIn(_ name: String, isOnly: Bool) -> String {
    "the theme \(Excerpt(name)) is built in; " + (isOnly ? asAnother : "rename it in the file")
  }

  static func isThere(_ name: String, _ file: String, isOnly: Bool) -> String {
    "you have a theme \(Excerpt(name)) already, \(file); --replace replaces it"
      + (isOnly ? ", " + asAnother : "")
  }

  /// A file does not replace a folder, and a folder does not replace a file.
  static func isOfOtherKind(_ name: String, _ place: String, isOnly: Bool) -> String {
    "you have a theme \(Excerpt(name)) already, \(place); "
      + "nightctl theme remove \(name) removes it"
      + (isOnly ? ", --as gives this one another name" : "")
  }

  static let isLink = "it is a link, and links are not followed"
  static let isNeither = "it is neither a file nor a folder"
  static let tooDeep = "its folders are nested too deeply"

  /// The caller must have escaped the invalid bytes of the name.
  static func nameIsNoText(_ name: String) -> String {
    "the name of “\(name)” in it is not UTF-8, so no theme can name it; rename or remove that file"
  }
  static func tooMany(_ files: Int) -> String { "it has more than \(files) files" }

  static func ofNoFormat(_ file: String, _ known: [String]) -> String {
    let formats = listed(known)
    return "the format of \(file) is unknown; name it with --format \(formats)"
  }

  static func hardToRead(_ name: String, _ pairs: Int) -> String {
    let (these, them) =
      pairs == 1
      ? ("one pair of \(Excerpt(name)) is", "it")
      : ("\(pairs) pairs of \(Excerpt(name)) are", "them")
    return "\(these) hard to read; nightctl theme check \(name) lists \(them)"
  }

  static func giveNoRoles(_ themes: [ThemeFile], _ roles: [String]) -> String {
    let (give, its, it) = themes.count == 1 ? ("gives", "its", "it") : ("give", "their", "them")
    var seen: [String] = []
    for theme in themes {
      let root = theme.style.builtInTheme
      if !seen.contains(root) { seen.append(root) }
    }
    let names = joined(themes.map { "\(Excerpt($0.name))" })
    return "\(names) \(give) none of the roles that programs "
      + "paint with (\(roles.prefix(3).joined(separator: ", ")), …): programs that ask for \(its) own "
      + "keys follow \(it), all others see \(joined(seen))"
  }

  /// Joins names, as in `a, b and c`; of more than eight names, only the first eight are listed.
  static func joined(_ names: [String]) -> String {
    let shown = names.count > 8 ? names.prefix(8) + ["\(names.count - 8) more"] : names[...]
    guard let last = shown.last, shown.count > 1 else { return names.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }

  static func finding(_ finding: ThemeFinding) -> String {
    let kind: String =
      switch finding.severity {
      case .error: "error: "
      case .warning: "warning: "
      case .note: "note: "
      }
    return "\(finding.place): \(kind)\(finding.message)"
  }

  static func made(_ theme: ThemeFile, _ path: String) -> String {
    let count = theme.entries.count
    return "\(theme.name): a \(theme.style.rawValue) theme of "
      + "\(count == 1 ? "one value" : "\(count) values"), in \(path)"
  }

  static func nothingImported(_ errors: Int) -> String {
    "nothing was imported: \(errors == 1 ? "there is one error" : "there are \(errors) errors")"
  }

  static func notPut(_ name: String, _ flaw: ThemeFolders.Flaw, _ made: [String]) -> String {
    let rest = made.isEmpty ? "" : "; imported before it: \(made.joined(separator: ", "))"
    return "cannot import \(Excerpt(name)): \(why(flaw, name))\(rest)"
  }

  static func notRemoved(
    _ name: String,
    _ flaw: ThemeFolders.Flaw,
    _ found: ThemeText?
  ) -> String {
    "cannot remove \(Excerpt(name)): \(why(flaw, name, found))"
  }

  private static func why(
    _ flaw: ThemeFolders.Flaw,
    _ name: String,
    _ found: ThemeText? = nil
  ) -> String {
    switch flaw {
    case .noFolder: "nothing says where your themes are: neither XDG_DATA_HOME nor HOME is set"
    case .taken: "another program has just made a theme of this name"
    case .isFolder: "a theme of this name has a folder of its own; remove that first"
    case .isFile: "a theme of this name has a file of its own; remove that first"
    case .isLink: "a theme of this name is a link; remove that first"
    case .noTheme: "its files are not those of a theme"
    case .notThere where found?.origin == .builtIn: "it is built in"
    case .notThere: "it is not yours: \(found?.file ?? "you have no theme of this name")"
    case .twice:
      "it exists twice, as \(name)\(ThemeFolders.ending) and as the folder \(name); "
        + "remove one of them by hand"
    case .refused(let refusal): "\(refusal.path): \(SystemError.message(refusal.code))"
    }
  }

  static func noThemeFormat(_ word: String, _ known: [String]) -> String {
    "\(Excerpt(word)) is not \(listed(known))" + meant(word, known)
  }

  static func noStyle(_ word: String) -> String {
    "\(Excerpt(word)) is not light or dark" + meant(word, Style.allCases.map(\.rawValue))
  }

  static func noThemeName(_ name: String, _ flaw: String) -> String {
    "\(Excerpt(name)) cannot be a theme's name: it \(flaw)"
  }

  static func oneNameForMany(_ names: [String]) -> String {
    "--as gives a name to one theme, but there are \(names.count)"
  }

  static func oneThemeAtATime(_ format: String) -> String {
    "\(format) takes only one theme"
  }

  static func noTheme(
    _ text: String,
    _ known: [String],
    _ strays: [ThemeFolders.Stray] = []
  ) -> String {
    let hint = meant(text, known)
    return "there is no theme \(Excerpt(text))"
      + (ignored(text, strays)
        ?? (hint.isEmpty ? "; nightctl theme list names all themes" : hint))
  }

  /// The hint that a file with this name is ignored; nil if no ignored file has this name.
  static func ignored(_ text: String, _ strays: [ThemeFolders.Stray]) -> String? {
    strays.first { $0.name.lowercased() == text.lowercased() }
      .map { "; \($0.path) is ignored: \(ThemeFolders.howCalled)" }
  }

  static func imagesStay(_ names: [String], _ folder: String) -> String {
    "the files of \(names.count == 1 ? "the image" : "the images") \(joined(names)) stay in "
      + "\(folder), which nightctl theme import imports whole"
  }

  static func lost(_ sentence: String) -> String { "warning: " + sentence }
}
