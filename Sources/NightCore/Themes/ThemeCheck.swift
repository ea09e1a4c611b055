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
  static func onRole(_ role: String) -> String? {
    guard let first = role.utf8.first, (0x61...0x7A).contains(first) else { return nil }
    return "on" + role.prefix(1).uppercased() + role.dropFirst()
  }

  /// What is to be looked at; what a parent makes so is told in the parent's file.
  package static func findings(_ line: ThemeLine, _ theme: Theme) -> [ThemeFinding] {
    guard let own = line.members.first else { return [] }
    return unreadable(line, theme) + strange(own, line) + missing(own, line) + unused(own, line)
  }

  private static func unreadable(_ line: ThemeLine, _ theme: Theme) -> [ThemeFinding] {
    let poor = pairs(theme).filter { $0.contrast < leastContrast }
    guard !poor.isEmpty else { return [] }
    let origins = ColorOrigins(line, theme)
    let told = poor.prefix(ThemeFinding.most).map { pair in
      let origin = origins.origin(of: pair)
      return ThemeFinding(
        .warning,
        in: line.members[origin.member].text.file,
        at: origin.position,
        "\(pair.onRole) on \(pair.role) is hard to read: their contrast is "
          + "\(ratio(pair.contrast)), and text needs \(ratio(leastContrast))"
      )
    }
    guard poor.count > told.count else { return told }
    let rest = poor.count - told.count
    return told + [
      ThemeFinding(
        .warning,
        in: line.members[0].text.file,
        rest == 1 ? "one more pair is hard to read" : "\(rest) more pairs are hard to read"
      )
    ]
  }

  /// With two decimals, never rounded up to what would do.
  package static func ratio(_ contrast: Double) -> String {
    let hundredths = Int((contrast * 100).rounded(.down))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
