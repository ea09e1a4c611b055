import NightBus
import NightContract
package import NightCore

/// Asking for themes.
extension Client {
  /// In the order in which people go from one to the next, with whether each is in use.
  package func themes(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [(summary: ThemeSummary, isInUse: Bool)] {
    guard case .array(_, let rows)? = try call(.themes, "List", [], starting).first else {
      throw .unreadable("List")
    }
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
