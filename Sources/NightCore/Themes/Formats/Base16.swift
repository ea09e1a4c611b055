/// Schemes of base16 and base24: a palette of 16 or 24 colours, each with its use.
///
/// They are YAML, which this does not read: what was read is handed in as a tree whose leaves are
/// texts. Both layouts are taken, the old one with all names side by side, and that with `palette`.
package enum Base16 {
  static let sixteen = (0..<16).map { name($0) }
  package static let twentyFour = (0..<24).map { name($0) }

  private static func name(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "base" + (digits.utf8.count == 1 ? "0" : "") + digits
  }

  /// What each colour is for, as the styling guide has it; for text, also what it stands on.
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

  /// Text that could not be read is one of these instead.
  private static let inks = ["base05", "base06", "base07", "base00"]

  /// Where the usual colour for text cannot be read, the first one that can, or else the best.
  static func roles(_ palette: [String: Color]) -> [(role: String, base: String)] {
    usual.map { role, base, ground in
      guard let below = ground.flatMap({ palette[$0] }) else { return (role, base) }
      var best = (base: base, contrast: 0.0)
      for base in [base] + inks {
        guard let contrast = palette[base]?.contrast(with: below) else { continue }
        if contrast > best.contrast { best = (base, contrast) }
        if contrast >= ThemeCheck.leastContrast { break }
      }
      return (role, best.base)
    }
  }

  package static let facts = [
    "system", "name", "scheme", "slug", "author", "variant", "description", "palette",
  ]

  /// What schemes make of their names: letters and digits, and a dash for all between them.
  static func slug(_ name: String) -> String {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// The theme is called as a person says, or by the scheme's slug, or else by `name`, which is its
  /// file's.
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
      guard !result.isHopeless else { return result.finished() }
      if member.name == "palette" {
        guard let palette = member.node.members else {
          result.add(.error, member.node.position, "expected the colours base00 to base0F")
          continue
        }
        for member in palette where !result.isHopeless { readColor(member) }
      } else if Base16.facts.contains(member.name) {
        guard case .string(let text) = member.node.value, !text.utf8.contains(0),
          text.utf8.count <= ThemeFileReader.mostWordBytes
        else {
          result.add(
            .error,
            member.node.position,
            "expected a text of at most \(ThemeFileReader.mostWordBytes) bytes"
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
    if !missing.isEmpty, result.isWhole {
      result.add(.error, tree.position, "the scheme lacks \(missing.joined(separator: ", "))")
    }
    guard result.isWhole else { return result.finished() }
    add(needed, named: name, tree.position)
    return result.finished()
  }

  /// Whether it is base24.
  private mutating func system() -> Bool {
    guard let system = texts["system"] else { return colors["base10"] != nil }
    guard ["base16", "base24"].contains(system.text) else {
      result.add(
        .error,
        system.position,
        "expected the system base16 or base24, found \(RuleFlaw.quoted(system.text))"
      )
      return false
    }
    return system.text == "base24"
  }

  private mutating func readColor(_ member: JSONNode.Member) {
    guard
      let name = Base16.twentyFour.first(where: {
        RuleFlaw.lower($0) == RuleFlaw.lower(member.name)
      })
    else {
      result.add(
        .warning,
        member.namePosition,
        "\(RuleFlaw.quoted(member.name)) is not known and passed over"
      )
      return
    }
    guard case .string(let text) = member.node.value else {
      result.add(.error, member.node.position, "expected a colour, such as \"1f5fc4\"")
      return
    }
    if let first = colors[name] {
      result.add(.error, member.namePosition, "\(name) is there already, at \(first.position)")
      return
    }
    let digits = text.hasPrefix("#") ? text : "#" + text
    guard digits.utf8.count == 7, let color = try? Color(reading: digits) else {
      result.add(
        .error,
        member.node.position,
        "expected six hexadecimal digits, found \(RuleFlaw.quoted(text))"
      )
      return
    }
    colors[name] = (color, member.node.position)
  }

  private mutating func add(_ names: [String], named name: String?, _ position: Position) {
    let title = texts["name"] ?? texts["scheme"]
    let own = texts["slug"]?.text ?? name
    guard let called = result.called ?? own else {
      result.add(.error, nil, ThemeImport.nameless)
      return
    }
    result.judge(called, texts["slug"]?.position, or: nil)
    var theme = ThemeFile(name: called, style: .light)
    if let variant = texts["variant"], result.style == nil {
      guard let style = Style(rawValue: RuleFlaw.lower(variant.text)) else {
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
          "the scheme's name is passed over for its description"
        )
      }
    }
    theme.palette = names.compactMap { name in
      colors[name].map { .init(name, .init(.color($0.color), position: $0.position)) }
    }
    for extra in colors.keys.sorted() where !names.contains(extra) {
      result.add(.warning, colors[extra]?.position, "\(extra) is no colour of base16")
    }
    theme.entries = Base16.roles(colors.mapValues(\.color)).compactMap { role in
      colors[role.base].map {
        let term = ThemeFile.ColorTerm(.reference(role.base), position: $0.position)
        return .init(ThemeKey(.color, role.role), .color(term), position: $0.position)
      }
    }
    result.themes = [theme]
  }
}
