/// Reads a theme's file, and continues after an error, so that all errors are reported at once.
///
/// An unknown name only causes a warning, so that an older nightd can use a newer file.
struct ThemeFileReader {
  let file: String
  /// The files beside the theme file in the theme's folder; nil if the theme has no folder of its
  /// own.
  let assets: Set<String>?
  /// The symbolic links in the theme's own folder.
  let links: Set<String>
  var findings: [ThemeFinding] = []
  var errors = 0
  var warnings = 0
  /// Whether the file contains escapes, so that columns within strings are not reliable.
  var hasEscapes = false
  /// The content of a file with errors; later checks use this content to find more errors.
  ///
  /// If a value is wrong, the draft still lists its key, so that the value is not also reported as
  /// missing. The draft is nil if the file does not say which parent the theme has.
  private(set) var draft: ThemeFile?

  /// The limits of a theme's file; the JSON reader checks them.
  static let limits = JSONLimits(bytes: 4 << 20, depth: 8, values: 400_000)
  static let maximumTextBytes = 65_536
  /// The maximum size of the texts `description` and `author`, in bytes; the limit exists because
  /// lists of themes show these texts.
  static let maximumSentenceBytes = 1_024
  /// The maximum number of values and palette colours in a file, all kinds together.
  ///
  /// A reply on the bus has room for this many values.
  static let maximumValues = 16_384

  init(file: String, assets: Set<String>?, links: Set<String> = []) {
    self.file = file
    self.assets = assets
    self.links = links
  }

  /// Reads a file; returns nil, with the errors in `findings`, if the file cannot be used.
  mutating func read(_ bytes: [UInt8], named name: String) -> ThemeFile? {
    let root: JSONNode
    do throws(Flaw) { root = try JSONReader.read(bytes, limits: Self.limits) } catch {
      findings.append(ThemeFinding(.error, in: file, at: error.position, error.message))
      return nil
    }
    hasEscapes = bytes.contains(UInt8(ascii: "\\"))
    guard let members = root.members else {
      error(root, "expected an object with “style” and “colors”")
      return nil
    }
    // Treat a wrong style as light, so that the reader can find errors in the rest of the file too.
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
        "expected a style, light or dark, found \(MessageText.quoted(word))"
          + MessageText.didYouMean(Self.style(meantBy: MessageText.lowercased(word)))
      )
      return nil
    }
    return style
  }

  private static func style(meantBy word: String) -> String? {
    switch word {
    case "day": Style.light.rawValue
    // The word `night` is similar to `light`, but an author who writes `night` means dark.
    case "night": Style.dark.rawValue
    default: NearestWord.to(word, among: Style.allCases.map(\.rawValue))
    }
  }

  private mutating func read(_ member: JSONNode.Member, into theme: inout ThemeFile) {
    let node = member.node
    switch member.name {
    case "style", JSONSchema.reference: break
    case "name": readName(node, theme.name)
    case "parent":
      theme.parent = text(node, "the name of a theme", such: "midnight")
      theme.parentPosition = node.position
      if let parent = theme.parent, let flaw = ThemeName.flaw(parent) {
        error(node, "a theme's name \(flaw)")
        theme.parent = nil
      }
    case "description": theme.description = sentence(node)
    case "author": theme.author = sentence(node)
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
    guard theme.palette.count + theme.entries.count > Self.maximumValues else { return }
    error(node, "expected at most \(Self.maximumValues) colours and values in a theme")
  }

  static let sections =
    ["name", "style", "parent", "description", "author", "palette"]
    + ThemeKind.allCases.map(\.section)

  /// Checks that the name inside the file is the file's own name, because themes are found by file
  /// name.
  private mutating func readName(_ node: JSONNode, _ name: String) {
    guard let written = text(node, "the theme's name") else { return }
    guard !written.isSameText(as: name) else { return }
    error(
      node,
      "the theme's name is \(MessageText.quoted(written)), but its file is called "
        + "\(MessageText.quoted(name)); both must be the same"
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
    case .string: return text(node, "a string").map(ThemeValue.string)
    case .bool: return bool(node).map(ThemeValue.bool)
    case .label, .button, .view: return sheet(node, of: kind).map(ThemeValue.sheet)
    }
  }
}

extension ThemeFileReader {
  typealias WrittenColor = (term: ThemeFile.ColorTerm, description: String?)

  /// Reads a colour, such as `"@ink"` or `{ color: "@ink", alpha: 0.5, description: "…" }`.
  mutating func color(_ node: JSONNode) -> WrittenColor? {
    guard let members = node.members else {
      guard let term = term(node) else { return nil }
      return (term, nil)
    }
    var term: ThemeFile.ColorTerm?
    var alpha = 1.0
    var description: String?
    for member in members {
      switch member.name {
      case "color": term = self.term(member.node)
      case "alpha":
        guard let number = number(member.node) else { return nil }
        guard (0...1).contains(number) else {
          error(member.node, "expected an alpha from 0 to 1, found \(Self.shown(number))")
          return nil
        }
        alpha = number
      case "description": description = sentence(member.node)
      default:
        warn(
          member.namePosition,
          Self.unknown(member.name, among: ["color", "alpha", "description"])
        )
      }
    }
    guard var term else {
      if node["color"] == nil { error(node, "expected a “color” in this object") }
      return nil
    }
    term.alpha = alpha
    return (term, description)
  }

  private mutating func term(_ node: JSONNode) -> ThemeFile.ColorTerm? {
    guard let written = text(node, "a colour", such: "#1f5fc4") else { return nil }
    guard !written.hasPrefix("@") else {
      let name = String(written.dropFirst())
      guard ThemeKey.isName(name) else {
        error(node, "expected the name of a palette colour after @")
        return nil
      }
      return .init(.reference(name), position: node.position)
    }
    do throws(Flaw) {
      return .init(.color(try Color(reading: written)), position: node.position)
    } catch {
      // The colour starts after its quotation mark. If the file has escapes or line continuations,
      // columns within strings are not reliable, so point at the quotation mark.
      let start = node.position
      let text = Position(line: start.line, column: start.column + 1)
      self.error(hasEscapes ? start : error.at(.position(text)).position ?? start, error.message)
      return nil
    }
  }
}
