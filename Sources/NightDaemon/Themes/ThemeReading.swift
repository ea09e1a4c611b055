import NightCore
import NightStore

/// The result of reading a theme from its files.
struct ThemeReading: Equatable, Sendable {
  /// The theme's last version without mistakes; nil if nightd has read no such version, or if the
  /// theme's files are gone.
  let theme: Theme?
  /// The mistakes that the theme's files contain now.
  let mistakes: [ThemeFinding]
  /// True if no theme has this name.
  let isMissing: Bool
  /// The themes that this theme depends on, including missing ones.
  let names: [String]

  /// Reads a theme; while its files have mistakes, the known version stays in use.
  ///
  /// If the theme's files are gone, the known version is dropped.
  init(_ name: String, after known: Theme? = nil, find: (String) -> ThemeText?) {
    var line = ThemeLine(name, find: find)
    let theme = line.resolve()
    let isGone = line.members.isEmpty && find(name) == nil
    self.theme = theme ?? (isGone ? nil : known)
    isMissing = isGone
    mistakes = line.findings.filter { $0.severity == .error }
    names = line.names
  }

  var status: ThemeStatus { theme.map { .known(ThemeFact($0)) } ?? .unavailable }
}

/// The result of a search for a theme.
///
/// If no theme has exactly this name, the search ignores upper and lower case. A search that
/// ignores case finds a theme only if exactly one theme matches.
enum ThemeSearch: Sendable {
  case found(name: String, ThemeReading)
  case unknown(nearest: String?)

  init(_ word: String, in folders: ThemeFolders) {
    var name = word
    if folders.find(word) == nil {
      let names = folders.list().map(\.name)
      guard let meant = ThemeName.meant(by: word, among: names) else {
        self = .unknown(nearest: NearestWord.to(word, among: names))
        return
      }
      name = meant
    }
    self = .found(name: name, ThemeReading(name, find: folders.find))
  }
}
