import TestSupport

/// The manual page of the bus interface, made from the contract in `dbus`.
struct ContractPage {
  private var page = MdocWriter(
    "org.nightd.Night1",
    5,
    title: "the D-Bus interface of nightd"
  )
  private var comment: [String] = []
  private var arguments: [String] = []
  private var member = ""

  static func text() throws -> String {
    var page = ContractPage()
    let lines = try TextFile("\(Built.sourceRoot)/dbus/org.nightd.Night1.xml").lines
    page.page.section("Description")
    var isComment = false
    for line in lines {
      let text = line.drop { $0 == " " }
      if isComment || text.hasPrefix("<!--") {
        isComment = !text.hasSuffix("-->")
        page.add(line)
      } else {
        page.element(String(text))
      }
    }
    page.page.section("See also")
    page.page.paragraph(["nightctl(1), libnightkit(3), nightd(8)"])
    page.page.end()
    return page.page.text
  }

  private mutating func add(_ line: String) {
    var text = line
    for mark in ["<!--", "-->"] {
      if let range = text.firstRange(of: mark) { text.removeSubrange(range) }
    }
    comment.append(text)
  }

  private mutating func element(_ line: String) {
    let name = attribute("name", of: line)
    if line.hasPrefix("<node") {
      writeComment()
    } else if line.hasPrefix("<interface") {
      page.section("The interface \(name)")
      writeComment()
    } else if line.hasPrefix("<method") || line.hasPrefix("<signal") {
      member = (line.hasPrefix("<method") ? "method " : "signal ") + name
      if line.hasSuffix("/>") { endMember() }
    } else if line.hasPrefix("<property") {
      page.subsection("property \(name)")
      page.code(["\(attribute("type", of: line))  \(attribute("access", of: line))"])
      writeComment()
    } else if line.hasPrefix("<arg") {
      let direction = attribute("direction", of: line)
      let arrow = direction == "out" || member.hasPrefix("signal") ? "->" : "<-"
      arguments.append("\(arrow) \(attribute("type", of: line))  \(name)")
    } else if line.hasPrefix("</method") || line.hasPrefix("</signal") {
      endMember()
    }
  }

  private mutating func endMember() {
    page.subsection(member)
    if !arguments.isEmpty { page.code(arguments) }
    arguments = []
    writeComment()
  }

  private func attribute(_ name: String, of line: String) -> String {
    guard let start = line.firstRange(of: "\(name)=\"")?.upperBound else { return "" }
    return String(line[start...].prefix { $0 != "\"" })
  }

  /// Writes the comment above an element: paragraphs, and lists of names with their meanings.
  private mutating func writeComment() {
    let depth = comment.filter { $0.contains { $0 != " " } }.map(indentation).min() ?? 0
    var paragraph: [String] = []
    var entry: (name: String, lines: [String])?
    func isEntry(_ line: String) -> Bool {
      indentation(line) > depth && line.drop { $0 == " " }.firstRange(of: "  ") != nil
    }
    for line in comment + [""] {
      let text = String(line.drop { $0 == " " })
      if let open = entry, text.isEmpty || isEntry(line) || indentation(line) <= depth {
        page.entry("`\(open.name)`", open.lines)
        entry = nil
      }
      if isEntry(line), let gap = text.firstRange(of: "  ") {
        if !paragraph.isEmpty { page.paragraph(paragraph) }
        paragraph = []
        entry = (
          String(text[..<gap.lowerBound]), [String(text[gap.upperBound...].drop { $0 == " " })]
        )
      } else if entry != nil {
        entry?.lines.append(text)
      } else if text.isEmpty {
        if !paragraph.isEmpty { page.paragraph(paragraph) }
        paragraph = []
      } else {
        paragraph.append(text)
      }
    }
    comment = []
  }

  private func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}
