extension Base16 {
  /// The scheme that a theme was made of, or one that is put together from its roles.
  package static func write(_ source: ThemeExport.Source) -> ThemeExport {
    var export = ThemeExport(text: "")
    let file = source.file
    let own = palette(of: file)
    let colors = own ?? derived(source, &export)
    // What a scheme calls itself came as a description, if its slug does not say it.
    let title = file.description.flatMap { slug($0) == file.name && $0 != file.name ? $0 : nil }
    var lines = [
      "system: \(ThemeExport.quoted(colors.count == 24 ? "base24" : "base16"))",
      "name: \(ThemeExport.quoted(title ?? file.name))",
      "slug: \(ThemeExport.quoted(file.name))",
    ]
    if let description = file.description, title == nil {
      lines.append("description: \(ThemeExport.quoted(description))")
    }
    if let author = file.author { lines.append("author: \(ThemeExport.quoted(author))") }
    lines += ["variant: \(ThemeExport.quoted(file.style.rawValue))", "palette:"]
    var rounded: [String] = []
    for (name, color) in zip(twentyFour, colors) {
      let text = Color(red: color.red, green: color.green, blue: color.blue).text
      if color.exactText != text { rounded.append(name) }
      lines.append("  \(name): \(ThemeExport.quoted(text))")
    }
    export.text = lines.joined(separator: "\n") + "\n"
    export.lose(
      rounded,
      "is rounded to six digits without alpha",
      many: "are rounded to six digits without alpha"
    )
    lose(source, own, &export)
    return export
  }

  /// Its colours in their order, if it has all of them and none by reference.
  private static func palette(of file: ThemeFile) -> [Color]? {
    func colors(_ names: [String]) -> [Color]? {
      let found = names.compactMap { name -> Color? in
        guard let term = file.palette.first(where: { $0.name == name })?.term,
          case .color(let color) = term.base
        else { return nil }
        return color.faded(term.alpha)
      }
      return found.count == names.count ? found : nil
    }
    return colors(twentyFour) ?? colors(sixteen)
  }

  private static func derived(
    _ source: ThemeExport.Source,
    _ export: inout ThemeExport
  ) -> [Color] {
    let colors = Dictionary(
      source.colors.map { ($0.name, $0.color) },
      uniquingKeysWith: { first, _ in first }
    )
    let isLight = source.theme.style == .light
    let ink = Color(red: isLight ? 0 : 1, green: isLight ? 0 : 1, blue: isLight ? 0 : 1)
    let paper = Color(red: 1 - ink.red, green: 1 - ink.green, blue: 1 - ink.blue)
    let ground = (colors["background"] ?? paper).over(paper)
    func role(_ name: String) -> Color { (colors[name] ?? ink).over(ground) }
    func between(_ one: String, _ other: String) -> Color {
      role(one).mixed(with: role(other), by: 0.5)
    }
    export.lost.append(
      "the palette of \(source.theme.name) is not one of base16: base00 to base0F are made of its "
        + "roles"
    )
    return [
      ground, role("surface"), role("selection"), role("disabled"), role("onSurfaceVariant"),
      role("onSurface"), role("onSurface").mixed(with: ink, by: 0.5), ink, role("error"),
      between("error", "warning"), role("warning"), role("success"), role("link"), role("primary"),
      role("secondary"), role("error").mixed(with: ground, by: 0.5),
    ]
  }

  /// What a scheme's reader would not give again.
  private static func lose(
    _ source: ThemeExport.Source,
    _ own: [Color]?,
    _ export: inout ThemeExport
  ) {
    let file = source.file
    let name = file.name
    if file.parent != nil { export.lose(["the parent"], "of \(name) cannot be said in a scheme") }
    guard let own else { return }
    let names = twentyFour.prefix(own.count)
    let extra = file.palette.map(\.name).filter { !names.contains($0) }.map { "@" + $0 }
    export.lose(extra, "of \(name) cannot be said in a scheme")
    let described = file.palette.filter { $0.description != nil }
    export.lose(
      described.map { "what describes @" + $0.name },
      "of \(name) cannot be said in a scheme"
    )
    let roles = roles(Dictionary(uniqueKeysWithValues: zip(twentyFour, own)))
    let other = file.entries.filter { entry in
      guard entry.key.kind == .color, case .color(let term) = entry.written,
        entry.description == nil, term.alpha == 1
      else { return true }
      return !roles.contains {
        $0.role == entry.key.name && term.base == ThemeFile.ColorTerm.Base.reference($0.base)
      }
    }
    export.lose(
      other.map { "\($0.key.kind.rawValue) \($0.key.name)" },
      "of \(name) cannot be said in a scheme, or is not what its colour stands for there",
      many: "of \(name) cannot be said in a scheme, or are not what their colours stand for there"
    )
  }
}
