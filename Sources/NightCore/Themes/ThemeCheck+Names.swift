/// Names that were probably meant otherwise, or that are missing.
extension ThemeCheck {
  /// Roles that nobody asks for, and that are nearly called like one of those that are.
  static func strange(_ own: ThemeLine.Member, _ line: ThemeLine) -> [ThemeFinding] {
    let parents = line.members.dropFirst()
    guard let root = parents.last else { return [] }
    let roles = Set(parents.flatMap { colors(of: $0) }), names = Set(colors(of: own))
    let stray = own.file.entries.filter { $0.key.kind == .color && !roles.contains($0.key.name) }
    // A theme of very many names has its own, and each comparison takes time.
    guard stray.count <= ThemeFinding.most else { return [] }
    let known = roles.count <= ThemeFinding.most ? roles.sorted() : colors(of: root)
    return stray.compactMap { entry in
      let name = entry.key.name, partner = below(name)
      let isPair = [onRole(name), partner].contains { $0.map(names.contains) ?? false }
      if !isPair, let meant = meant(by: name, among: known) {
        let other = parents.count > 1 ? " or of its parents" : ""
        return ThemeFinding(
          .warning,
          in: own.text.file,
          at: entry.position,
          "\(name) is no role of the built-in themes\(other)" + RuleFlaw.meant(meant)
        )
      }
      guard let partner, !names.contains(partner), !roles.contains(partner) else { return nil }
      return ThemeFinding(
        .warning,
        in: own.text.file,
        at: entry.position,
        "\(name) is what is written on \(partner), and there is no \(partner)"
      )
    }
  }

  private static func colors(of member: ThemeLine.Member) -> [String] {
    member.file.entries.map(\.key).filter { $0.kind == .color }.map(\.name)
  }

  /// `surface` for `onSurface`.
  private static func below(_ role: String) -> String? {
    let rest = role.dropFirst(2)
    guard role.hasPrefix("on"), let first = rest.utf8.first, (0x41...0x5A).contains(first) else {
      return nil
    }
    return rest.prefix(1).lowercased() + rest.dropFirst()
  }

  private static func meant(by name: String, among known: [String]) -> String? {
    let folded = RuleFlaw.lower(name)
    if let same = known.first(where: { RuleFlaw.lower($0) == folded }) { return same }
    // Short names are near to any, and `surface2` or `surfaceDim` is one more of its kind.
    let isMore = known.contains { role in
      guard name.hasPrefix(role), let next = name.utf8.dropFirst(role.utf8.count).first else {
        return false
      }
      return !(0x61...0x7A).contains(next)
    }
    return name.utf8.count < 5 || isMore ? nil : NearestWord.to(name, among: known)
  }

  // MARK: - Missing

  /// Colours that come from a theme of the other style would hardly suit this one.
  static func missing(_ own: ThemeLine.Member, _ line: ThemeLine) -> [ThemeFinding] {
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
        "\(list(roles)), which it takes from \(parent.text.name)"
          + (isOther ? ", a \(parent.file.style.rawValue) theme" : "")
      )
    }
    guard !parts.isEmpty else { return [] }
    return [
      ThemeFinding(
        .warning,
        in: own.text.file,
        at: own.file.parentPosition,
        "it does not say " + parts.joined(separator: "; nor ")
      )
    ]
  }

  /// Whether it has a palette of base16, which is whole whatever is used of it.
  private static func isWholeScheme(_ file: ThemeFile) -> Bool {
    let names = Set(file.palette.map(\.name))
    return Base16.sixteen.allSatisfy(names.contains)
  }

  // MARK: - Unused

  static func unused(_ own: ThemeLine.Member, _ line: ThemeLine) -> [ThemeFinding] {
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
