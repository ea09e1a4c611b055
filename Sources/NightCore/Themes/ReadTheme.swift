/// A theme's file as it was read, with what is wrong with it.
struct ReadTheme {
  /// Without the file's bytes, which nobody needs any more.
  let text: ThemeText
  let bytes: Int
  /// Nothing where it cannot be used.
  let file: ThemeFile?
  let findings: [ThemeFinding]

  /// Who only looks for mistakes takes what a flawed file says too.
  init(_ text: ThemeText, evenIfFlawed: Bool = false) {
    var read = text
    switch text.content {
    case .flawed(let why):
      bytes = 0
      file = nil
      findings = [ThemeFinding(.error, in: text.file, "it \(why)")]
    case .bytes(let content):
      var reader = ThemeFileReader(file: text.file, assets: text.assets, links: text.links)
      bytes = content.count
      let whole = reader.read(content, named: text.name)
      file = evenIfFlawed ? whole ?? reader.draft : whole
      findings = reader.findings
      read.content = .bytes([])
    }
    self.text = read
  }
}

extension ThemeFile {
  /// Whether nothing in it stands on what a parent would have to give.
  var standsAlone: Bool {
    guard parent.map({ BuiltInThemes.fact($0) != nil }) ?? true else { return false }
    var names: Set<String> = []
    for entry in palette {
      guard case .color = entry.term.base else { return false }
      names.insert(entry.name)
    }
    return entries.allSatisfy { entry in
      switch entry.written {
      case .value(.sheet): false
      case .value: true
      case .color(let term):
        switch term.base {
        case .color: true
        case .reference(let name): names.contains(name)
        }
      }
    }
  }
}
