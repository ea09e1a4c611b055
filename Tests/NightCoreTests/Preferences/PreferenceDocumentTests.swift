import NightCore
import Testing

@Suite("docs/preferences.md")
struct PreferenceDocumentTests {
  @Test("The key list of docs/preferences.md matches the preference table")
  func keys() throws {
    try Manual(page: "preferences.md", part: "keys").expect(list)
  }

  /// The groups of keys, with the first parts of their names, in the order of the table.
  private static let groups: [(heading: String, parts: [String])] = [
    ("Style and look", ["choice", "fade", "contrast", "accent", "motion", "system"]),
    ("Themes", ["theme"]),
    ("Schedule and place", ["schedule", "location"]),
    (
      "Names of themes",
      ["gtk-theme", "icon-theme", "cursor-theme", "accent-color", "kde-scheme", "kvantum-theme"]
    ),
    ("Hooks, programs and wallpaper", ["hooks", "programs", "programs-off", "wallpaper"]),
  ]

  @Test("Each preference key is in exactly one group of docs/preferences.md")
  func groups() {
    let parts = Self.groups.flatMap(\.parts)
    for entry in PreferenceTable.entries {
      #expect(parts.count { $0 == Self.first(entry.name) } == 1, "\(entry.name)")
    }
  }

  private static func first(_ name: String) -> String {
    String(name.prefix { $0 != "." })
  }

  private var list: String {
    Self.groups.map { heading, parts in
      "### \(heading)\n\n"
        + table(PreferenceTable.entries.filter { parts.contains(Self.first($0.name)) })
    }.joined(separator: "\n")
  }

  private func table(_ entries: [PreferenceEntry]) -> String {
    let rows = entries.map { entry in
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
