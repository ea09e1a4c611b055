import NightCore

/// The themes that were asked for last, so that going back to one needs no question.
struct ThemeShelf {
  private static let most = 8

  /// From the one that was put here first.
  private var themes: [GivenTheme] = []

  subscript(name: String, digest: String) -> GivenTheme? {
    themes.first { $0.isNamed(name, digest) }
  }

  /// Answers the one that stands here from now on: what is given again as it was is no other.
  @discardableResult
  mutating func put(_ given: GivenTheme) -> GivenTheme {
    let known = self[given.theme.name, given.theme.digest]
    let standing = known.flatMap { $0.theme == given.theme ? $0 : nil } ?? given
    themes.removeAll { $0 === known }
    themes.append(standing)
    if themes.count > Self.most { themes.removeFirst() }
    return standing
  }
}
