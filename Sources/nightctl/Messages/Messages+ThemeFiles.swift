import NightBus
import NightCore
import NightStore

/// Messages about importing, exporting and removing the files of themes.
extension Messages {
  /// `variable` is the one that would name the folder, such as XDG_STATE_HOME.
  static func noFolder(_ variable: String) -> String {
    "neither \(variable) nor HOME says where your files are"
  }
  static let asAnother = "--as gives it another name"

  static func namedTwice(_ name: String) -> String {
    "two of the themes are called \(Excerpt(name))"
  }

  static let asSeveral = "--as NAME calls the themes NAME-…"

  /// What to do about a name that is taken.
  ///
  /// `naming` says how --as gives other names; nil if it cannot.
  static func remedy(_ conflict: ThemeInstaller.Refusal, naming: String?) -> String {
    let other = naming.map { ", " + $0 } ?? ""
    switch conflict {
    case .exists: return "--replace replaces it" + other
    case .otherKind(let name, _):
      return "nightctl theme remove \(name) removes it"
        + (naming == asAnother ? ", --as gives this one another name" : other)
    default: return naming ?? "rename it in the file"
    }
  }

  /// Why a file or folder could not be read as themes.
  static func notRead(_ refusal: ThemeInstaller.Refusal) -> String {
    switch refusal {
    case .unreadable(let refusal): cannotRead(refusal.path, refusal.why)
    case .noFormat(let file):
      "the format of \(file) is unknown; name it with --format "
        + listed(ThemeFormat.read.map(\.rawValue))
    default: refusal.message
    }
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

  static func notPut(_ name: String, _ why: String, _ made: [String]) -> String {
    let rest = made.isEmpty ? "" : "; imported before it: \(made.joined(separator: ", "))"
    return "cannot import \(Excerpt(name)): \(why)\(rest)"
  }

  static func notRemoved(_ name: String, _ why: String) -> String {
    "cannot remove \(Excerpt(name)): \(why)"
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
