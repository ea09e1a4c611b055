import NightCore
import NightThemes

/// A theme as it stands on the disk, and the one that serves.
struct ThemeReading: Equatable, Sendable {
  /// The last one that was whole; nil where there never was one since the start, or it is gone.
  let theme: Theme?
  /// What is wrong with it now.
  let mistakes: [ThemeFinding]
  /// Whether no theme has the name.
  let isMissing: Bool
  /// The themes that it depends on, those that are missing among them.
  let names: [String]

  /// What was whole before goes on serving while its files are broken, but not once they are gone.
  init(_ name: String, after known: Theme? = nil, find: (String) -> ThemeText?) {
    var line = ThemeLine(name, find: find)
    let theme = line.resolve()
    let isGone = line.members.isEmpty && find(name) == nil
    self.theme = theme ?? (isGone ? nil : known)
    isMissing = isGone
    mistakes = line.findings.filter { $0.severity == .error }
    names = line.names
  }

  var standing: ThemeStatus { theme.map { .known(ThemeFact($0)) } ?? .unavailable }
}
