import NightCore
import NightValues
import Testing

@Suite("docs/preferences.md")
struct PreferenceDocumentTests {
  @Test("The key list of docs/preferences.md matches the preference table")
  func keys() throws {
    try Manual(page: "preferences.md", part: "keys").expect(list, from: Self.self)
  }

  private var list: String {
    let rows = PreferenceTable.entries.map { entry in
      let whose =
        switch entry.scope {
        case .desktop: "desktop"
        case .application: "application"
        case .both: "both"
        }
      let value = entry.registered.map { "`\($0.json.text(pretty: false))`" } ?? "none"
      let summary = entry.summary + (entry.isPrivate ? "; private" : "")
      return "| `\(entry.name)` | \(whose) | \(entry.type.words) | \(value) | \(summary) |\n"
    }
    return """
      | key | whose | values | default | |
      | --- | --- | --- | --- | --- |

      """ + rows.joined()
  }
}
