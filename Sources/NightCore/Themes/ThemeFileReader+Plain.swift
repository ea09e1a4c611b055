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
      "expected a name of 1 to \(ThemeKey.mostBytes) letters, digits, dots, - and _, "
        + "found \(RuleFlaw.quoted(member.name))"
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
    // libdbus cannot carry it, and no name has one.
    guard !text.utf8.contains(0) else {
      error(node, "expected a text without NUL")
      return nil
    }
    guard text.utf8.count <= Self.mostTextBytes else {
      error(node, "expected a text of at most 64 KiB")
      return nil
    }
    return text
  }

  /// A description, or who made it.
  mutating func words(_ node: JSONNode) -> String? {
    guard let words = text(node, "a sentence") else { return nil }
    guard words.utf8.count <= Self.mostWordBytes else {
      error(node, "expected a sentence of at most \(Self.mostWordBytes) bytes")
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

  /// As people write it: 2, and not 2.0.
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
    // Of each kind, so that no flood of the one hides the other.
    let count = severity == .error ? errors : warnings
    guard count < ThemeFinding.most else { return }
    if severity == .error { errors += 1 } else { warnings += 1 }
    findings.append(ThemeFinding(severity, in: file, at: position, message()))
  }

  /// Says what there is, where that is little and none of it was probably meant.
  static func unknown(_ name: String, among known: [String]) -> String {
    let sentence = "\(RuleFlaw.quoted(name)) is not known and passed over"
    let nearest = NearestWord.to(name, among: known)
    guard nearest == nil, known.count <= 10, let last = known.last else {
      return sentence + RuleFlaw.meant(nearest)
    }
    return "\(sentence); what is known here is \(known.dropLast().joined(separator: ", ")) and "
      + last
  }
}
