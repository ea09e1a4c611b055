import NightCore

/// Properties of a theme's own file, and of the files of other programs that become themes.
enum ThemeFiles {
  private static let assets: Set<String> = ["a.png", "a@2x.png", "down.png"]

  static func file(_ bytes: [UInt8]) throws(Finding) {
    // The theme that is read has any name that the file may have given itself.
    guard let file = try theme(bytes, "x") else { return }
    try same(file)
    try written([file])
  }

  static func table(_ bytes: [UInt8]) throws(Finding) {
    try imported(ColorTable.read(bytes, file: "t"))
    let said = ColorTable.read(bytes, file: "t", style: .dark)
    try imported(said)
    guard !said.themes.isEmpty, said.themes.count < 8 else { return }
    let again = try written(said.themes)
    try assure(
      again.isWhole && again.themes.count == said.themes.count,
      "a table is refused that was written: \(again.findings)"
    )
  }

  static func appTheme(_ bytes: [UInt8]) throws(Finding) {
    try imported(AppThemeFile.read(bytes, file: "t"))
    try imported(AppThemeFile.read(bytes, file: "t", style: .light))
  }

  static func base16(_ bytes: [UInt8]) throws(Finding) {
    guard let tree = try? JSONReader.read(bytes) else { return }
    let result = Base16.read(tree, named: "sea", file: "t")
    try imported(result)
    guard let theme = result.themes.first else { return }
    try written([theme])
  }

  private static func imported(_ result: ThemeImport) throws(Finding) {
    try assure(result.isWhole || result.themes.isEmpty, "something is taken of what is wrong")
    try assure(result.findings.count <= 300, "\(result.findings.count) findings")
    for finding in result.findings {
      let isPlain = finding.message.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control
      }
      try assure(isPlain && finding.message.utf8.count < 8_192, "\(finding.description)")
    }
    for theme in result.themes.prefix(8) { try same(theme) }
  }

  private static func theme(_ bytes: [UInt8], _ name: String) throws(Finding) -> ThemeFile? {
    let text = ThemeText(
      name: name,
      origin: .user,
      file: "f",
      content: .bytes(bytes),
      assets: assets
    )
    let line = ThemeLine(text, find: BuiltInThemes.text)
    for finding in line.findings {
      try assure(finding.message.utf8.count < 8_192, "\(finding.description)")
    }
    return line.members.first?.file
  }

  /// What is written is read as the same theme, up to places.
  private static func same(_ file: ThemeFile) throws(Finding) {
    let text = file.text
    guard let again = try theme(Array(text.utf8), file.name) else {
      throw Finding("a theme is refused that was written:\n\(text)")
    }
    try assure(again.text == text, "\(text)\nbecomes\n\(again.text)")
  }

  /// Writes themes in each format, and reads the table.
  @discardableResult
  private static func written(_ files: [ThemeFile]) throws(Finding) -> ThemeImport {
    var sources: [ThemeExport.Source] = []
    for file in files {
      let text = ThemeText(
        name: file.name,
        origin: .user,
        file: "f",
        content: .bytes(Array(file.text.utf8)),
        assets: assets
      )
      var line = ThemeLine(text, find: BuiltInThemes.text)
      guard let source = ThemeExport.Source(&line) else { continue }
      sources.append(source)
      _ = StyleSheetWriter.gtk(source)
      let scheme = Base16.write(source).text
      try assure(scheme.hasPrefix("system: \"base"), scheme)
    }
    guard !sources.isEmpty else { return ColorTable.read([], file: "t", style: .dark) }
    _ = StyleSheetWriter.css(sources)
    return ColorTable.read(Array(ColorTable.write(sources).text.utf8), file: "t", style: .dark)
  }
}
