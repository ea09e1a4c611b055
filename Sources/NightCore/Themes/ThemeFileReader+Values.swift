extension ThemeFileReader {
  /// Reads an image: a file name, or file names by state and scale.
  ///
  /// Examples are `"logo.png"` and `{ normal: "logo.png", pressed: { "1": "down.png", "2":
  /// "down@2x.png" } }`.
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
      // Compare strings, not numbers, because otherwise `01` would be another name for scale 1.
      guard let scale = ["1", "2", "3", "4"].firstIndex(of: member.name).map({ $0 + 1 }) else {
        error(member.namePosition, "expected a scale, 1, 2, 3 or 4")
        return nil
      }
      guard let file = asset(member.node) else { return nil }
      pictures.append(.init(state: state, scale: scale, file: file))
    }
    return pictures
  }

  /// Finds the files for screens with more pixels next to an image's file, such as `logo@2x.png`
  /// next to `logo.png`.
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
      error(node, "only a theme in a folder of its own, NAME/theme.json5, can have images")
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
      error(node, "\(MessageText.quoted(way)) is a link, and links are not followed")
      return nil
    }
    guard assets.contains(name) else {
      let nearest = ThemeFinding.nearest(name, among: assets)
      error(
        node,
        "there is no file \(MessageText.quoted(name)) in the theme's folder"
          + MessageText.didYouMean(nearest)
      )
      return nil
    }
    return name
  }

  /// Reads a font such as `"Inter, 11"` or `{ family: "Inter", size: 11 }`.
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
        // An empty family means a missing family, as in the string ", 11".
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
      guard let value = fieldValue(member.node, field.type) else { return nil }
      fields.append(.init(field.name, value))
    }
    return node.members == nil ? nil : ThemeSheet(fields)
  }

  private mutating func fieldValue(
    _ node: JSONNode,
    _ type: ThemeSheet.FieldType
  ) -> ThemeSheet.Value? {
    switch type {
    case .reference(let kind):
      return text(node, "the name of one of the theme's \(kind.section)").map { .reference($0) }
    case .number: return number(node).map { .number($0) }
    case .bool: return bool(node).map { .bool($0) }
    case .keywords(let words):
      guard let word = text(node, "one of \(words.joined(separator: ", ")),") else { return nil }
      guard words.contains(MessageText.lowercased(word)) else {
        error(node, "expected one of \(words.joined(separator: ", "))")
        return nil
      }
      return .word(MessageText.lowercased(word))
    }
  }
}

extension ThemeFileReader {
  mutating func members(_ node: JSONNode, _ expected: String) -> [JSONNode.Member] {
    guard let members = node.members else {
      error(node, "expected an object with \(expected)")
      return []
    }
    return members
  }

  mutating func isName(_ member: JSONNode.Member) -> Bool {
    guard !ThemeKey.isName(member.name) else { return true }
    error(
      member.namePosition,
      "expected a name of 1 to \(ThemeKey.maximumBytes) letters, digits, dots, - and _, "
        + "found \(MessageText.quoted(member.name))"
    )
    return false
  }

  mutating func text(
    _ node: JSONNode,
    _ expected: @autoclosure () -> String,
    such example: String? = nil
  ) -> String? {
    guard case .string(let text) = node.value else {
      error(
        node,
        "expected \(expected()) in quotes" + (example.map { ", such as \"\($0)\"" } ?? "")
      )
      return nil
    }
    // No valid name contains a NUL, and libdbus cannot send a NUL.
    guard !text.utf8.contains(0) else {
      error(node, "expected a string without NUL")
      return nil
    }
    guard text.utf8.count <= Self.maximumTextBytes else {
      error(node, "expected a string of at most 64 KiB")
      return nil
    }
    return text
  }

  /// Reads the text of `description` or `author`.
  mutating func sentence(_ node: JSONNode) -> String? {
    guard let words = text(node, "a sentence") else { return nil }
    guard words.utf8.count <= Self.maximumSentenceBytes else {
      error(node, "expected a sentence of at most \(Self.maximumSentenceBytes) bytes")
      return nil
    }
    return words
  }

  mutating func number(_ node: JSONNode) -> Double? {
    switch node.value {
    case .integer(let number): return Double(number)
    case .double(let number) where number.isFinite: return number
    case .string(let text) where Double(text) != nil:
      error(node, "expected a number, without quotes")
      return nil
    default:
      error(node, "expected a number")
      return nil
    }
  }

  /// Writes a number as people do: 2 and not 2.0, for example.
  static func shown(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? JSON.double(number).text(pretty: false)
  }

  mutating func bool(_ node: JSONNode) -> Bool? {
    guard case .bool(let value) = node.value else {
      let isQuoted = node.value == .string("true") || node.value == .string("false")
      error(node, "expected true or false" + (isQuoted ? ", without quotes" : ""))
      return nil
    }
    return value
  }

  mutating func error(_ node: JSONNode, _ message: @autoclosure () -> String) {
    error(node.position, message())
  }

  mutating func error(_ position: Position, _ message: @autoclosure () -> String) {
    add(.error, position, message)
  }

  mutating func warn(_ position: Position, _ message: @autoclosure () -> String) {
    add(.warning, position, message)
  }

  private mutating func add(
    _ severity: ThemeFinding.Severity,
    _ position: Position,
    _ message: () -> String
  ) {
    // Count errors and warnings separately, so that many warnings do not hide an error.
    let count = severity == .error ? errors : warnings
    guard count < ThemeFinding.maximumCount else { return }
    if severity == .error { errors += 1 } else { warnings += 1 }
    findings.append(ThemeFinding(severity, in: file, at: position, message()))
  }

  /// The message for an unknown name.
  ///
  /// If no known name is similar and there are only a few known names, the message lists all of
  /// them.
  static func unknown(_ name: String, among known: [String]) -> String {
    let sentence = "\(MessageText.quoted(name)) is unknown and ignored"
    let nearest = NearestWord.to(name, among: known)
    guard nearest == nil, known.count <= 10, let last = known.last else {
      return sentence + MessageText.didYouMean(nearest)
    }
    return "\(sentence); known names are \(known.dropLast().joined(separator: ", ")) and "
      + last
  }
}
