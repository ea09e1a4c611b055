/// Schemes of base16 and base24: a palette of 16 or 24 colours, each with its use.
///
/// They are YAML, which this does not read: what was read is handed in as a tree whose leaves are
/// texts. Both layouts are taken, the old one with all names side by side, and that with `palette`.
package enum Base16 {
  static let sixteen = (0..<16).map { name($0) }
  static let twentyFour = (0..<24).map { name($0) }

  private static func name(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "base" + (digits.utf8.count == 1 ? "0" : "") + digits
  }

  /// What each colour is for, as the styling guide has it.
  static let roles: [(role: String, base: String)] = [
    ("background", "base00"), ("onBackground", "base05"), ("surface", "base01"),
    ("onSurface", "base05"), ("surfaceVariant", "base02"), ("onSurfaceVariant", "base04"),
    ("primary", "base0D"), ("onPrimary", "base00"), ("secondary", "base0E"),
    ("onSecondary", "base00"), ("success", "base0B"), ("onSuccess", "base00"),
    ("warning", "base0A"), ("onWarning", "base00"), ("error", "base08"), ("onError", "base00"),
    ("link", "base0C"), ("selection", "base02"), ("onSelection", "base05"),
    ("separator", "base03"), ("disabled", "base03"),
  ]

  static let facts = [
    "system", "name", "scheme", "slug", "author", "variant", "description", "palette",
  ]

  /// The theme is called by the scheme's slug, or else by `name`, which is its file's.
  package static func read(
    _ tree: JSONNode,
    named name: String,
    file: String,
    style: Style? = nil
  ) -> ThemeImport {
    var reader = Base16Reader(file: file, style: style)
    return reader.read(tree, named: name)
  }
}

private struct Base16Reader {
  var result: ThemeImport
  var texts: [String: (text: String, position: Position)] = [:]
  var colors: [String: (color: Color, position: Position)] = [:]

  init(file: String, style: Style?) {
    result = ThemeImport(file: file, style: style)
  }

  mutating func read(_ tree: JSONNode, named name: String) -> ThemeImport {
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
        guard case .string(let text) = member.node.value, !text.utf8.contains(0) else {
          result.add(.error, member.node.position, "expected a text")
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

  private mutating func add(_ names: [String], named name: String, _ position: Position) {
    let title = texts["name"] ?? texts["scheme"]
    let called = texts["slug"]?.text ?? name
    if let flaw = ThemeName.flaw(called) {
      result.add(.error, texts["slug"]?.position, "a theme's name \(flaw)")
    }
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
    theme.description = title?.text
    theme.author = texts["author"]?.text
    if let lost = texts["description"] {
      result.add(.warning, lost.position, "the description is passed over for the scheme's name")
    }
    theme.palette = names.compactMap { name in
      colors[name].map { .init(name, .init(.color($0.color), position: $0.position)) }
    }
    for extra in colors.keys.sorted() where !names.contains(extra) {
      result.add(.warning, colors[extra]?.position, "\(extra) is no colour of base16")
    }
    theme.entries = Base16.roles.compactMap { role in
      colors[role.base].map {
        let term = ThemeFile.ColorTerm(.reference(role.base), position: $0.position)
        return .init(ThemeKey(.color, role.role), .color(term), position: $0.position)
      }
    }
    result.themes = [theme]
  }
}
