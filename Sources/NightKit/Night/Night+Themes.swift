import NightClient
import NightCore

/// A theme as it stands in the list, without what it gives.
public struct ThemeListing: Equatable, Sendable {
  /// What it is chosen by.
  public let name: String
  /// The style that it is for; nil where its file cannot be read.
  public let style: Style?
  /// A sentence on it.
  public let description: String?
  /// Who made it.
  public let author: String?
  /// Whether it serves a style, or is held.
  public let isInUse: Bool
  /// Why it cannot be used; nil where it can.
  public let flaw: String?

  init(_ summary: ThemeSummary, isInUse: Bool) {
    name = summary.name
    style = summary.style.map(Style.init)
    description = summary.description
    author = summary.author
    self.isInUse = isInUse
    flaw = summary.flaw
  }
}

/// Choosing among the themes that are installed.
extension Night {
  /// All of them, in the order in which `useNextTheme` goes through them.
  public func themes() async throws(NightError) -> [ThemeListing] {
    try await board().ask { client, then in
      client.startThemes { answer in
        then(answer.map { $0.map { ThemeListing($0.summary, isInUse: $0.isInUse) } })
      }
    }
  }

  /// Uses a theme by its name for the whole desktop, in its style.
  ///
  /// A name that nobody knows is refused with the nearest one, and nothing is changed.
  public func use(theme name: String) async throws(NightError) {
    try await demand(.use(theme: name))
  }

  /// Uses the theme behind the desktop's present one in the list, or the first behind the last; answers
  /// its name.
  ///
  /// What cannot be used is passed over. Where there is no other, it is the present one.
  @discardableResult
  public func useNextTheme() async throws(NightError) -> String {
    try await useNeighbour(isNext: true)
  }

  /// Uses the theme before the desktop's present one in the list, as `useNextTheme` does.
  @discardableResult
  public func usePreviousTheme() async throws(NightError) -> String {
    try await useNeighbour(isNext: false)
  }

  private func useNeighbour(isNext: Bool) async throws(NightError) -> String {
    let (worn, other) = try await board().ask { client, then in
      client.startNeighbour(isNext: isNext, then: then)
    }
    guard let other else { return worn }
    try await use(theme: other)
    return other
  }
}
