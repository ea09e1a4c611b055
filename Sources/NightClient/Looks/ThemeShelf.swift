import NightCore

/// The themes that were asked for last, so that going back to one needs no question.
struct ThemeShelf {
  private static let most = 8

  private struct Place: Hashable {
    let name: String
    let digest: String
  }

  private var themes: [Place: Theme] = [:]
  /// From the one that was put here first.
  private var order: [Place] = []

  subscript(name: String, digest: String) -> Theme? {
    themes[Place(name: name, digest: digest)]
  }

  mutating func put(_ theme: Theme) {
    let place = Place(name: theme.name, digest: theme.digest)
    order.removeAll { $0 == place }
    order.append(place)
    themes[place] = theme
    if order.count > Self.most { themes[order.removeFirst()] = nil }
  }
}
