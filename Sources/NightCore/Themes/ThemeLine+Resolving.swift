extension ThemeLine {
  /// The theme with all that it inherits; nothing where a file or a reference is wrong.
  ///
  /// What is found wrong comes to the findings.
  package mutating func resolve() -> Theme? {
    // Without all parents nobody knows what is there to be named.
    guard let first = members.first, members.last?.text.origin == .builtIn else { return nil }
    let palette = palette()
    var seen: Set<ThemeKey> = []
    seen.reserveCapacity(members.reduce(0) { $0 + $1.file.entries.count })
    var entries: [Theme.Entry] = []
    entries.reserveCapacity(seen.capacity)
    for member in members {
      for entry in member.file.entries where seen.insert(entry.key).inserted {
        guard let value = value(entry, of: member, palette) else { continue }
        entries.append(
          .init(entry.key, value, description: entry.description, giver: member.text.name)
        )
      }
    }
    checkReferences(entries, seen)
    guard isWhole else { return nil }
    return Theme(
      name: first.text.name,
      style: first.file.style,
      origin: first.text.origin,
      description: first.file.description,
      author: first.file.author,
      ancestors: members.dropFirst().map(\.text.name),
      entries: entries,
      digest: first.text.origin == .builtIn
        ? "" : ThemeDigest.of(first.file.style, entries, pictures()),
      folders: Dictionary(
        members.compactMap { member in member.text.folder.map { (member.text.name, $0) } },
        uniquingKeysWith: { first, _ in first }
      )
    )
  }

  /// What tells the pictures of each theme of the line from what they were: where they stand, and
  /// their marks.
  private func pictures() -> [String: ThemeDigest.Pictures] {
    var pictures: [String: ThemeDigest.Pictures] = [:]
    for member in members {
      guard let folder = member.text.folder else { continue }
      pictures[member.text.name] = .init(folder: folder, marks: member.text.marks)
    }
    return pictures
  }

  private mutating func value(
    _ entry: ThemeFile.Entry,
    of member: Member,
    _ palette: [String: Color]
  ) -> ThemeValue? {
    switch entry.written {
    case .value(let value): return value
    case .color(let term):
      switch term.base {
      case .color(let color): return .color(color.faded(term.alpha))
      case .reference(let name):
        guard let color = palette[name] else {
          addLacking(name, of: member, term.position, among: palette.keys)
          return nil
        }
        return .color(color.faded(term.alpha))
      }
    }
  }

  private mutating func addLacking(
    _ name: String,
    of member: Member,
    _ position: Position,
    among palette: some Collection<String>
  ) {
    // Each search takes time, and a file may be full of slips.
    guard findings.count < Self.mostFindings else { return }
    let role = ThemeKey(.color, name)
    guard !members.contains(where: { $0.file.entries.contains { $0.key == role } }) else {
      add(member, position, "\(name) is a role, and @ names a colour of the palette")
      return
    }
    let meant = ThemeFinding.nearest(name, among: palette).map { "@" + $0 }
    add(
      member,
      position,
      "the palette has no colour \(RuleFlaw.quoted(name))" + RuleFlaw.meant(meant)
    )
  }

  private static let mostFindings = 2 * ThemeFinding.most

  private mutating func add(
    _ member: Member,
    _ position: Position?,
    _ message: @autoclosure () -> String
  ) {
    guard findings.count < Self.mostFindings else { return }
    findings.append(ThemeFinding(.error, in: member.text.file, at: position, message()))
  }

  /// What the sheets name must be there; a picture of a slip that shows nothing would be worse.
  private mutating func checkReferences(_ entries: [Theme.Entry], _ keys: Set<ThemeKey>) {
    for entry in entries {
      guard case .sheet(let sheet) = entry.value else { continue }
      let takings = ThemeSheet.fields(of: entry.key.kind)
      for (index, field) in sheet.fields.enumerated() {
        guard case .reference(let name) = field.value,
          case .reference(let kind)? = takings.first(where: { $0.name == field.name })?.taking,
          !keys.contains(ThemeKey(kind, name))
        else { continue }
        guard findings.count < Self.mostFindings else { return }
        let member = members.first { $0.text.name == entry.giver } ?? members[0]
        let written = member.file.entries.first { $0.key == entry.key }
        let position =
          written.flatMap { index < $0.fields.count ? $0.fields[index] : $0.position }
        let known = keys.lazy.filter { $0.kind == kind }.map(\.name)
        add(
          member,
          position,
          "the \(entry.key.kind.rawValue)'s \(field.name) is \(RuleFlaw.quoted(name)), which is "
            + "none of the theme's \(kind.section)"
            + RuleFlaw.meant(ThemeFinding.nearest(name, among: Array(known)))
        )
      }
    }
  }
}

// MARK: - The palette

extension ThemeLine {
  private struct Mix {
    let term: ThemeFile.ColorTerm
    let member: Int
    var color: Color?
    var isOpen = false
  }

  /// Each colour with its references followed, without taking a level of stack for each.
  private mutating func palette() -> [String: Color] {
    var mixes: [String: Mix] = [:]
    for (index, member) in members.enumerated() {
      for entry in member.file.palette where mixes[entry.name] == nil {
        mixes[entry.name] = Mix(term: entry.term, member: index)
      }
    }
    // In an order that does not change from run to run, since it decides what is said of a loop.
    for member in members {
      for entry in member.file.palette { follow(entry.name, in: &mixes) }
    }
    return mixes.compactMapValues(\.color)
  }

  private mutating func follow(_ name: String, in mixes: inout [String: Mix]) {
    var trail: [String] = []
    var at = name
    var found: Color?
    walk: while let mix = mixes[at] {
      if let color = mix.color {
        found = color
        break
      }
      if mix.isOpen {
        if let start = trail.firstIndex(of: at) {
          let loop = ThemeFinding.loop((trail[start...] + [at]).map { "@" + $0 })
          add(members[mix.member], mix.term.position, "the palette goes round in a loop: \(loop)")
        }
        break
      }
      trail.append(at)
      mixes[at]?.isOpen = true
      switch mix.term.base {
      case .color(let color):
        found = color
        break walk
      case .reference(let next):
        if mixes[next] == nil {
          let known = mixes.count <= ThemeFinding.most ? mixes.keys.filter { $0 != at } : []
          addLacking(next, of: members[mix.member], mix.term.position, among: known)
        }
        at = next
      }
    }
    guard var color = found else { return }
    // Back from the colour to the name that was asked for.
    for step in trail.reversed() {
      guard let mix = mixes[step] else { continue }
      color = color.faded(mix.term.alpha)
      mixes[step]?.color = color
    }
  }
}
