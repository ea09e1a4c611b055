/// Base16 and base24 schemes: palettes of 16 or 24 colours that each have a defined use.
///
/// The files of schemes are YAML. The caller parses the YAML and passes a tree whose leaves are
/// strings. In the old layout of these files, the colours are at the top level; in the new layout,
/// they are in the member `palette`.
package enum Base16 {
  static let sixteen = (0..<16).map { name($0) }
  package static let twentyFour = (0..<24).map { name($0) }

  private static func name(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "base" + (digits.utf8.count == 1 ? "0" : "") + digits
  }

  /// The base colour that base16's styling guide assigns to each role, such as `primary`; if the
  /// role is for text, `ground` is the background behind the text.
  private static let usual: [(role: String, base: String, ground: String?)] = [
    ("background", "base00", nil), ("onBackground", "base05", "base00"),
    ("surface", "base01", nil), ("onSurface", "base05", "base01"),
    ("surfaceVariant", "base02", nil), ("onSurfaceVariant", "base04", "base02"),
    ("primary", "base0D", nil), ("onPrimary", "base00", "base0D"),
    ("secondary", "base0E", nil), ("onSecondary", "base00", "base0E"),
    ("success", "base0B", nil), ("onSuccess", "base00", "base0B"),
    ("warning", "base0A", nil), ("onWarning", "base00", "base0A"),
    ("error", "base08", nil), ("onError", "base00", "base08"), ("link", "base0C", nil),
    ("selection", "base02", nil), ("onSelection", "base05", "base02"),
    ("separator", "base03", nil), ("disabled", "base03", nil),
  ]

  /// For each of a terminal's 16 colours, the base colour that the styling guides of base16 and
  /// base24 assign to it.
  private static func terminal(_ isLarge: Bool) -> [(role: String, base: String)] {
    let colors = ["base00", "base08", "base0B", "base0A", "base0D", "base0E", "base0C", "base05"]
    let bright =
      isLarge
      ? ["base03", "base12", "base14", "base13", "base16", "base17", "base15", "base07"]
      : ["base03"] + colors[1...6] + ["base07"]
    return zip(TerminalScheme.roles, colors + bright).map { ($0, $1) }
  }

  /// The base colours that can replace a text colour whose contrast is too low, the best one first.
  private static let inks = ["base05", "base06", "base07", "base00"]

  /// The colour of each role, usually a base colour.
  ///
  /// If a text colour has too little contrast, the first of `inks` with enough contrast replaces
  /// it. If none of `inks` has enough contrast, black or white replaces the text colour, whichever
  /// has more contrast.
  static func roles(
    _ palette: [String: Color]
  ) -> [(role: String, color: ThemeFile.ColorTerm.Base)] {
    let terminal = terminal(palette["base17"] != nil).map { ($0.role, $0.base, String?.none) }
    return (usual + terminal).map { role, base, ground in
      guard let below = ground.flatMap({ palette[$0] }) else { return (role, .reference(base)) }
      let readable = ([base] + inks).first {
        palette[$0].map { $0.contrast(with: below) >= ThemeCheck.leastContrast } ?? false
      }
      let plain = [0.0, 1.0].map { Color(red: $0, green: $0, blue: $0) }
        .max { $0.contrast(with: below) < $1.contrast(with: below) }
      let ink = readable.map(ThemeFile.ColorTerm.Base.reference) ?? plain.map { .color($0) }
      return (role, ink ?? .reference(base))
    }
  }

  package static let facts = [
    "system", "name", "scheme", "slug", "author", "variant", "description", "palette",
  ]

  /// The slug of a name: letters and digits in lower case, with one dash for any run of other
  /// characters.
  package static func slug(_ name: String) -> String {
    ThemeName.composed(name).lowercased().split { !$0.isLetter && !$0.isNumber }
      .joined(separator: "-")
  }

  /// The slug of a scheme's name; nil if the slug is not a valid theme name.
  fileprivate static func themeName(_ title: String) -> String? {
    let slug = slug(title)
    return ThemeName.flaw(slug) == nil ? slug : nil
  }

  /// Reads a scheme.
  ///
  /// The theme's name is the first of these that exists: `called`, which the user gives; the
  /// scheme's slug; the slug of the scheme's name; and `name`, which comes from the file's path.
  package static func read(
    _ tree: JSONNode,
    named name: String?,
    file: String,
    style: Style? = nil,
    called: String? = nil
  ) -> ThemeImport {
    var reader = Base16Reader(ThemeImport(file: file, style: style, called: called))
    return reader.read(tree, named: name)
  }
}

private struct Base16Reader {
  var result: ThemeImport
  var texts: [String: (text: String, position: Position)] = [:]
  var colors: [String: (color: Color, position: Position)] = [:]

  init(_ result: ThemeImport) { self.result = result }

  mutating func read(_ tree: JSONNode, named name: String?) -> ThemeImport {
    guard let members = tree.members else {
      result.add(.error, tree.position, "expected a scheme with the colours base00 to base0F")
      return result
    }
    for member in members {
      guard !result.hasTooManyErrors else { return result.finished() }
      if member.name == "palette" {
        guard let palette = member.node.members else {
          result.add(.error, member.node.position, "expected the colours base00 to base0F")
          continue
        }
        for member in palette where !result.hasTooManyErrors { readColor(member) }
      } else if Base16.facts.contains(member.name) {
        guard case .string(let text) = member.node.value, !text.utf8.contains(0),
          text.utf8.count <= ThemeFileReader.maximumSentenceBytes
        else {
          result.add(
            .error,
            member.node.position,
            "expected a string of at most \(ThemeFileReader.maximumSentenceBytes) bytes"
          )
          continue
        }
        texts[member.name] = (text, member.node.position)
      } else {
        readColor(member)
      }
    }
    let isLarge = system()
    let needed = isLarge ? Base16.twentyFour : Base16.sixteen
    let missing = needed.filter { colors[$0] == nil }
    if !missing.isEmpty, result.isValid {
      result.add(.error, tree.position, "the scheme lacks \(missing.joined(separator: ", "))")
    }
    guard result.isValid else { return result.finished() }
    add(needed, named: name, tree.position)
    return result.finished()
  }

  /// Returns whether the scheme is base24; reports an error if the file declares an unknown system.
  private mutating func system() -> Bool {
    guard let system = texts["system"] else { return colors["base10"] != nil }
    guard ["base16", "base24"].contains(system.text) else {
      result.add(
        .error,
        system.position,
        "expected the system base16 or base24, found \(MessageText.quoted(system.text))"
      )
      return false
    }
    return system.text == "base24"
  }

  private mutating func readColor(_ member: JSONNode.Member) {
    guard
      let name = Base16.twentyFour.first(where: {
        MessageText.lowercased($0) == MessageText.lowercased(member.name)
      })
    else {
      result.add(
        .warning,
        member.namePosition,
        "\(MessageText.quoted(member.name)) is unknown and ignored"
      )
      return
    }
    guard case .string(let text) = member.node.value else {
      result.add(.error, member.node.position, "expected a colour, such as \"1f5fc4\"")
      return
    }
    if let first = colors[name] {
      result.add(.error, member.namePosition, "\(name) is already defined at \(first.position)")
      return
    }
    let digits = text.hasPrefix("#") ? text : "#" + text
    guard digits.utf8.count == 7, let color = try? Color(reading: digits) else {
      result.add(
        .error,
        member.node.position,
        "expected six hexadecimal digits, found \(MessageText.quoted(text))"
      )
      return
    }
    colors[name] = (color, member.node.position)
  }

  private mutating func add(_ names: [String], named name: String?, _ position: Position) {
    let title = texts["name"] ?? texts["scheme"]
    let own = texts["slug"]?.text ?? title.flatMap { Base16.themeName($0.text) } ?? name
    guard let called = result.called ?? own else {
      result.add(.error, nil, ThemeImport.nameless)
      return
    }
    result.checkName(called, texts["slug"]?.position)
    result.shortNames[called] = own
    var theme = ThemeFile(name: called, style: .light)
    if let variant = texts["variant"], result.style == nil {
      guard let style = Style(rawValue: MessageText.lowercased(variant.text)) else {
        result.add(.error, variant.position, "expected the variant light or dark")
        return
      }
      theme.style = style
    } else {
      theme.style = result.style(
        of: called,
        background: colors["base00"].map { ("base00", $0.color) },
        position
      )
    }
    theme.description = texts["description"]?.text ?? title?.text
    theme.author = texts["author"]?.text
    if let title, let own {
      if theme.description == own, texts["description"] == nil { theme.description = nil }
      if texts["description"] != nil, Base16.slug(title.text) != own {
        result.add(
          .warning,
          title.position,
          "the scheme's name is ignored because it has a description"
        )
      }
    }
    theme.palette = names.compactMap { name in
      colors[name].map { .init(name, .init(.color($0.color), position: $0.position)) }
    }
    for extra in colors.keys.sorted() where !names.contains(extra) {
      result.add(.warning, colors[extra]?.position, "\(extra) is not a colour of base16")
    }
    // The file of a base16 scheme may also contain base24's colours, which do not belong to a
    // base16 palette.
    let palette = colors.filter { names.contains($0.key) }.mapValues(\.color)
    theme.entries = Base16.roles(palette).compactMap { role in
      // Use the position of the role's colour in the file or, if black or white replaces that
      // colour, the position of `base00`.
      var base = "base00"
      if case .reference(let name) = role.color { base = name }
      return colors[base].map {
        let term = ThemeFile.ColorTerm(role.color, position: $0.position)
        return .init(ThemeKey(.color, role.role), .color(term), position: $0.position)
      }
    }
    result.themes = [theme]
  }
}

extension Base16 {
  /// Writes the theme's base16 palette; if the theme has none, derives a palette from the theme's
  /// roles.
  package static func write(_ source: ThemeExport.Source) -> ThemeExport {
    var export = ThemeExport(text: "")
    let file = source.file
    let own = palette(of: file)
    let colors = own ?? derived(source, &export)
    let title = title(of: file)
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
    export.addLoss(
      rounded,
      "is rounded to six digits without alpha",
      many: "are rounded to six digits without alpha"
    )
    addLosses(source, own, &export)
    return export
  }

  /// The original name of the scheme from which a theme was imported; nil if it is unknown.
  ///
  /// An import stores the scheme's name as the theme's description. So a description is treated as
  /// the scheme's name if the description's slug equals the theme's name.
  package static func title(of file: ThemeFile) -> String? {
    file.description.flatMap { slug($0) == file.name && $0 != file.name ? $0 : nil }
  }

  /// The base colours of a palette in order; nil if a colour is missing or refers to another
  /// colour.
  package static func palette(of file: ThemeFile) -> [Color]? {
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
      "the palette of \(source.theme.name) is not a base16 palette: base00 to base0F are derived "
        + "from its roles"
    )
    return [
      ground, role("surface"), role("selection"), role("disabled"), role("onSurfaceVariant"),
      role("onSurface"), role("onSurface").mixed(with: ink, by: 0.5), ink, role("error"),
      between("error", "warning"), role("warning"), role("success"), role("link"), role("primary"),
      role("secondary"), role("error").mixed(with: ground, by: 0.5),
    ]
  }

  /// Adds sentences to `export.lost` about those values of the theme that a scheme cannot express.
  private static func addLosses(
    _ source: ThemeExport.Source,
    _ own: [Color]?,
    _ export: inout ThemeExport
  ) {
    let file = source.file
    let name = file.name
    if file.parent != nil {
      export.addLoss(["the parent"], "of \(name) cannot be expressed in a scheme")
    }
    guard let own else { return }
    let names = twentyFour.prefix(own.count)
    let extra = file.palette.map(\.name).filter { !names.contains($0) }.map { "@" + $0 }
    export.addLoss(extra, "of \(name) cannot be expressed in a scheme")
    let described = file.palette.filter { $0.description != nil }
    export.addLoss(
      described.map { "the description of @" + $0.name },
      "of \(name) cannot be expressed in a scheme"
    )
    let roles = roles(Dictionary(uniqueKeysWithValues: zip(twentyFour, own)))
    let other = file.entries.filter { entry in
      guard entry.key.kind == .color, case .color(let term) = entry.written,
        entry.description == nil, term.alpha == 1
      else { return true }
      return !roles.contains {
        $0.role == entry.key.name && term.base == $0.color
      }
    }
    export.addLoss(
      other.map { "\($0.key.kind.rawValue) \($0.key.name)" },
      "of \(name) cannot be expressed in a scheme, or does not match its colour there",
      many: "of \(name) cannot be expressed in a scheme, or do not match their colours there"
    )
  }
}
