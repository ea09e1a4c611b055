import NightBus
import NightCore
import NightStore

/// The sentences about themes that come from files and go to them.
extension Words {
  static let noThemesFolder = "neither XDG_STATE_HOME nor HOME says where your files are"
  static let namedTwice = "two of the themes have this name"
  static let isBuiltIn = "a theme that is built in has this name; give it another one with --as"

  static func isThere(_ file: String) -> String {
    "you have a theme of this name, \(file); --replace puts the new one in its place, --as "
      + "gives it another name"
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

  static func notPut(_ name: String, _ flaw: ThemeFolders.PutFlaw, _ made: [String]) -> String {
    let why: String =
      switch flaw {
      case .noFolder: "nothing says where your themes are: neither XDG_DATA_HOME nor HOME is set"
      case .taken: "a theme of this name has just come to be"
      case .isFolder: "a theme of this name has a folder of its own; remove that first"
      case .refused(let refusal): "\(refusal.path): \(SystemError.words(refusal.code))"
      }
    let rest =
      made.isEmpty ? "" : "; imported before it: \(made.joined(separator: ", "))"
    return "cannot import \(Excerpt(name)): \(why)\(rest)"
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
    "--as gives a name to one theme, and there are \(names.count)"
  }

  static func oneThemeAtATime(_ format: String) -> String {
    "\(format) has one theme, so that one is to be named"
  }

  static func noTheme(_ word: String, _ known: [String]) -> String {
    "there is no theme \(Excerpt(word))" + meant(word, known)
  }

  static func lost(_ sentence: String) -> String { "lost: " + sentence }
}
