/// The style sheets of AppTheme, from `AppStyle-LabelStyle.json` and the files for buttons and
/// views.
///
/// Each file of style sheets is an array of objects with a `styleName`. The sheets refer to colours
/// of `Themes.json` by name.
package struct AppThemeStyles: Sendable {
  struct Sheet: Sendable {
    struct Field: Sendable {
      let field: ThemeSheet.Field
      let position: Position
    }

    let key: ThemeKey
    let position: Position
    var fields: [Field] = []
    /// The font of a label.
    var font: ThemeFont?
  }

  /// The name of the style sheet file, as messages show it.
  package let file: String
  private(set) var sheets: [Sheet] = []
  private(set) var findings: [ThemeFinding] = []
  private var places: [ThemeKey: Position] = [:]

  private static let maximumStyles = 4_096
  /// The transparent colour, which always exists in AppTheme.
  static let clear = "clear"
  /// The prefix of the name of every style sheet file.
  package static let beginning = "AppStyle-"

  /// Whether a file contains style sheets, rather than themes.
  package static func areIn(_ bytes: [UInt8], path: String) -> Bool {
    if path.fileName.hasPrefix(beginning) { return true }
    guard let root = try? JSONReader.read(bytes, limits: ThemeFileReader.limits),
      case .array(let nodes) = root.value, let first = nodes.first
    else { return false }
    return first["styleName"] != nil && first["themeName"] == nil
  }

  package init(_ bytes: [UInt8], file: String) {
    self.file = file
    do throws(Flaw) {
      let root = try JSONReader.read(bytes, limits: ThemeFileReader.limits)
      guard case .array(let nodes) = root.value else {
        add(.error, root.position, "expected an array of styles, each with a “styleName”")
        return
      }
      guard nodes.count <= Self.maximumStyles else {
        add(.error, root.position, "expected at most \(Self.maximumStyles) styles")
        return
      }
      for node in nodes { read(node) }
    } catch { add(.error, error.position, error.message) }
  }

  private mutating func add(
    _ severity: ThemeFinding.Severity,
    _ position: Position?,
    _ message: String
  ) {
    guard findings.count(where: { $0.severity == severity }) < ThemeFinding.maximumCount else {
      return
    }
    findings.append(ThemeFinding(severity, in: file, at: position, message))
  }

  // MARK: - Reading

  /// The kind of a sheet, derived from the file's name or, if that fails, from the sheet's members.
  private func kind(_ node: JSONNode) -> ThemeKind {
    let name = MessageText.lowercased(file)
    for (word, kind) in [
      ("labelstyle", ThemeKind.label), ("buttonstyle", .button), ("viewstyle", .view),
    ] where name.fileName.includes(word) {
      return kind
    }
    if node["labelStyle"] != nil || node["horizontalAlignment"] != nil { return .button }
    let isLabel = ["textColor", "fontName", "fontSize", "numberOfLines", "uppercased"]
      .contains { node[$0] != nil }
    return isLabel ? .label : .view
  }

  private mutating func read(_ node: JSONNode) {
    guard let members = node.members, let nameNode = node["styleName"],
      case .string(let name) = nameNode.value
    else {
      return add(.error, node.position, "expected an object with a “styleName”, as a string")
    }
    guard ThemeKey.isName(name) else {
      return add(
        .error,
        nameNode.position,
        "expected a name of 1 to \(ThemeKey.maximumBytes) letters, digits, dots, - and _, "
          + "found \(MessageText.quoted(name))"
      )
    }
    var sheet = Sheet(key: ThemeKey(kind(node), name), position: nameNode.position)
    if let first = places.updateValue(nameNode.position, forKey: sheet.key) {
      return add(
        .error,
        nameNode.position,
        "the style \(MessageText.quoted(name)) is already defined at \(first)"
      )
    }
    for member in members where member.name != "styleName" && member.node.value != .null {
      read(member, into: &sheet)
    }
    if sheet.key.kind == .label { readFont(node, into: &sheet) }
    sheets.append(sheet)
  }

  private mutating func read(_ member: JSONNode.Member, into sheet: inout Sheet) {
    let node = member.node
    func put(_ name: String, _ value: ThemeSheet.Value) {
      sheet.fields.append(.init(field: .init(name, value), position: node.position))
    }
    switch (sheet.key.kind, member.name) {
    case (.label, "fontName"), (.label, "fontSize"): break
    case (.button, "labelStyle"):
      if let name = text(node, "the “styleName” of a label") { put("label", .reference(name)) }
    case (.button, "horizontalAlignment"):
      guard let word = text(node, "an alignment, such as \"left\"") else { return }
      let side = MessageText.lowercased(word)
      // As in AppTheme, any word other than `left` and `right` means the centre.
      put("alignment", .word(["left", "right"].contains(side) ? side : "center"))
    default:
      let own = ["font", "label", "alignment"]
      let known = ThemeSheet.fields(of: sheet.key.kind).filter { !own.contains($0.name) }
      guard let field = known.first(where: { $0.name == member.name }) else {
        return warnUnknown(member, known.map(\.name), sheet.key.kind)
      }
      switch field.type {
      case .reference:
        if let role = text(node, "the name of a colour") { put(field.name, .reference(role)) }
      case .number: if let number = number(node) { put(field.name, .number(number)) }
      case .bool:
        guard case .bool(let value) = node.value else {
          return add(.error, node.position, "expected true or false")
        }
        put(field.name, .bool(value))
      case .keywords: break
      }
    }
  }

  private mutating func warnUnknown(
    _ member: JSONNode.Member,
    _ fields: [String],
    _ kind: ThemeKind
  ) {
    let own =
      switch kind {
      case .label: ["fontName", "fontSize"]
      case .button: ["labelStyle", "horizontalAlignment"]
      default: [String]()
      }
    add(
      .warning,
      member.namePosition,
      "\(MessageText.quoted(member.name)) is unknown and ignored"
        + MessageText.didYouMean(NearestWord.to(member.name, among: fields + own + ["styleName"]))
    )
  }

  /// Reads the font of a label; AppTheme ignores a font that lacks a name or a size.
  private mutating func readFont(_ node: JSONNode, into sheet: inout Sheet) {
    let family = node["fontName"].flatMap { $0.value == .null ? nil : $0 }
    let size = node["fontSize"].flatMap { $0.value == .null ? nil : $0 }
    guard family != nil || size != nil else { return }
    guard let family, let size else {
      return add(
        .warning,
        (family ?? size)?.position,
        "a font needs both “fontName” and “fontSize”, so \(MessageText.quoted(sheet.key.name)) has "
          + "no font"
      )
    }
    guard let name = text(family, "the name of a font"), let points = number(size) else { return }
    guard points > 0, points <= 1_000 else {
      return add(.error, size.position, "expected a size in points, above 0 and up to 1000")
    }
    sheet.font = ThemeFont(family: name, size: points)
    let field = ThemeSheet.Field("font", .reference(sheet.key.name))
    sheet.fields.append(.init(field: field, position: family.position))
  }

  private mutating func text(_ node: JSONNode, _ expected: String) -> String? {
    guard case .string(let text) = node.value, !text.isEmpty, !text.utf8.contains(0),
      text.utf8.count <= ThemeFileReader.maximumSentenceBytes
    else {
      add(.error, node.position, "expected \(expected), in quotes")
      return nil
    }
    return text
  }

  private mutating func number(_ node: JSONNode) -> Double? {
    switch node.value {
    case .integer(let number): return Double(number)
    case .double(let number) where number.isFinite: return number
    default:
      add(.error, node.position, "expected a number")
      return nil
    }
  }
}
