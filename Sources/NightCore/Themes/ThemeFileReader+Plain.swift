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

  mutating func text(_ node: JSONNode, _ expected: String) -> String? {
    guard case .string(let text) = node.value else {
      error(node, "expected \(expected), as a text")
      return nil
    }
    // libdbus cannot carry it, and no name has one.
    guard !text.utf8.contains(0) else {
      error(node, "expected a text without NUL")
      return nil
    }
    guard text.utf8.count <= 65_536 else {
      error(node, "expected a text of at most 64 KiB")
      return nil
    }
    return text
  }

  /// A description, which costs nobody the theme.
  mutating func words(_ node: JSONNode) -> String? { text(node, "a sentence") }

  mutating func number(_ node: JSONNode) -> Double? {
    switch node.value {
    case .integer(let number): return Double(number)
    case .double(let number) where number.isFinite: return number
    default:
      error(node, "expected a number")
      return nil
    }
  }

  mutating func bool(_ node: JSONNode) -> Bool? {
    guard case .bool(let value) = node.value else {
      error(node, "expected true or false")
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

  static func unknown(_ name: String, among known: [String]) -> String {
    "\(RuleFlaw.quoted(name)) is not known and passed over"
      + RuleFlaw.meant(NearestWord.to(name, among: known))
  }
}
