import NightCore

/// The themes that were asked for last, so that going back to one needs no question.
struct ThemeShelf {
  private static let most = 8

  /// From the one that was put here first.
  private var themes: [GivenTheme] = []

  subscript(name: String, digest: String) -> GivenTheme? {
    themes.first { $0.isNamed(name, digest) }
  }

  mutating func put(_ given: GivenTheme) {
    themes.removeAll { $0.isNamed(given.theme.name, given.theme.digest) }
    themes.append(given)
    if themes.count > Self.most { themes.removeFirst() }
  }
}
