import NightCore

/// Properties of nightd's theme files, of what they inherit, and of exported files.
enum ThemeFiles {
  private static let assets: Set<String> = ["a.png", "a@2x.png", "down.png"]
  private static let builtIn = BuiltInThemes.names.compactMap(BuiltInThemes.text)

  /// Splits the bytes into up to four files at each NUL, which no file may contain.
  ///
  /// Each of the files may name another as its parent.
  static func run(_ bytes: [UInt8]) throws(Finding) {
    let parts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
    var texts: [ThemeText] = []
    for (index, part) in parts.enumerated() {
      let name = name(of: Array(part), else: "x\(index)")
      guard !texts.contains(where: { $0.name.isSameText(as: name) }) else { continue }
      texts.append(text(name, "f\(index)", Array(part)))
    }
    let listed = ThemeSummary.all(texts + Self.builtIn) { find($0, in: texts) }
    let places = places(texts)
    var sources: [ThemeExport.Source] = []
    for (text, listed) in zip(texts, listed) {
      var line = ThemeLine(text) { find($0, in: texts) }
      if let file = line.members.first?.file { try ThemeForms.own(file, assets) }
      let theme = line.resolve()
      // Each file may have at most a hundred findings of each kind, and so may all files together.
      try ThemeFindings.check(line.findings, in: places, most: 100 * (line.names.count + 2))
      try assure((theme != nil) == line.isValid, "\(text.name) is \(line.findings)")
      try assure(
        (theme != nil) == (listed.flaw == nil),
        "\(text.name) is listed as \(listed)"
      )
      guard let theme else { continue }
      try whole(theme)
      // A finding about something missing has no position.
      let looks = ThemeCheck.findings(line, theme).filter { $0.position != nil }
      try ThemeFindings.check(looks, in: places, most: .max)
      if let source = ThemeExport.Source(&line) { sources.append(source) }
    }
    try ThemeForms.all(sources)
  }

  /// The name that the file states, if this name is valid.
  private static func name(of bytes: [UInt8], else name: String) -> String {
    guard let root = try? JSONReader.read(bytes),
      case .string(let own)? = root["name"]?.value, ThemeName.flaw(own) == nil,
      BuiltInThemes.text(own) == nil
    else { return name }
    return own
  }

  private static func text(_ name: String, _ file: String, _ bytes: [UInt8]) -> ThemeText {
    ThemeText(name: name, origin: .user, file: file, content: .bytes(bytes), assets: assets)
  }

  private static func find(_ name: String, in texts: [ThemeText]) -> ThemeText? {
    texts.first { $0.name.isSameText(as: name) } ?? BuiltInThemes.text(name)
  }

  private static func places(_ texts: [ThemeText]) -> [String: TextPlaces] {
    var places: [String: TextPlaces] = [:]
    for text in texts {
      guard case .bytes(let bytes) = text.content else { continue }
      places[text.file] = TextPlaces(of: bytes)
    }
    return places
  }

  /// Checks every theme that can be used.
  private static func whole(_ theme: Theme) throws(Finding) {
    let keys = Set(theme.entries.map(\.key))
    try assure(keys.count == theme.entries.count, "\(theme.name) says something twice")
    for entry in theme.entries {
      if case .color(let color) = entry.value {
        try assure(Colors.isShown(color), "\(entry.key.name) of \(theme.name) is \(color)")
      }
      try assure(
        entry.definedBy == theme.name || theme.ancestors.contains(entry.definedBy),
        "\(entry.key.name) comes from \(entry.definedBy)"
      )
    }
    for pair in ThemeCheck.pairs(theme) {
      try assure((1...21.000_001).contains(pair.contrast), "\(pair)")
    }
    try assure(theme.accent.map { $0.alpha == 1 } ?? true, "an accent that shines through")
  }
}
