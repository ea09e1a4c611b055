extension ThemeFileReader {
  /// `"logo.png"`, or `{ normal: "logo.png", pressed: { "1": "down.png", "2": "down@2x.png" } }`.
  mutating func image(_ node: JSONNode) -> ThemeImage? {
    guard let members = node.members else {
      guard let pictures = pictures(node, of: ThemeImage.normal) else { return nil }
      return ThemeImage(pictures)
    }
    var all: [ThemeImage.Picture] = []
    for member in members {
      guard isName(member) else { return nil }
      guard let pictures = pictures(member.node, of: member.name) else { return nil }
      all += pictures
    }
    return ThemeImage(all)
  }

  private mutating func pictures(
    _ node: JSONNode,
    of state: String
  ) -> [ThemeImage.Picture]? {
    guard let members = node.members else {
      guard let file = asset(node) else { return nil }
      return [.init(state: state, scale: 1, file: file)] + larger(file, of: state)
    }
    var pictures: [ThemeImage.Picture] = []
    for member in members {
      // By its very digit: `01` would be a second word for the same scale.
      guard let scale = ["1", "2", "3", "4"].firstIndex(of: member.name).map({ $0 + 1 }) else {
        error(member.namePosition, "expected a scale, 1, 2, 3 or 4")
        return nil
      }
      guard let file = asset(member.node) else { return nil }
      pictures.append(.init(state: state, scale: scale, file: file))
    }
    return pictures
  }

  /// `logo@2x.png` beside `logo.png` is the same for finer screens.
  private func larger(_ file: String, of state: String) -> [ThemeImage.Picture] {
    guard let assets, let dot = file.lastIndex(of: "."), !file.contains("@") else { return [] }
    return (2...4).compactMap { scale in
      let variant = file[..<dot] + "@\(scale)x" + file[dot...]
      guard assets.contains(String(variant)) else { return nil }
      return .init(state: state, scale: scale, file: String(variant))
    }
  }

  private mutating func asset(_ node: JSONNode) -> String? {
    guard let name = text(node, "the name of a file", such: "logo.png") else { return nil }
    guard let assets else {
      error(node, "a theme has images only in a folder of its own, as NAME/theme.json5")
      return nil
    }
    guard name.utf8.count <= 1_024, name.leadsBelow else {
      error(node, "expected a file within the theme's folder, such as images/logo.png")
      return nil
    }
    let parts = name.pathParts
    for count in parts.indices where !links.isEmpty {
      let way = parts[...count].joined(separator: "/")
      guard links.contains(way) else { continue }
      error(node, "\(RuleFlaw.quoted(way)) is a link, and links are not followed")
      return nil
    }
    guard assets.contains(name) else {
      let nearest = ThemeFinding.nearest(name, among: assets)
      error(
        node,
        "there is no file \(RuleFlaw.quoted(name)) in the theme's folder" + RuleFlaw.meant(nearest)
      )
      return nil
    }
    return name
  }

  /// `"Inter, 11"`, or `{ family: "Inter", size: 11 }`.
  mutating func font(_ node: JSONNode) -> ThemeFont? {
    guard let members = node.members else {
      guard let written = text(node, "a font", such: "Inter, 11") else { return nil }
      guard let font = ThemeFont(reading: written) else {
        error(node, "expected a font's family and size, such as \"Inter, 11\"")
        return nil
      }
      return font
    }
    var family: String?
    var size: Double?
    for member in members {
      switch member.name {
      case "family":
        // An empty one is none, as in ", 11".
        family = text(member.node, "a font's family", such: "Inter").flatMap {
          $0.isEmpty ? nil : $0
        }
      case "size":
        size = number(member.node)
        guard let size, size > 0, size <= 1_000 else {
          error(member.node, "expected a size in points, above 0 and up to 1000")
          return nil
        }
      default: warn(member.namePosition, Self.unknown(member.name, among: ["family", "size"]))
      }
    }
    guard family != nil || size != nil else {
      error(node, "expected a “family” or a “size” in this object")
      return nil
    }
    return ThemeFont(family: family, size: size)
  }

  mutating func sheet(_ node: JSONNode, of kind: ThemeKind) -> ThemeSheet? {
    let known = ThemeSheet.fields(of: kind)
    var fields: [ThemeSheet.Field] = []
    for member in members(node, "a style sheet's fields") {
      guard let field = known.first(where: { $0.name == member.name }) else {
        warn(member.namePosition, Self.unknown(member.name, among: known.map(\.name)))
        continue
      }
      guard let value = fieldValue(member.node, field.taking) else { return nil }
      fields.append(.init(field.name, value))
    }
    return node.members == nil ? nil : ThemeSheet(fields)
  }

  private mutating func fieldValue(
    _ node: JSONNode,
    _ taking: ThemeSheet.Taking
  ) -> ThemeSheet.Value? {
    switch taking {
    case .reference(let kind):
      return text(node, "the name of one of the theme's \(kind.section)").map { .reference($0) }
    case .number: return number(node).map { .number($0) }
    case .bool: return bool(node).map { .bool($0) }
    case .words(let words):
      guard let word = text(node, "one of \(words.joined(separator: ", ")),") else { return nil }
      guard words.contains(RuleFlaw.lower(word)) else {
        error(node, "expected one of \(words.joined(separator: ", "))")
        return nil
      }
      return .word(RuleFlaw.lower(word))
    }
  }
}
