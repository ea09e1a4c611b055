/// Which theme of a line decides what a colour is, and where.
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

  /// The nearest theme that has a say in the pair, and the last place where it does.
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
    // In no more steps than there are names: whoever asks has been told of loops.
    for _ in 0...palette.count {
      guard case .reference(let name) = next.base, let mixed = palette[name] else { break }
      if mixed.member < nearest.member { nearest = (mixed.member, mixed.term.position) }
      next = mixed.term
    }
    return nearest
  }
}
