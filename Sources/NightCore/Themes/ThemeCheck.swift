/// Finds probable mistakes in a theme that can be used.
package enum ThemeCheck {
  /// The minimum contrast of WCAG 2 between text and its background.
  package static let leastContrast = 4.5

  /// A background colour and its text colour, such as `surface` and `onSurface`.
  package struct Pair: Equatable, Sendable {
    package let role: String
    package let onRole: String
    package let contrast: Double
  }

  /// The theme's pairs of a background and a text colour, in the order of the background roles.
  ///
  /// Transparent colours are painted over the theme's background first.
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

  /// The text role that belongs to a background role, such as `onSurface` for `surface`.
  static func onRole(_ role: String) -> String? {
    guard let first = role.utf8.first, (0x61...0x7A).contains(first) else { return nil }
    return "on" + MessageText.capitalized(role)
  }

  /// The warnings about a theme.
  ///
  /// If a parent causes a warning, the warning mentions the parent's file.
  package static func findings(_ line: ThemeLine, _ theme: Theme) -> [ThemeFinding] {
    guard let own = line.members.first else { return [] }
    return unreadable(line, theme) + misspelt(own, line) + missing(own, line) + unused(own, line)
  }

  private static func unreadable(_ line: ThemeLine, _ theme: Theme) -> [ThemeFinding] {
    let poor = pairs(theme).filter { $0.contrast < leastContrast }
    guard !poor.isEmpty else { return [] }
    let origins = ColorOrigins(line, theme)
    let told = poor.prefix(ThemeFinding.maximumCount).map { pair in
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
        rest == 1
          ? "one more pair of colours is hard to read"
          : "\(rest) more pairs of colours are hard to read"
      )
    ]
  }

  /// A contrast with two decimals, rounded down, so that a contrast below the limit never looks
  /// sufficient.
  package static func ratio(_ contrast: Double) -> String {
    let hundredths = Int((contrast * 100).rounded(.down))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// Warnings about probable typing errors in names, and about missing and unused names.
extension ThemeCheck {
  /// Warnings about unknown roles that resemble a known role, and about text roles without a
  /// background role.
  package static func misspelt(_ own: ThemeLine.Member, _ line: ThemeLine) -> [ThemeFinding] {
    let parents = line.members.dropFirst()
    guard let root = parents.last else { return [] }
    let roles = Set(parents.flatMap { colors(of: $0) }), names = Set(colors(of: own))
    let stray = own.file.entries.filter { $0.key.kind == .color && !roles.contains($0.key.name) }
    // If a theme has more unknown roles than the maximum number of findings, the author must have
    // intended them, and comparing all of them would take too long.
    guard stray.count <= ThemeFinding.maximumCount else { return [] }
    let known = roles.count <= ThemeFinding.maximumCount ? roles.sorted() : colors(of: root)
    return stray.compactMap { entry in
      let name = entry.key.name, partner = below(name)
      let isPair = [onRole(name), partner].contains { $0.map(names.contains) ?? false }
      if !isPair, let meant = meant(by: name, among: known) {
        let other = parents.count > 1 ? " or of its parents" : ""
        return ThemeFinding(
          .warning,
          in: own.text.file,
          at: entry.position,
          "\(name) is not a role of the built-in themes\(other)" + MessageText.didYouMean(meant)
        )
      }
      guard let partner, !names.contains(partner), !roles.contains(partner) else { return nil }
      // Material's `onPrimaryFixedVariant`, for example, is a second text colour on `primaryFixed`.
      if partner.hasSuffix("Variant"), names.contains(String(partner.dropLast(7))) { return nil }
      return ThemeFinding(
        .warning,
        in: own.text.file,
        at: entry.position,
        "\(name) is the text colour on \(partner), but there is no \(partner)"
      )
    }
  }

  private static func colors(of member: ThemeLine.Member) -> [String] {
    member.file.entries.map(\.key).filter { $0.kind == .color }.map(\.name)
  }

  /// The background role that belongs to a text role, such as `surface` for `onSurface`.
  private static func below(_ role: String) -> String? {
    let rest = role.dropFirst(2)
    guard role.hasPrefix("on"), let first = rest.utf8.first, (0x41...0x5A).contains(first) else {
      return nil
    }
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }

  private static func meant(by name: String, among known: [String]) -> String? {
    let folded = MessageText.lowercased(name)
    if let same = known.first(where: { MessageText.lowercased($0) == folded }) { return same }
    // Suggest nothing for a short name, which resembles many names, or for a name such as
    // `surface2` or `surfaceDim`, which is a variant of `surface`.
    let isMore = known.contains { role in
      guard name.hasPrefix(role), let next = name.utf8.dropFirst(role.utf8.count).first else {
        return false
      }
      return !(0x61...0x7A).contains(next)
    }
    return name.utf8.count < 5 || isMore ? nil : NearestWord.to(name, among: known)
  }

  // MARK: - Missing

  /// A warning about inherited roles that the theme should define itself.
  ///
  /// The warning lists roles from themes of the other style, because their colours hardly suit this
  /// theme. If the file declares no parent, the built-in theme's roles are listed too.
  package static func missing(_ own: ThemeLine.Member, _ line: ThemeLine) -> [ThemeFinding] {
    var known = Set(own.file.entries.map(\.key))
    var parts: [String] = []
    for parent in line.members.dropFirst() {
      let roles = parent.file.entries.map(\.key)
        .filter { $0.kind == .color && known.insert($0).inserted }.map(\.name)
      let isOther = parent.file.style != own.file.style
      let isRoot =
        parent.text.origin == .builtIn && own.file.parent == nil && !isWholeScheme(own.file)
      guard isOther || isRoot, !roles.isEmpty else { continue }
      parts.append(
        "\(list(roles)), inherited from \(parent.text.name)"
          + (isOther ? ", a \(parent.file.style.rawValue) theme" : "")
      )
    }
    guard !parts.isEmpty else { return [] }
    return [
      ThemeFinding(
        .warning,
        in: own.text.file,
        at: own.file.parentPosition,
        "it does not define " + parts.joined(separator: "; nor ")
      )
    ]
  }

  /// Whether the palette is a whole base16 scheme; if so, no colour of it is reported as unused.
  private static func isWholeScheme(_ file: ThemeFile) -> Bool {
    let names = Set(file.palette.map(\.name))
    return Base16.sixteen.allSatisfy(names.contains)
  }

  // MARK: - Unused

  package static func unused(_ own: ThemeLine.Member, _ line: ThemeLine) -> [ThemeFinding] {
    var used: Set<String> = isWholeScheme(own.file) ? Set(Base16.twentyFour) : []
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
    let idle = own.file.palette.filter { !used.contains($0.name) }
    guard let first = idle.first else { return [] }
    return [
      ThemeFinding(
        .warning,
        in: own.text.file,
        at: first.term.position,
        "nothing uses \(list(idle.map { "@" + $0.name })) of the palette"
      )
    ]
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}

/// Finds which theme decides a colour (the theme itself or an ancestor), and the colour's position
/// in that theme's file.
struct ColorOrigins {
  typealias Origin = (member: Int, position: Position?)

  private var entries: [String: (member: Int, entry: ThemeFile.Entry)] = [:]
  private var palette: [String: (member: Int, term: ThemeFile.ColorTerm)] = [:]
  private var colors: [String: Color] = [:]

  init(_ line: ThemeLine, _ theme: Theme) {
    for (index, member) in line.members.enumerated() {
      for entry in member.file.entries
      where entry.key.kind == .color && entries[entry.key.name] == nil {
        entries[entry.key.name] = (index, entry)
      }
      for entry in member.file.palette where palette[entry.name] == nil {
        palette[entry.name] = (index, entry.term)
      }
    }
    for entry in theme.entries {
      if case .color(let color) = entry.value { colors[entry.key.name] = color }
    }
  }

  /// The first theme in the chain of parents with a value that affects this pair of colours, and
  /// the position of the last such value in that theme's file.
  func origin(of pair: ThemeCheck.Pair) -> Origin {
    var roles = [pair.role, pair.onRole]
    if roles.contains(where: { colors[$0].map { $0.alpha < 1 } ?? false }) {
      roles += ["background", "surface"]
    }
    let all = roles.compactMap(origin)
    guard let nearest = all.map(\.member).min() else { return (0, nil) }
    let last = all.filter { $0.member == nearest }.map(\.position)
      .max { ($0.line, $0.column) < ($1.line, $1.column) }
    return (nearest, last)
  }

  private func origin(of role: String) -> (member: Int, position: Position)? {
    guard let found = entries[role], case .color(let term) = found.entry.written else {
      return nil
    }
    var nearest = (member: found.member, position: found.entry.position)
    var next = term
    // The caller has excluded loops of references, so one step for each name in the palette is
    // enough.
    for _ in 0...palette.count {
      guard case .reference(let name) = next.base, let mixed = palette[name] else { break }
      if mixed.member < nearest.member { nearest = (mixed.member, mixed.term.position) }
      next = mixed.term
    }
    return nearest
  }
}
