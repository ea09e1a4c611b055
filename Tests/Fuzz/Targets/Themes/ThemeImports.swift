import NightCore

/// Properties of themes that are imported from other programs' files.
enum ThemeImports {
  static func table(_ bytes: [UInt8]) throws(Finding) {
    try check(bytes) { ColorTable.read(bytes, file: "t", style: $0) }
  }

  static func appTheme(_ bytes: [UInt8]) throws(Finding) {
    try check(bytes) { AppThemeFile.read(bytes, file: "t", style: $0) }
  }

  static func base16(_ bytes: [UInt8]) throws(Finding) {
    guard let tree = try? JSONReader.read(bytes) else { return }
    try check(bytes) { Base16.read(tree, named: "sea", file: "t", style: $0) }
  }

  private static func check(
    _ bytes: [UInt8],
    read: (Style?) -> ThemeImport
  ) throws(Finding) {
    let places = ["t": TextPlaces(of: bytes)]
    let silent = read(nil), dark = read(.dark)
    for result in [silent, dark] {
      try ThemeFindings.check(result.findings, in: places, most: 100)
      try assure(result.isValid == !result.themes.isEmpty, "taken in part: \(result.findings)")
      for theme in result.themes.prefix(8) { try ThemeForms.own(theme, []) }
    }
    try assure(!silent.isValid || dark.isValid, "who says a style is refused: \(dark.findings)")
    if silent.isValid { try same(silent.themes, dark.themes) }
    let texts = dark.themes.map { theme in
      ThemeText(
        name: theme.name,
        origin: .user,
        file: theme.name,
        content: .bytes(Array(theme.text.utf8))
      )
    }
    var sources: [ThemeExport.Source] = []
    for text in texts.prefix(8) {
      if let source = try source(text, of: texts) { sources.append(source) }
    }
    try ThemeForms.all(sources)
  }

  /// If the user gives the style of an import, nothing else in the theme may change.
  private static func same(_ silent: [ThemeFile], _ said: [ThemeFile]) throws(Finding) {
    try assure(silent.count == said.count, "\(said.count) of \(silent.count) themes")
    for (one, other) in zip(silent, said) {
      var one = one
      one.style = other.style
      try assure(one == other, "\(one.text)\nbecomes\n\(other.text)")
    }
  }

  /// An imported theme can be used, together with its parents from the same file.
  ///
  /// The two exceptions, which nightctl reports, are a built-in name and too many parents.
  private static func source(
    _ text: ThemeText,
    of texts: [ThemeText]
  ) throws(Finding) -> ThemeExport.Source? {
    var line = ThemeLine(text) { name in
      texts.first { $0.name.isSameText(as: name) } ?? BuiltInThemes.text(name)
    }
    guard let source = ThemeExport.Source(&line) else {
      if line.members.count > ThemeLine.maximumAncestors { return nil }
      if texts.contains(where: { BuiltInThemes.text($0.name) != nil }) { return nil }
      throw Finding("what was taken in cannot be used: \(line.findings)")
    }
    return source
  }
}
