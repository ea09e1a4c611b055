/// Reads AppTheme's `Themes.json`, which has themes with their parents and named colours.
///
/// In AppTheme's format, eight-digit colours begin with the alpha, unlike in all other formats that
/// nightctl imports. If the file has eight-digit colours, a note in the result mentions the order
/// of the digits.
package enum AppThemeFile {
  /// Reads a file `Themes.json`; `styles` are the style sheets for the themes in that file.
  package static func read(
    _ bytes: [UInt8],
    file: String,
    style: Style? = nil,
    called name: String? = nil,
    title: String? = nil,
    styles: [AppThemeStyles] = []
  ) -> ThemeImport {
    let result = ThemeImport(file: file, style: style, called: name, title: title)
    var reader = AppThemeReader(result, styles)
    return reader.read(bytes)
  }
}

struct AppThemeReader {
  struct RawTheme {
    /// The theme's name in the file, by which other themes declare this theme as their parent.
    var name: String
    /// The theme's name in nightd.
    var ownName: String
    /// The style that the theme's name in the file declares; nil if that name declares no style.
    var style: Style?
    var position: Position
    var parent: String?
    var parentPosition: Position?
    var entries: [ThemeFile.Entry] = []
    var colors: [(key: String, color: Color)] = []
  }

  typealias Background = (key: String, color: Color)

  var result: ThemeImport
  let styles: [AppThemeStyles]
  var found: [RawTheme] = []
  /// For each theme's name, the index of the theme in `found`.
  ///
  /// The keys are the bytes of names, because Swift treats some different strings as equal.
  var places: [[UInt8]: Int] = [:]
  var alphaFirst: (count: Int, first: Position)?

  init(_ result: ThemeImport, _ styles: [AppThemeStyles]) {
    self.result = result
    self.styles = styles
  }

  mutating func read(_ bytes: [UInt8]) -> ThemeImport {
    let root: JSONNode
    do throws(Flaw) {
      root = try JSONReader.read(bytes, limits: ThemeFileReader.limits)
    } catch {
      result.add(.error, error.position, error.message)
      return result
    }
    guard case .array(let nodes) = root.value, !nodes.isEmpty else {
      result.add(.error, root.position, "expected an array of themes, each with a “themeName”")
      return result
    }
    guard nodes.count <= ThemeImport.maximumThemes else {
      result.add(
        .error,
        root.position,
        "expected at most \(ThemeImport.maximumThemes) themes, found \(nodes.count)"
      )
      return result
    }
    for node in nodes {
      readTheme(node, isOnly: nodes.count == 1)
      guard !result.hasTooManyErrors else { return result.finished() }
    }
    checkParents()
    guard result.isValid else { return result.finished() }
    noteAlphaFirst()
    let own = result.style == nil ? found.map { ThemeImport.background($0.colors) } : []
    for theme in found { add(theme, own) }
    for sheets in styles { result.findings += sheets.findings }
    if result.isValid { AppThemeStyles.add(styles, to: &result) }
    return result.finished()
  }

  private mutating func readTheme(_ node: JSONNode, isOnly: Bool) {
    guard let members = node.members else {
      result.add(.error, node.position, "expected an object with “themeName” and “colors”")
      return
    }
    guard let nameNode = node["themeName"], case .string(let name) = nameNode.value else {
      result.add(.error, node.position, "expected a “themeName”, as a string")
      return
    }
    if let first = places[Array(name.utf8)] {
      result.add(
        .error,
        nameNode.position,
        "the theme \(MessageText.quoted(name)) is already defined at \(found[first].position)"
      )
      return
    }
    let named = result.named(name, nameNode.position, isOnly: isOnly, or: "rename it there")
    var theme = RawTheme(
      name: name,
      ownName: named.name,
      style: named.style,
      position: nameNode.position
    )
    for member in members {
      switch member.name {
      case "themeName": break
      case "parent": readParent(member.node, into: &theme)
      case "colors": readColors(member.node, into: &theme)
      default: warnUnknown(member, ["themeName", "parent", "colors"])
      }
    }
    places[Array(name.utf8)] = found.count
    found.append(theme)
  }

  private mutating func warnUnknown(_ member: JSONNode.Member, _ known: [String]) {
    result.add(
      .warning,
      member.namePosition,
      "\(MessageText.quoted(member.name)) is unknown and ignored"
        + MessageText.didYouMean(NearestWord.to(member.name, among: known))
    )
  }

  private mutating func readParent(_ node: JSONNode, into theme: inout RawTheme) {
    switch node.value {
    case .null, .string(""): break
    case .string(let name):
      theme.parent = name
      theme.parentPosition = node.position
    default: result.add(.error, node.position, "expected the name of a theme, as a string")
    }
  }

  // MARK: - Colours

  private mutating func readColors(_ node: JSONNode, into theme: inout RawTheme) {
    guard case .array(let nodes) = node.value else {
      result.add(.error, node.position, "expected an array of colours, with “name” and “hex”")
      return
    }
    guard nodes.count <= ThemeFileReader.maximumValues else {
      result.add(
        .error,
        node.position,
        "expected at most \(ThemeFileReader.maximumValues) values in a theme"
      )
      return
    }
    var names: [String: Position] = [:]
    for node in nodes {
      guard !result.hasTooManyErrors else { return }
      guard let members = node.members, let nameNode = node["name"],
        case .string(let name) = nameNode.value
      else {
        result.add(.error, node.position, "expected an object with “name” and “hex”")
        continue
      }
      guard ThemeKey.isName(name) else {
        result.add(
          .error,
          nameNode.position,
          "expected a name of 1 to \(ThemeKey.maximumBytes) letters, digits, dots, - and _, "
            + "found \(MessageText.quoted(name))"
        )
        continue
      }
      if let first = names.updateValue(nameNode.position, forKey: name) {
        result.add(
          .error,
          nameNode.position,
          "the colour \(MessageText.quoted(name)) is already defined at \(first)"
        )
        continue
      }
      for member in members where !["name", "hex", "alpha"].contains(member.name) {
        warnUnknown(member, ["name", "hex", "alpha"])
      }
      guard let hex = node["hex"], let color = color(hex), let alpha = alpha(node["alpha"]) else {
        if node["hex"] == nil {
          result.add(.error, node.position, "expected the member “hex” here")
        }
        continue
      }
      theme.colors.append((name, color))
      theme.entries.append(
        ThemeFile.Entry(
          ThemeKey(.color, name),
          .color(.init(.color(color), alpha: alpha, position: hex.position)),
          position: hex.position
        )
      )
    }
  }

  /// Reads a colour of 3, 6 or 8 digits; if there are 8, the first two are the alpha.
  ///
  /// Characters around the digits are ignored.
  private mutating func color(_ node: JSONNode) -> Color? {
    guard case .string(let written) = node.value else {
      result.add(.error, node.position, "expected a colour, such as \"#1f5fc4\"")
      return nil
    }
    func isOther(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
    }
    let scalars = Array(written.unicodeScalars.prefix(64))
    let start = scalars.firstIndex { !isOther($0) } ?? scalars.endIndex
    let end = scalars.lastIndex { !isOther($0) }.map { $0 + 1 } ?? start
    let digits = scalars[start..<end].map { String($0) }
    guard written.utf8.count <= 64, [3, 6, 8].contains(digits.count) else {
      result.add(
        .error,
        node.position,
        "expected 3, 6 or 8 hexadecimal digits, found \(MessageText.quoted(written))"
      )
      return nil
    }
    let isAlphaFirst = digits.count == 8
    let turned = isAlphaFirst ? digits[2...] + digits[..<2] : digits[...]
    do throws(Flaw) {
      let color = try Color(reading: "#" + turned.joined())
      if isAlphaFirst {
        alphaFirst = ((alphaFirst?.count ?? 0) + 1, alphaFirst?.first ?? node.position)
      }
      return color
    } catch {
      result.add(
        .error,
        node.position,
        "expected hexadecimal digits, found \(MessageText.quoted(written))"
      )
      return nil
    }
  }

  private mutating func alpha(_ node: JSONNode?) -> Double? {
    guard let node else { return 1 }
    let alpha: Double
    switch node.value {
    case .integer(let number): alpha = Double(number)
    case .double(let number): alpha = number
    case .null: return 1
    default: alpha = -1
    }
    guard (0...1).contains(alpha) else {
      result.add(.error, node.position, "expected an alpha from 0 to 1")
      return nil
    }
    return alpha
  }

  private mutating func noteAlphaFirst() {
    guard let alphaFirst else { return }
    result.add(
      .note,
      alphaFirst.first,
      "colours of eight digits are read as AARRGGBB, the alpha first, as AppTheme writes them"
        + (alphaFirst.count > 1 ? " (\(alphaFirst.count) of them)" : "")
    )
  }
}
