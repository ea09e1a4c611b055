/// Reads a theme's file, and goes on after a mistake, so that all are told at once.
///
/// What is not known is passed over with a warning: a newer file is to serve an older nightd.
struct ThemeFileReader {
  let file: String
  /// The names of the files beside it, if it stands in a folder of its own.
  let assets: Set<String>?
  /// Those of the links beside it.
  let links: Set<String>
  var findings: [ThemeFinding] = []
  var errors = 0
  var warnings = 0
  /// Whether a text of the file may be written otherwise than it reads.
  var hasEscapes = false
  /// What a file with mistakes says, to look for more of them.
  ///
  /// What is wrong is there all the same, so that nothing is said to lack it. There is none where
  /// its parent is not known.
  private(set) var draft: ThemeFile?

  /// More would not be a theme, and is refused before it is worked on.
  static let limits = JSONLimits(bytes: 4 << 20, depth: 8, values: 400_000)
  static let mostTextBytes = 65_536
  /// Of a description, or of who made it: lists show them.
  static let mostWordBytes = 1_024
  /// Of each kind together, with the palette: so much the bus can carry in one answer.
  static let mostValues = 16_384

  init(file: String, assets: Set<String>?, links: Set<String> = []) {
    self.file = file
    self.assets = assets
    self.links = links
  }

  /// Nothing where it cannot be used; the findings say why.
  mutating func read(_ bytes: [UInt8], named name: String) -> ThemeFile? {
    let root: JSONNode
    do throws(JSONError) { root = try JSONReader.read(bytes, limits: Self.limits) } catch {
      findings.append(ThemeFinding(.error, in: file, at: error.position, error.message))
      return nil
    }
    hasEscapes = bytes.contains(UInt8(ascii: "\\"))
    guard let members = root.members else {
      error(root, "expected an object with “style” and “colors”")
      return nil
    }
    // Whatever it is, there may be more to mend below.
    let style = style(root)
    var theme = ThemeFile(name: name, style: style ?? .light)
    for member in members { read(member, into: &theme) }
    let hasParentage = root["parent"] == nil ? style != nil : theme.parent != nil
    guard !findings.contains(where: { $0.severity == .error }) else {
      if hasParentage { draft = theme }
      return nil
    }
    return theme
  }

  private mutating func style(_ root: JSONNode) -> Style? {
    guard let node = root["style"] else {
      error(root, "expected a “style”, light or dark")
      return nil
    }
    guard case .string(let word) = node.value else {
      error(node, "expected a style in quotes, light or dark")
      return nil
    }
    guard let style = Style(rawValue: word) else {
      error(
        node,
        "expected a style, light or dark, found \(RuleFlaw.quoted(word))"
          + RuleFlaw.meant(Self.style(meantBy: RuleFlaw.lower(word)))
      )
      return nil
    }
    return style
  }

  private static func style(meantBy word: String) -> String? {
    switch word {
    case "day": Style.light.rawValue
    // A single letter makes it `light`.
    case "night": Style.dark.rawValue
    default: NearestWord.to(word, among: Style.allCases.map(\.rawValue))
    }
  }

  private mutating func read(_ member: JSONNode.Member, into theme: inout ThemeFile) {
    let node = member.node
    switch member.name {
    case "style": break
    case "name": readName(node, theme.name)
    case "parent":
      theme.parent = text(node, "the name of a theme", such: "midnight")
      theme.parentPosition = node.position
      if let parent = theme.parent, let flaw = ThemeName.flaw(parent) {
        error(node, "a theme's name \(flaw)")
        theme.parent = nil
      }
    case "description": theme.description = words(node)
    case "author": theme.author = words(node)
    case "palette":
      for member in members(node, "colours by name") {
        theme.palette.append(paletteEntry(member))
      }
      checkCount(theme, node)
    default:
      guard let kind = ThemeKind.allCases.first(where: { $0.section == member.name }) else {
        warn(member.namePosition, Self.unknown(member.name, among: Self.sections))
        return
      }
      for member in members(node, "values by name") {
        theme.entries.append(entry(member, of: kind))
      }
      checkCount(theme, node)
    }
  }

  private mutating func checkCount(_ theme: ThemeFile, _ node: JSONNode) {
    guard theme.palette.count + theme.entries.count > Self.mostValues else { return }
    error(node, "expected at most \(Self.mostValues) colours and values in a theme")
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

  private mutating func paletteEntry(_ member: JSONNode.Member) -> ThemeFile.PaletteEntry {
    guard isName(member), let written = color(member.node) else {
      return .init(member.name, .init(.color(Color(red: 0, green: 0, blue: 0))))
    }
    return .init(member.name, written.term, description: written.description)
  }

  private mutating func entry(
    _ member: JSONNode.Member,
    of kind: ThemeKind
  ) -> ThemeFile.Entry {
    let key = ThemeKey(kind, member.name)
    let node = member.node
    let flawed = ThemeFile.Entry(key, .value(.bool(false)), position: node.position)
    guard isName(member) else { return flawed }
    if kind == .color {
      guard let written = color(node) else { return flawed }
      return .init(
        key,
        .color(written.term),
        description: written.description,
        position: node.position
      )
    }
    guard let value = value(node, of: kind) else { return flawed }
    var entry = ThemeFile.Entry(key, .value(value), position: node.position)
    if case .sheet(let sheet) = value {
      entry.fields = sheet.fields.map { node[$0.name]?.position ?? node.position }
    }
    return entry
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
