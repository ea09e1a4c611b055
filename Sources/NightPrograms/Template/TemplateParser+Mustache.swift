import NightCore

/// Reads templates of tinted-theming, which use mustache (github.com/mustache/spec) without
/// partials and without mustache's optional parts.
extension TemplateParser {
  /// The characters that begin and end a tag.
  struct Marks {
    var open = Array("{{".utf8)
    var close = Array("}}".utf8)
  }

  /// Reads a template, or a section of it up to the tag that closes the section.
  mutating func mustache(
    _ system: SchemeSystem,
    _ marks: inout Marks,
    in section: (name: String, start: Int)? = nil
  ) throws(Flaw) -> [Template.Part] {
    var parts: [Template.Part] = []
    var text: [UInt8] = []
    func add() { if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) } }
    while let open = bytes[at...].firstPlace(of: marks.open) {
      let start = open.lowerBound
      text += bytes[at..<start]
      at = open.upperBound
      let sign = ["{", "&", "#", "^", "/", "!", "=", ">"].first { follows($0) } ?? ""
      at += sign.utf8.count
      let close = Array((sign == "{" ? "}" : sign == "=" ? "=" : "").utf8) + marks.close
      guard let end = bytes[at...].firstPlace(of: close) else {
        let word = String(decoding: close, as: UTF8.self)
        throw flaw("expected “\(word)” to close this tag", at: start)
      }
      let words = bytes[at..<end.lowerBound].split(whereSeparator: Self.isBlank)
      var name = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      if name == ".", let section { name = section.name }
      at = end.upperBound
      if ["#", "^", "/", "!", "="].contains(sign) { skipLineEnd(takeLine(start..<at, &text)) }
      add()
      text = []
      switch sign {
      case "!": break
      case "=":
        guard words.count == 2 else {
          throw flaw("expected two delimiters, such as “{{=<% %>=}}”", at: start)
        }
        marks = Marks(open: Array(words[0]), close: Array(words[1]))
      case ">": throw flaw("expected no partial, which nightd does not have", at: start)
      case "#", "^":
        depth += 1
        guard depth <= Template.mostDepth else {
          throw flaw("expected at most \(Template.mostDepth) nested sections", at: start)
        }
        let isInverted = sign == "^"
        let value = variable(name, system, start)
        let body = try mustache(system, &marks, in: (name, start))
        depth -= 1
        if let value {
          let condition = Template.Condition(isNegated: isInverted, value: value)
          parts.append(.condition(condition, then: body, otherwise: []))
        } else if isInverted {
          parts += body
        }
      case "/":
        if section?.name == name { return parts }
        let open = section.map { "“/\($0.name)”, the end of the last section" }
        throw flaw("expected \(open ?? "no end of a section"), found “/\(name)”", at: start)
      default:
        let isRaw = !sign.isEmpty && SchemeValues.texts.contains(name)
        let value = variable(name, system, start, mark: isRaw ? SchemeValues.rawMark : "")
        if let value { parts.append(.value(value)) }
      }
    }
    text += bytes[at...]
    add()
    guard let section else { return parts }
    throw flaw("expected “/\(section.name)” to close this section", at: section.start)
  }

  /// A variable; nil if schemes of this system lack it, so that it is treated as empty.
  private mutating func variable(
    _ name: String,
    _ system: SchemeSystem,
    _ start: Int,
    mark: String = ""
  ) -> TemplateExpression? {
    guard SchemeValues.names[system]?.contains(name) == true else { return nil }
    let path = [SchemeValues.table, mark + name]
    return TemplateExpression(operand: .path(path), filters: [], position: position(start))
  }
}
