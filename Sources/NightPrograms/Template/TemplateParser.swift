import NightCore

/// Reads a template from left to right.
struct TemplateParser {
  let bytes: [UInt8]
  private let dialect: Template.Dialect
  var at = 0
  var depth = 0
  private(set) var needs: Template.Needs = []
  /// The line in which the last search for a position ended: its number and its first byte's
  /// offset.
  private var line = (number: 1, start: 0)

  init(_ bytes: [UInt8], _ dialect: Template.Dialect) {
    self.bytes = bytes
    self.dialect = dialect
  }

  mutating func template() throws(Flaw) -> [Template.Part] {
    if case .mustache(let system) = dialect {
      needs.insert(system.need)
      var marks = Marks()
      return try mustache(system, &marks)
    }
    let (parts, end) = try parts()
    guard let end else { return parts }
    throw flaw("expected no “<* \(end.word) *>” here: no block is open", at: end.start)
  }

  /// Reads the template's parts up to its end, or up to a mark such as `else` or `endif`.
  private mutating func parts() throws(Flaw) -> ([Template.Part], (word: String, start: Int)?) {
    var parts: [Template.Part] = []
    var text: [UInt8] = []
    func add() { if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) } }
    while at < bytes.count {
      let plain = bytes[at...].prefix { !Self.isSpecial($0) }
      text += plain
      at = plain.endIndex
      guard at < bytes.count else { break }
      let start = at
      if bytes[at] == UInt8(ascii: "\\"), let escaped {
        text += escaped.utf8
        at += 1 + escaped.utf8.count
      } else if follows("{{") {
        guard let value = try valueOrText() else {
          text += "{{".utf8
          at = start + 2
          continue
        }
        add()
        text = []
        parts.append(.value(value))
      } else if dialect == .nightd, follows("{%") {
        throw flaw(
          "expected “<* … *>” for a block, found “{%”, which other template languages have; "
            + "write “\\{%” for these characters as text",
          at: start
        )
      } else if follows("<*") {
        let end = bytes[start...].firstPlace(of: "*>".utf8)?.upperBound ?? bytes.count
        let isAlone = takeLine(start..<end, &text)
        add()
        text = []
        let word = try blockWord()
        guard word == "for" || word == "if" else {
          try expect("*>", opened: start)
          skipLineEnd(isAlone)
          return (parts, (word, start))
        }
        depth += 1
        guard depth <= Template.mostDepth else {
          throw flaw("expected at most \(Template.mostDepth) nested blocks", at: start)
        }
        parts.append(try word == "for" ? loop(start, isAlone) : condition(start, isAlone))
        depth -= 1
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    add()
    return (parts, nil)
  }

  /// Reads `{{ … }}`; returns nil if noctalia would read these characters as plain text.
  private mutating func valueOrText() throws(Flaw) -> TemplateExpression? {
    let start = at
    do throws(Flaw) {
      var value = try value()
      if dialect == .noctalia, case .path(let names) = value.operand, names[0] != "colors" {
        value.source = String(decoding: bytes[start..<at], as: UTF8.self)
      }
      return value
    } catch {
      guard dialect == .noctalia else { throw error }
      return nil
    }
  }

  /// The characters after a backslash, such as `{{`, that are plain text because of this backslash;
  /// nil if the backslash has no effect.
  private var escaped: String? {
    let texts = dialect == .matugen ? ["{{", "}}", "<*", "*>", "\\"] : ["{{", "<*", "{%"]
    return texts.first { follows($0, 1) }
  }

  private mutating func loop(_ start: Int, _ isAlone: Bool) throws(Flaw) -> Template.Part {
    var names = [try name()]
    if take(",") { names.append(try name()) }
    let word = try name()
    guard word == "in" else { throw flaw("expected “in” after the names, found “\(word)”") }
    let source: Template.Source
    if let range = try range() {
      source = .numbers(range)
      if dialect == .matugen { names.append("i") }
    } else {
      source = .values(try take("{{") ? value(isOpen: true) : expression())
    }
    try expect("*>", opened: start)
    skipLineEnd(isAlone)
    let (body, end) = try parts()
    guard end?.word == "endfor" else { throw unclosed("for", "endfor", start, end) }
    return .loop(names: names, over: source, body)
  }

  private mutating func condition(_ start: Int, _ isAlone: Bool) throws(Flaw) -> Template.Part {
    var isNegated = false
    skipBlanks()
    let before = at
    if (try? name()) == "not" { isNegated = true } else { at = before }
    var condition = Template.Condition(isNegated: isNegated, value: try conditionValue())
    if take("==") {
      condition.equals = try conditionValue()
    } else if take("!=") {
      condition.isNegated.toggle()
      condition.equals = try conditionValue()
    }
    try expect("*>", opened: start)
    skipLineEnd(isAlone)
    if dialect == .matugen { skipBlanks() }
    var (then, end) = try parts()
    var otherwise: [Template.Part] = []
    if end?.word == "else" {
      if dialect == .matugen { skipBlanks() }
      (otherwise, end) = try parts()
    }
    guard end?.word == "endif" else { throw unclosed("if", "endif", start, end) }
    return .condition(condition, then: then, otherwise: otherwise)
  }

  private mutating func conditionValue() throws(Flaw) -> TemplateExpression {
    try take("{{") ? value(isOpen: true) : expression()
  }

  // MARK: - Expressions

  /// Reads `{{ … }}`; if `isOpen` is true, the first two characters are already read.
  private mutating func value(isOpen: Bool = false) throws(Flaw) -> TemplateExpression {
    let start = isOpen ? at - 2 : at
    if !isOpen { at += 2 }
    let expression = try expression()
    if !take("}}") {
      let line = bytes[at...].prefix { $0 != UInt8(ascii: "\n") }
      if let end = line.firstPlace(of: "}}".utf8)?.lowerBound {
        let found = String(decoding: line[..<end], as: UTF8.self)
        throw flaw(
          "expected “}}” or a filter, found \(MessageText.quoted(found)): nightd does not support "
            + "arithmetic, include or words other than values and filters"
        )
      }
      try expect("}}", opened: start)
    }
    return expression
  }

  private mutating func expression() throws(Flaw) -> TemplateExpression {
    skipBlanks()
    let start = at
    let operand = try operand()
    var filters: [TemplateExpression.Filter] = []
    while take("|") {
      let name = try name()
      var arguments: [TemplateExpression.Operand] = []
      if take(":") || takesArgument() {
        repeat { arguments.append(try self.operand()) } while take(",")
      }
      filters.append(.init(name: name, arguments: arguments))
    }
    return TemplateExpression(operand: operand, filters: filters, position: position(start))
  }

  /// Whether an argument follows a filter's name without a colon, as noctalia permits.
  private mutating func takesArgument() -> Bool {
    guard dialect == .noctalia else { return false }
    skipBlanks()
    return at < bytes.count && "+-.0123456789\"'".utf8.contains(bytes[at])
  }

  private mutating func operand() throws(Flaw) -> TemplateExpression.Operand {
    skipBlanks()
    guard at < bytes.count else { throw flaw("expected a value, found the end of the template") }
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try quoted())
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"):
      let start = at
      while at < bytes.count, "+-.0123456789".utf8.contains(bytes[at]) { at += 1 }
      guard let number = Double(String(decoding: bytes[start..<at], as: UTF8.self)) else {
        throw flaw("expected a number", at: start)
      }
      return .number(number)
    case UInt8(ascii: "{") where take("{{"):
      depth += 1
      defer { depth -= 1 }
      guard depth <= Template.mostDepth else { throw flaw("expected fewer nested “{{”") }
      return .expression(try value(isOpen: true))
    default:
      var path = [try name()]
      while at < bytes.count, bytes[at] == UInt8(ascii: ".") {
        at += 1
        path.append(try name())
        if path.last == "light" || path.last == "dark" { needs.insert(.bothStyles) }
      }
      if path[0] == "palettes" { needs.insert(.palettes) }
      if path[0] == "base16" { needs.insert(.base16) }
      if path[0] == "image" { needs.insert(.picture) }
      return .path(path)
    }
  }

  private mutating func quoted() throws(Flaw) -> String {
    let (quote, start) = (bytes[at], at)
    var text: [UInt8] = []
    at += 1
    while at < bytes.count, bytes[at] != quote {
      if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count { at += 1 }
      text.append(bytes[at])
      at += 1
    }
    guard at < bytes.count else { throw flaw("expected the end of this text", at: start) }
    at += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func range() throws(Flaw) -> Range<Int>? {
    skipBlanks()
    let start = at
    func number(_ parser: inout Self) -> Int? {
      let start = parser.at
      while parser.at < parser.bytes.count, "-0123456789".utf8.contains(parser.bytes[parser.at]) {
        parser.at += 1
      }
      return Int(String(decoding: parser.bytes[start..<parser.at], as: UTF8.self))
    }
    guard let first = number(&self), take("..") else {
      at = start
      return nil
    }
    let most = 1 << 20
    guard let last = number(&self), (-most...most).contains(first), (-most...most).contains(last),
      first <= last, last - first <= 4_096
    else {
      throw flaw("expected a range of at most 4,096 numbers, such as 0..15", at: start)
    }
    return dialect == .matugen ? first..<last : first..<last + 1
  }

  /// Reads a name, which consists of letters, digits, `_` and `-`.
  private mutating func name() throws(Flaw) -> String {
    skipBlanks()
    let start = at
    while at < bytes.count, Self.isName(bytes[at]) { at += 1 }
    guard at > start else { throw flaw("expected a name") }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Whether a byte can begin something other than plain text.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "\\")
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == 9 || byte == 10 || byte == 13
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: - Characters

  private mutating func blockWord() throws(Flaw) -> String {
    let start = at
    at += 2
    let word = try name()
    guard ["for", "if", "else", "endif", "endfor"].contains(word) else {
      throw flaw("expected “for”, “if”, “else”, “endif” or “endfor”, found “\(word)”", at: start)
    }
    return word
  }

  private mutating func unclosed(
    _ word: String,
    _ closing: String,
    _ start: Int,
    _ end: (word: String, start: Int)?
  ) -> Flaw {
    guard let end else { return flaw("expected “<* \(closing) *>” for this \(word)", at: start) }
    return flaw("expected “<* \(closing) *>”, found “<* \(end.word) *>”", at: end.start)
  }

  func follows(_ text: String, _ offset: Int = 0) -> Bool {
    bytes[min(at + offset, bytes.count)...].starts(with: text.utf8)
  }

  private mutating func skipBlanks() {
    while at < bytes.count, Self.isBlank(bytes[at]) { at += 1 }
  }

  private mutating func take(_ text: String) -> Bool {
    let start = at
    skipBlanks()
    guard follows(text) else {
      at = start
      return false
    }
    at += text.utf8.count
    return true
  }

  private mutating func expect(_ text: String, opened start: Int) throws(Flaw) {
    guard !take(text) else { return }
    // If the opening mark is in the line where the closing mark is missing, quote the opening mark.
    // Do not report the opening mark's position, which would be wrong if the template is in a
    // program's description.
    let (begin, here) = (position(start), position(at))
    let word = String(decoding: bytes[start..<min(start + 2, bytes.count)], as: UTF8.self)
    throw flaw(
      "expected “\(text)” to close "
        + (begin.line == here.line ? "the last “\(word)”" : "the mark that begins at \(begin)")
    )
  }

  /// Whether a mark is alone on its line; if so, removes the blanks before it.
  func takeLine(_ mark: Range<Int>, _ text: inout [UInt8]) -> Bool {
    guard dialect != .matugen else { return false }
    let (start, end) = (mark.lowerBound, lineEnd(mark.upperBound))
    guard end == bytes.count || bytes[end] == UInt8(ascii: "\n") else { return false }
    var begin = start
    while begin > 0, " \t".utf8.contains(bytes[begin - 1]) { begin -= 1 }
    guard begin == 0 || bytes[begin - 1] == UInt8(ascii: "\n") else { return false }
    text.removeLast(min(text.count, start - begin))
    return true
  }

  mutating func skipLineEnd(_ isAlone: Bool) {
    if isAlone { at = min(lineEnd(at) + 1, bytes.count) }
  }

  /// The offset of the next byte that is not a blank, at the line's end at the latest.
  private func lineEnd(_ start: Int) -> Int {
    var blanks = Array(" \t".utf8)
    if case .mustache = dialect { blanks.append(UInt8(ascii: "\r")) }
    return bytes[start...].firstIndex { !blanks.contains($0) } ?? bytes.count
  }

  /// The position of a byte.
  ///
  /// Counts lines from the last position, because counting from the start would be slow.
  mutating func position(_ offset: Int) -> Position {
    let offset = min(offset, bytes.count)
    if offset < line.start { line = (1, 0) }
    for index in line.start..<offset where bytes[index] == UInt8(ascii: "\n") {
      line = (line.number + 1, index + 1)
    }
    // Count only the first byte of each character.
    let column = bytes[line.start..<offset].count { $0 & 0xC0 != 0x80 } + 1
    return Position(line: line.number, column: column)
  }

  mutating func flaw(_ message: String, at offset: Int? = nil) -> Flaw {
    Flaw(message, at: position(offset ?? at))
  }
}
