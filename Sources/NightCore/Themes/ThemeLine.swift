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

  package private(set) var members: [Member]
  package internal(set) var findings: [ThemeFinding]
  /// Every name that was looked for, found or not: what the theme depends on.
  package private(set) var names: [String]

  /// Whether it can be used.
  package var isWhole: Bool { !findings.contains { $0.severity == .error } }

  /// Reads a theme and its parents; `find` answers nothing where there is none of that name.
  package init(_ name: String, find: (String) -> ThemeText?) {
    if let text = find(name) {
      self.init(text, find: find)
    } else {
      self.init(lacking: name)
    }
  }

  private init(lacking name: String) {
    members = []
    names = [name]
    findings = [ThemeFinding(.error, in: name, "there is no theme of this name")]
  }

  package init(_ text: ThemeText, find: (String) -> ThemeText?) {
    members = []
    findings = []
    names = []
    var next = text
    while true {
      names.append(next.name)
      guard let file = read(next) else { return }
      members.append(Member(text: next, file: file))
      guard let name = parent(of: next, file) else { return }
      guard let found = parent(name, of: next, file, find) else { return }
      next = found
    }
  }

  private mutating func read(_ text: ThemeText) -> ThemeFile? {
    switch text.content {
    case .flawed(let why):
      findings.append(ThemeFinding(.error, in: text.file, "it \(why)"))
      return nil
    case .bytes(let bytes):
      var reader = ThemeFileReader(file: text.file, assets: text.assets)
      let file = reader.read(bytes, named: text.name)
      findings += reader.findings
      return file
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
    _ find: (String) -> ThemeText?
  ) -> ThemeText? {
    func refuse(_ message: String) {
      findings.append(ThemeFinding(.error, in: text.file, at: file.parentPosition, message))
    }
    if let start = members.firstIndex(where: { $0.text.name.isSameText(as: name) }) {
      let loop = (members[start...].map(\.text.name) + [name]).joined(separator: " → ")
      refuse("its parents go round in a loop: \(loop)")
      return nil
    }
    guard members.count <= Self.mostAncestors else {
      refuse("it has more than \(Self.mostAncestors) parents, one above the other")
      return nil
    }
    guard let found = find(name) else {
      names.append(name)
      refuse("its parent \(RuleFlaw.quoted(name)) is not there")
      return nil
    }
    return found
  }
}
