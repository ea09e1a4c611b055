import NightBus
import NightContract
package import NightCore

/// Asking for themes.
extension Client {
  /// In the order in which people go from one to the next, with whether each is in use.
  package func themes(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [(summary: ThemeSummary, isInUse: Bool)] {
    try Self.listed(try call(.themes, "List", [], starting))
  }

  /// The same, without waiting.
  package func startThemes(
    then deliver:
      @escaping (
        Result<[(summary: ThemeSummary, isInUse: Bool)], ClientError>
      ) -> Void
  ) {
    start("List", of: .themes, []) { answer in
      deliver(
        answer.flatMap { values in
          Result { () throws(ClientError) in try Self.listed(values) }
        }
      )
    }
  }

  /// The theme that everyone has, and the one behind or before it; nil where it is alone.
  package func startNeighbour(
    isNext: Bool,
    then deliver: @escaping (Result<(worn: String, other: String?), ClientError>) -> Void
  ) {
    startGet { [weak self] standing in
      switch standing {
      case .failure(let error): deliver(.failure(error))
      case .success(let standing):
        let worn = standing.appearance.theme
        self?.startThemes { answer in
          deliver(
            answer.map { list in
              (worn, ThemeSummary.neighbour(of: worn, in: list.map(\.summary), isNext: isNext))
            }
          )
        }
      }
    }
  }

  private static func listed(
    _ values: [BusValue]
  ) throws(ClientError) -> [(summary: ThemeSummary, isInUse: Bool)] {
    guard case .array(_, let rows)? = values.first else { throw .unreadable("List") }
    return rows.compactMap(ThemeSummary.read)
  }

  /// All that a theme gives; that in use where the name is empty.
  package func theme(
    _ name: String = "",
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Theme {
    let answer = try call(.themes, "Resolve", [.string(name)], starting)
    guard answer.count == 2, let theme = Theme(facts: answer[0], values: answer[1]) else {
      throw .unreadable("Resolve")
    }
    return theme
  }

  /// What is wrong with the themes in use, a sentence each with its place.
  package func themeMistakes(_ starting: Starting = .allowed) throws(ClientError) -> [String] {
    let values = try call(
      .properties,
      "Get",
      [.string(InterfaceName.themes.text), .string("Mistakes")],
      starting
    )
    guard case .variant(let mistakes)? = values.first, let mistakes = mistakes.asStrings else {
      throw .unreadable("Get")
    }
    return mistakes
  }
}
