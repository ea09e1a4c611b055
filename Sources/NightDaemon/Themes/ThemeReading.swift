import NightCore
import NightStore
import NightThemes
import NightValues

/// A theme as read from its files.
struct ThemeReading: Equatable, Sendable {
  /// The last version without mistakes; nil if there was none since the start, or the files are gone.
  let theme: Theme?
  /// The mistakes in the files now.
  let mistakes: [ThemeFinding]
  /// Whether no theme has the name.
  let isMissing: Bool
  /// The themes that it depends on, including missing ones.
  let names: [String]

  /// Keeps the known theme while its files have mistakes, but not once they are gone.
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

/// The theme that a word means: the one of this name, or the only one that differs in case.
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
