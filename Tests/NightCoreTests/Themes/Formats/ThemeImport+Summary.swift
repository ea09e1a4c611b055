import NightCore

extension ThemeImport {
  /// The errors alone, each with its place.
  var errors: [String] { findings.filter { $0.severity == .error }.map(\.description) }

  /// `NAME style: key color, …` of each theme.
  var summary: [String] {
    themes.map { theme in
      let colors = theme.entries.map { "\($0.key.name) \(Self.text($0))" }
      return "\(theme.name) \(theme.style.rawValue): \(colors.joined(separator: ", "))"
    }
  }

  private static func text(_ entry: ThemeFile.Entry) -> String {
    guard case .color(let term) = entry.written else { return "?" }
    let alpha = term.alpha == 1 ? "" : " at \(term.alpha)"
    switch term.base {
    case .color(let color): return color.text + alpha
    case .reference(let name): return "@\(name)\(alpha)"
    }
  }
}
