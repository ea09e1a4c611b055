/// Reads a theme's file, and goes on after a mistake, so that all are told at once.
///
/// What is not known is passed over with a warning: a newer file is to serve an older nightd.
struct ThemeFileReader {
  let file: String
  /// The names of the files beside it, if it stands in a folder of its own.
  let assets: Set<String>?
  var findings: [ThemeFinding] = []
  var errors = 0
  var warnings = 0

  /// More would not be a theme, and is refused before it is worked on.
  static let limits = JSONLimits(bytes: 4 << 20, depth: 8, values: 400_000)
  /// Of each kind together.
  static let mostEntries = 65_536

  init(file: String, assets: Set<String>?) {
    self.file = file
    self.assets = assets
  }

  /// Nothing where it cannot be used; the findings say why.
  mutating func read(_ bytes: [UInt8], named name: String) -> ThemeFile? {
    let root: JSONNode
    do throws(JSONError) { root = try JSONReader.read(bytes, limits: Self.limits) } catch {
      findings.append(ThemeFinding(.error, in: file, at: error.position, error.message))
      return nil
    }
    guard let members = root.members else {
      error(root, "expected an object with “style” and “colors”")
      return nil
    }
    guard let style = style(root) else { return nil }
    var theme = ThemeFile(name: name, style: style)
    for member in members { read(member, into: &theme) }
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    return theme
  }

  private mutating func style(_ root: JSONNode) -> Style? {
    guard let node = root["style"] else {
      error(root, "expected a “style”, light or dark")
      return nil
    }
    guard case .string(let word) = node.value, let style = Style(rawValue: word) else {
      error(node, "expected a style, light or dark")
      return nil
    }
    return style
  }

  private mutating func read(_ member: JSONNode.Member, into theme: inout ThemeFile) {
    let node = member.node
    switch member.name {
    case "style": break
    case "name": readName(node, theme.name)
    case "parent":
      theme.parent = text(node, "the name of a theme")
      theme.parentPosition = node.position
      if let parent = theme.parent, let flaw = ThemeName.flaw(parent) {
        error(node, "a theme's name \(flaw)")
      }
    case "description": theme.description = words(node)
    case "author": theme.author = words(node)
    case "palette":
      for member in members(node, "colours by name") {
        guard let entry = paletteEntry(member) else { continue }
        theme.palette.append(entry)
      }
    default:
      guard let kind = ThemeKind.allCases.first(where: { $0.section == member.name }) else {
        warn(member.namePosition, Self.unknown(member.name, among: Self.sections))
        return
      }
      for member in members(node, "values by name") {
        guard let entry = entry(member, of: kind) else { continue }
        theme.entries.append(entry)
      }
      if theme.entries.count > Self.mostEntries {
        error(node, "expected at most \(Self.mostEntries) values in a theme")
      }
    }
  }

  static let sections =
    ["name", "style", "parent", "description", "author", "palette"]
    + ThemeKind.allCases.map(\.section)

  /// Files are found by their names, so that a theme cannot have another one.
  private mutating func readName(_ node: JSONNode, _ name: String) {
    guard let written = text(node, "the theme's name") else { return }
    guard !written.isSameText(as: name) else { return }
    error(
      node,
      "the theme calls itself \(RuleFlaw.quoted(written)), and its file \(RuleFlaw.quoted(name)); "
        + "both must be the same"
    )
  }

  private mutating func paletteEntry(_ member: JSONNode.Member) -> ThemeFile.PaletteEntry? {
    guard isName(member), let written = color(member.node) else { return nil }
    return .init(member.name, written.term, description: written.description)
  }

  private mutating func entry(
    _ member: JSONNode.Member,
    of kind: ThemeKind
  ) -> ThemeFile.Entry? {
    guard isName(member) else { return nil }
    let key = ThemeKey(kind, member.name)
    let node = member.node
    if kind == .color {
      guard let written = color(node) else { return nil }
      return .init(
        key,
        .color(written.term),
        description: written.description,
        position: node.position
      )
    }
    guard let value = value(node, of: kind) else { return nil }
    return .init(key, .value(value), position: node.position)
  }

  private mutating func value(_ node: JSONNode, of kind: ThemeKind) -> ThemeValue? {
    switch kind {
    case .color: return nil
    case .image: return image(node).map(ThemeValue.image)
    case .font: return font(node).map(ThemeValue.font)
    case .number: return number(node).map(ThemeValue.number)
    case .string: return text(node, "a text").map(ThemeValue.string)
    case .bool: return bool(node).map(ThemeValue.bool)
    case .label, .button, .view: return sheet(node, of: kind).map(ThemeValue.sheet)
    }
  }
}
