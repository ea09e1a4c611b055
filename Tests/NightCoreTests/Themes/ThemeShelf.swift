import NightCore

/// Themes that were made up, each as the text of its file.
struct ThemeShelf {
  var texts: [String: ThemeText] = [:]

  init(
    _ themes: [String: String],
    assets: [String: Set<String>] = [:],
    links: [String: Set<String>] = [:]
  ) {
    for (name, json) in themes {
      texts[name] = ThemeText(
        name: name,
        origin: .user,
        file: "\(name).json5",
        content: .bytes(Array(json.utf8)),
        assets: assets[name],
        links: links[name] ?? []
      )
    }
  }

  func find(_ name: String) -> ThemeText? { texts[name] ?? BuiltInThemes.text(name) }

  func line(_ name: String) -> ThemeLine { ThemeLine(name, find: find) }

  func theme(_ name: String) -> Theme? {
    var line = line(name)
    return line.resolve()
  }

  /// What is wrong with it, each with its place.
  func errors(_ name: String) -> [String] {
    var line = line(name)
    _ = line.resolve()
    return line.findings.filter { $0.severity == .error }.map(\.description)
  }
}
