import NightBus
import NightContract
import NightCore

/// Properties of exported themes that are read again.
enum ThemeForms {
  static func all(_ sources: [ThemeExport.Source]) throws(Finding) {
    for source in sources {
      try bus(source.theme)
      try gtk(source)
      try css([source])
      try scheme(source)
    }
    guard !sources.isEmpty else { return }
    try css(sources)
    try table(sources)
  }

  /// A written theme file is read back as the same theme, except for positions.
  static func own(_ file: ThemeFile, _ assets: Set<String>) throws(Finding) {
    let text = ThemeText(
      name: file.name,
      origin: .user,
      file: "f",
      content: .bytes(Array(file.text.utf8)),
      assets: assets
    )
    let line = ThemeLine(text) { _ in nil }
    guard let again = line.members.first?.file else {
      throw Finding("a theme is refused that was written: \(line.findings)\n\(file.text)")
    }
    try assure(again.placeless == file.placeless, "\(file.text)\nbecomes\n\(again.text)")
    try assure(again.text == file.text, "\(file.text)\nis not written twice alike")
  }

  /// A theme that the daemon sends is read back as the same theme.
  private static func bus(_ theme: Theme) throws(Finding) {
    let values = BusValue.array(
      .dictionary(.string, .variant),
      theme.entries.map { theme.bus($0) }
    )
    do throws(BusError) { try ValueLimits.sending.check([theme.facts, values]) } catch {
      throw Finding("\(theme.name) cannot be told: \(error)")
    }
    try assure(
      Theme(facts: theme.facts, values: values) == theme,
      "\(theme) does not come back from the bus"
    )
  }

  // MARK: - Style sheets

  private static func gtk(_ source: ThemeExport.Source) throws(Finding) {
    let colors = colors(of: source.theme)
    for line in StyleSheetWriter.gtk(source).text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[0] == "@define-color", words[2].last == ";" else {
        throw Finding("a line of GTK's is “\(line)”")
      }
      let again = try? Color(reading: String(words[2].dropLast()))
      try assure(
        again != nil && again?.text == colors[String(words[1])]?.text,
        "“\(line)” for \(String(describing: colors[String(words[1])]))"
      )
    }
  }

  private static func css(_ sources: [ThemeExport.Source]) throws(Finding) {
    let text = StyleSheetWriter.css(sources).text
    try assure(!text.contains("</"), "the end of a page in \(text)")
    let lines = text.split(separator: "\n")
    let properties = lines.filter { $0.hasPrefix("  --") }
    try assure(lines.count { $0.hasSuffix(" {") } >= sources.count, text)
    try assure(lines.count { $0 == "}" } == sources.count, text)
    try assure(lines.count == properties.count + 3 * sources.count, text)
    guard sources.count == 1, let source = sources.first else { return }
    let colors = colors(of: source.theme)
    for line in properties {
      guard line.last == ";", let colon = line.firstIndex(of: ":") else {
        throw Finding("a property is “\(line)”")
      }
      let name = line[..<colon].dropFirst(4).filter { $0 != "\\" }
      let value = String(line[colon...].dropFirst(2).dropLast())
      guard let color = try? Color(reading: value) else { continue }
      // Colours are written with thousandths of a per cent.
      try assure(
        color.text == colors[name]?.text,
        "“\(line)” for \(String(describing: colors[name]))"
      )
    }
  }

  // MARK: - Files of other programs

  private static func scheme(_ source: ThemeExport.Source) throws(Finding) {
    let file = source.file
    let export = Base16.write(source)
    let tree = try WrittenScheme.tree(export.text)
    let result = Base16.read(tree, named: "sea", file: "t")
    guard result.isValid, let again = result.themes.first else {
      throw Finding("a scheme is refused that was written: \(result.findings)\n\(export.text)")
    }
    try assure(
      again.name.isSameText(as: file.name) && again.style == file.style
        && again.author == file.author && again.description == file.description,
      "\(export.text)\nbecomes\n\(again.text)"
    )
    guard export.lost.isEmpty else { return }
    // If the export reported no loss, only the order is base16's, and missing roles were added.
    let entries = again.placeless.entries
    let palette = again.placeless.palette
    try assure(
      file.placeless.entries.allSatisfy(entries.contains)
        && file.palette.count == palette.count
        && file.placeless.palette.allSatisfy(palette.contains),
      "something is lost:\n\(file.text)\nbecomes\n\(again.text)"
    )
  }

  private static func table(_ sources: [ThemeExport.Source]) throws(Finding) {
    let export = ColorTable.write(sources)
    let result = ColorTable.read(Array(export.text.utf8), file: "t", style: .dark)
    try assure(
      result.isValid && result.themes.count == sources.count,
      "a table is refused that was written: \(result.findings)\n\(export.text)"
    )
    for (source, again) in zip(sources, result.themes) {
      let colors = colors(of: source.theme)
      for entry in again.entries {
        guard case .color(let term) = entry.written, case .color(let color) = term.base else {
          throw Finding("\(entry.key.name) is no colour of \(export.text)")
        }
        let written = colors[entry.key.name]
        try assure(
          export.lost.isEmpty ? color == written : color.text == written?.text,
          "\(String(describing: written)) becomes \(color)"
        )
      }
      guard export.lost.isEmpty else { continue }
      try assure(again.name.isSameText(as: source.file.name), "\(again.name) of \(export.text)")
      let keys = Set(again.entries.map(\.key))
      try assure(
        source.file.entries.allSatisfy { keys.contains($0.key) },
        "something is lost:\n\(source.file.text)\nbecomes\n\(export.text)"
      )
    }
    guard export.lost.isEmpty else { return }
    let silent = ColorTable.read(Array(export.text.utf8), file: "t")
    try assure(
      silent.themes.map(\.style) == sources.map(\.theme.style),
      "a style is lost in \(export.text)"
    )
  }

  /// The colours by name; each name occurs only once.
  private static func colors(of theme: Theme) -> [String: Color] {
    var colors: [String: Color] = [:]
    for entry in theme.entries {
      if case .color(let color) = entry.value { colors[entry.key.name] = color }
    }
    return colors
  }
}
