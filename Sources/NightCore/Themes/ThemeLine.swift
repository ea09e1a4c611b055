/// A theme's file and those of its parents, up to the one that is built in.
///
/// What a theme says counts before what its parent says, for values of every kind and for the
/// palette. References are followed at the end, so that a theme which changes only the palette of
/// its parent changes each colour that stands on it.
package struct ThemeLine: Equatable, Sendable {
  package struct Member: Equatable, Sendable {
    package let text: ThemeText
    package let file: ThemeFile
  }

  /// A line of more is refused, since nobody could oversee it.
  package static let mostAncestors = 64
  /// Of all its files together, so that a theme can be worked on and told within a moment.
  static let mostValues = ThemeFileReader.mostValues
  static let mostBytes = 2 * ThemeFileReader.limits.bytes

  package private(set) var members: [Member]
  package internal(set) var findings: [ThemeFinding]
  /// Every name that was looked for, found or not: what the theme depends on.
  package private(set) var names: [String]

  /// Whether it can be used.
  package var isWhole: Bool { !findings.contains { $0.severity == .error } }

  /// Reads a theme and its parents; `find` answers nothing where there is none of that name.
  package init(_ name: String, find: (String) -> ThemeText?) {
    self.init(name) { find($0).map { ReadTheme($0) } }
  }

  /// The names that are `known` are for hints; who only looks for mistakes reads on after them.
  package init(
    _ text: ThemeText,
    known: [String] = BuiltInThemes.names,
    evenIfFlawed: Bool = false,
    find: (String) -> ThemeText?
  ) {
    var first: ReadTheme? = ReadTheme(text, evenIfFlawed: evenIfFlawed)
    self.init(text.name, known: known) { name in
      // A parent of the same name is found among the members, and never asked for.
      defer { first = nil }
      return first ?? find(name).map { ReadTheme($0, evenIfFlawed: evenIfFlawed) }
    }
  }

  /// The same with files that may have been read before.
  init(
    _ name: String,
    known: [String] = BuiltInThemes.names,
    read: (String) -> ReadTheme?
  ) {
    members = []
    findings = []
    names = [name]
    guard var next = read(name) else {
      findings = [ThemeFinding(.error, in: name, "there is no theme of this name")]
      return
    }
    var values = 0
    var bytes = 0
    while true {
      findings += next.findings
      guard let file = next.file else { return }
      values += file.palette.count + file.entries.count
      bytes += next.bytes
      guard values <= Self.mostValues, bytes <= Self.mostBytes else {
        let message =
          "it and its parents hold too much: at most \(Self.mostValues) values and "
          + "\(Self.mostBytes >> 20) MiB together"
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

  /// Each line ends with the theme that is built in for its style.
  private func parent(of text: ThemeText, _ file: ThemeFile) -> String? {
    if let parent = file.parent { return parent }
    let root = Appearance.builtInTheme(file.style)
    return text.origin == .builtIn && text.name == root ? nil : root
  }

  private mutating func parent(
    _ name: String,
    of text: ThemeText,
    _ file: ThemeFile,
    _ known: [String],
    _ read: (String) -> ReadTheme?
  ) -> ReadTheme? {
    func refuse(_ message: String) {
      findings.append(ThemeFinding(.error, in: text.file, at: file.parentPosition, message))
    }
    if let start = members.firstIndex(where: { $0.text.name.isSameText(as: name) }) {
      let loop = ThemeFinding.loop(members[start...].map(\.text.name) + [name])
      refuse("its parents go round in a loop: \(loop)")
      return nil
    }
    guard members.count <= Self.mostAncestors else {
      refuse("it has more than \(Self.mostAncestors) parents, one above the other")
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
      refuse("its parent \(RuleFlaw.quoted(name)) is not there" + RuleFlaw.meant(meant))
      return nil
    }
    return found
  }
}
