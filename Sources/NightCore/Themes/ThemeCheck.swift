/// Looks for what makes a theme that can be used a poor one.
package enum ThemeCheck {
  /// WCAG 2 asks for that much between text and what it stands on.
  package static let leastContrast = 4.5

  /// A colour and the one that is written on it: `surface` and `onSurface`.
  package struct Pair: Equatable, Sendable {
    package let role: String
    package let onRole: String
    package let contrast: Double
  }

  /// Those of a theme, in the order of their roles; what shines through does so on the background.
  package static func pairs(_ theme: Theme) -> [Pair] {
    var colors: [String: Color] = [:]
    var roles: [String] = []
    for entry in theme.entries {
      guard case .color(let color) = entry.value else { continue }
      colors[entry.key.name] = color
      roles.append(entry.key.name)
    }
    let paper = Color(red: 1, green: 1, blue: 1), ink = Color(red: 0, green: 0, blue: 0)
    let ground = (colors["background"] ?? colors["surface"] ?? paper)
      .over(theme.style == .light ? paper : ink)
    return roles.compactMap { role in
      guard let onRole = onRole(role), let color = colors[role], let on = colors[onRole] else {
        return nil
      }
      let below = color.over(ground)
      return Pair(role: role, onRole: onRole, contrast: on.over(below).contrast(with: below))
    }
  }

  /// `onSurface` for `surface`.
  private static func onRole(_ role: String) -> String? {
    guard let first = role.utf8.first, (0x61...0x7A).contains(first) else { return nil }
    return "on" + role.prefix(1).uppercased() + role.dropFirst()
  }

  /// What is to be looked at in the theme's own file.
  package static func findings(_ line: ThemeLine, _ theme: Theme) -> [ThemeFinding] {
    guard let own = line.members.first else { return [] }
    return unreadable(own, theme) + missing(own, line) + unused(own, line)
  }

  private static func unreadable(_ own: ThemeLine.Member, _ theme: Theme) -> [ThemeFinding] {
    pairs(theme).filter { $0.contrast < leastContrast }.map { pair in
      let written = own.file.entries.last {
        $0.key == ThemeKey(.color, pair.onRole) || $0.key == ThemeKey(.color, pair.role)
      }
      return ThemeFinding(
        .warning,
        in: own.text.file,
        at: written?.position,
        "\(pair.onRole) on \(pair.role) is hard to read: their contrast is "
          + "\(ratio(pair.contrast)), and text needs \(ratio(leastContrast))"
      )
    }
  }

  /// Colours that come from a theme of the other style would hardly suit this one.
  private static func missing(_ own: ThemeLine.Member, _ line: ThemeLine) -> [ThemeFinding] {
    let known = Set(own.file.entries.map(\.key))
    return line.members.dropFirst().compactMap { parent in
      let isOther = parent.file.style != own.file.style
      let isRoot = parent.text.origin == .builtIn && own.file.parent == nil
      guard isOther || isRoot else { return nil }
      let roles = parent.file.entries.map(\.key)
        .filter { $0.kind == .color && !known.contains($0) }.map(\.name)
      guard !roles.isEmpty else { return nil }
      return ThemeFinding(
        .warning,
        in: own.text.file,
        at: own.file.parentPosition,
        "it does not say \(list(roles)), which it takes from \(parent.text.name)"
          + (isOther ? ", a \(parent.file.style.rawValue) theme" : "")
      )
    }
  }

  private static func unused(_ own: ThemeLine.Member, _ line: ThemeLine) -> [ThemeFinding] {
    var used: Set<String> = []
    for member in line.members {
      for entry in member.file.palette {
        if case .reference(let name) = entry.term.base { used.insert(name) }
      }
      for entry in member.file.entries {
        if case .color(let term) = entry.written, case .reference(let name) = term.base {
          used.insert(name)
        }
      }
    }
    return own.file.palette.filter { !used.contains($0.name) }.map { entry in
      ThemeFinding(
        .warning,
        in: own.text.file,
        at: entry.term.position,
        "nothing uses @\(entry.name) of the palette"
      )
    }
  }

  /// With two decimals, never rounded up to what would do.
  package static func ratio(_ contrast: Double) -> String {
    let hundredths = Int((contrast * 100).rounded(.down))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
