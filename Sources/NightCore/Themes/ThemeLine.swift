/// A theme's file and the files of its ancestors, up to a built-in theme.
///
/// Values and palette colours of a theme override those of its parent. References are resolved
/// after inheritance. A theme that overrides nothing but a palette colour therefore changes every
/// value that refers to that colour.
package struct ThemeLine: Equatable, Sendable {
  package struct Member: Equatable, Sendable {
    package let text: ThemeText
    package let file: ThemeFile
  }

  /// The maximum number of ancestors of a theme; people could not keep track of more.
  package static let maximumAncestors = 64
  /// The limits for a theme's file and its ancestors' files together, so that a theme can be loaded
  /// and sent quickly.
  static let maximumValues = ThemeFileReader.maximumValues
  static let maximumBytes = 2 * ThemeFileReader.limits.bytes

  package private(set) var members: [Member]
  package internal(set) var findings: [ThemeFinding]
  /// The names of all themes that were looked up, even those that were not found; the theme depends
  /// on each of them.
  package private(set) var names: [String]

  /// Whether the theme can be used.
  package var isValid: Bool { !findings.contains { $0.severity == .error } }

  /// Reads a theme and its parents; `find` returns nil if no theme has the requested name.
  package init(_ name: String, find: (String) -> ThemeText?) {
    self.init(name) { find($0).map { ParsedTheme($0) } }
  }

  /// Reads a theme and its parents.
  ///
  /// Messages may suggest the names in `known`. With `evenIfFlawed`, reading continues after an
  /// error, to find more errors.
  package init(
    _ text: ThemeText,
    known: [String] = BuiltInThemes.names,
    evenIfFlawed: Bool = false,
    find: (String) -> ThemeText?
  ) {
    var first: ParsedTheme? = ParsedTheme(text, evenIfFlawed: evenIfFlawed)
    self.init(text.name, known: known) { name in
      // Only the first call of this closure returns the theme itself. A parent with the same name
      // is reported as a loop, and is never requested.
      defer { first = nil }
      return first ?? find(name).map { ParsedTheme($0, evenIfFlawed: evenIfFlawed) }
    }
  }

  /// Reads a theme and its parents, some of whose files may be parsed already.
  init(
    _ name: String,
    known: [String] = BuiltInThemes.names,
    read: (String) -> ParsedTheme?
  ) {
    members = []
    findings = []
    names = [name]
    guard var next = read(name) else {
      findings = [ThemeFinding(.error, in: name, "no theme has this name")]
      return
    }
    var values = 0
    var bytes = 0
    while true {
      findings += next.findings
      guard let file = next.file else { return }
      values += file.palette.count + file.entries.count
      bytes += next.bytes
      guard values <= Self.maximumValues, bytes <= Self.maximumBytes else {
        let message =
          "it and its parents are too large: at most \(Self.maximumValues) values and "
          + "\(Self.maximumBytes >> 20) MiB together"
        let file = members.first?.text.file ?? next.text.file
        findings.append(ThemeFinding(.error, in: file, message))
        return
      }
      members.append(Member(text: next.text, file: file))
      guard let name = parent(of: next.text, file) else { return }
      guard let found = parent(name, of: next.text, file, known, read) else { return }
      next = found
    }
  }

  /// The name of the theme that follows in the chain: the parent, or the built-in theme.
  ///
  /// The style of the chain's first theme decides which built-in theme follows, even if a parent
  /// has another style. Returns nil if `text` is the built-in theme that ends the chain.
  private func parent(of text: ThemeText, _ file: ThemeFile) -> String? {
    if let parent = file.parent { return parent }
    let root = (members.first?.file ?? file).style.builtInTheme
    return text.origin == .builtIn && text.name == root ? nil : root
  }

  private mutating func parent(
    _ name: String,
    of text: ThemeText,
    _ file: ThemeFile,
    _ known: [String],
    _ read: (String) -> ParsedTheme?
  ) -> ParsedTheme? {
    func refuse(_ message: String) {
      findings.append(ThemeFinding(.error, in: text.file, at: file.parentPosition, message))
    }
    if let start = members.firstIndex(where: { $0.text.name.isSameText(as: name) }) {
      let loop = ThemeFinding.loop(members[start...].map(\.text.name) + [name])
      refuse("its parents form a loop: \(loop)")
      return nil
    }
    guard members.count <= Self.maximumAncestors else {
      refuse("it has more than \(Self.maximumAncestors) ancestors")
      return nil
    }
    names.append(name)
    guard let found = read(name) else {
      let isFile = name.hasSuffix(".json5")
      let stem = isFile ? String(name.dropLast(6)) : name
      let others = known.filter { !$0.isSameText(as: text.name) }
      let meant =
        isFile && read(stem) != nil
        ? stem
        : ThemeName.meant(by: stem, among: others) ?? ThemeFinding.nearest(stem, among: others)
      refuse(
        "its parent \(MessageText.quoted(name)) does not exist" + MessageText.didYouMean(meant)
      )
      return nil
    }
    return found
  }
}

extension ThemeLine {
  /// The theme with all inherited values; nil if a file or a reference is wrong.
  ///
  /// Adds the errors to `findings`.
  package mutating func resolve() -> Theme? {
    // If a parent is missing, nightd cannot know which names exist, so do not check names.
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
          .init(entry.key, value, description: entry.description, definedBy: member.text.name)
        )
      }
    }
    checkReferences(entries, seen)
    guard isValid else { return nil }
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

  /// The folder of each theme's images, and for each image file a string that changes when the file
  /// changes; the keys are theme names.
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
          addMissingColor(name, of: member, term.position, among: palette.keys)
          return nil
        }
        return .color(color.faded(term.alpha))
      }
    }
  }

  private mutating func addMissingColor(
    _ name: String,
    of member: Member,
    _ position: Position,
    among palette: some Collection<String>
  ) {
    // A file may have many mistakes and finding similar names takes time, so limit the search.
    guard findings.count < Self.maximumFindings else { return }
    let role = ThemeKey(.color, name)
    guard !members.contains(where: { $0.file.entries.contains { $0.key == role } }) else {
      add(member, position, "\(name) is a role, but @ refers to a colour of the palette")
      return
    }
    let meant = ThemeFinding.nearest(name, among: palette).map { "@" + $0 }
    add(
      member,
      position,
      "the palette has no colour \(MessageText.quoted(name))" + MessageText.didYouMean(meant)
    )
  }

  private static let maximumFindings = 2 * ThemeFinding.maximumCount

  private mutating func add(
    _ member: Member,
    _ position: Position?,
    _ message: @autoclosure () -> String
  ) {
    guard findings.count < Self.maximumFindings else { return }
    findings.append(ThemeFinding(.error, in: member.text.file, at: position, message()))
  }

  /// Checks that style sheets refer only to existing values, so that typing errors are noticed.
  private mutating func checkReferences(_ entries: [Theme.Entry], _ keys: Set<ThemeKey>) {
    for entry in entries {
      guard case .sheet(let sheet) = entry.value else { continue }
      let types = ThemeSheet.fields(of: entry.key.kind)
      for (index, field) in sheet.fields.enumerated() {
        guard case .reference(let name) = field.value,
          case .reference(let kind)? = types.first(where: { $0.name == field.name })?.type,
          !keys.contains(ThemeKey(kind, name))
        else { continue }
        guard findings.count < Self.maximumFindings else { return }
        let member = members.first { $0.text.name == entry.definedBy } ?? members[0]
        let written = member.file.entries.first { $0.key == entry.key }
        let position =
          written.flatMap { index < $0.fields.count ? $0.fields[index] : $0.position }
        let known = keys.lazy.filter { $0.kind == kind }.map(\.name)
        add(
          member,
          position,
          "the \(entry.key.kind.rawValue)'s \(field.name) is \(MessageText.quoted(name)), which is "
            + "not one of the theme's \(kind.section)"
            + MessageText.didYouMean(ThemeFinding.nearest(name, among: Array(known)))
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

  /// The palette, with its references resolved by a loop instead of recursion.
  private mutating func palette() -> [String: Color] {
    var mixes: [String: Mix] = [:]
    for (index, member) in members.enumerated() {
      for entry in member.file.palette where mixes[entry.name] == nil {
        mixes[entry.name] = Mix(term: entry.term, member: index)
      }
    }
    // Follow the references in the order of the files, because this order decides which loop is
    // reported.
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
          add(members[mix.member], mix.term.position, "the palette has a loop: \(loop)")
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
          let known = mixes.count <= ThemeFinding.maximumCount ? mixes.keys.filter { $0 != at } : []
          addMissingColor(next, of: members[mix.member], mix.term.position, among: known)
        }
        at = next
      }
    }
    guard var color = found else { return }
    // Apply the alpha of each reference on the way to the colour, beginning with the last
    // reference.
    for step in trail.reversed() {
      guard let mix = mixes[step] else { continue }
      color = color.faded(mix.term.alpha)
      mixes[step]?.color = color
    }
  }
}
