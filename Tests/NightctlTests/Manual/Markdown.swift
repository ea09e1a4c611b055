/// A block of a documentation page; only the Markdown that `docs` uses is supported.
enum MarkdownBlock: Equatable {
  case heading(level: Int, String)
  case paragraph([String])
  /// A list item, with the lines that belong to it.
  case item([String])
  case code([String])
  /// The cells of the heading, and the cells of each row.
  case table([String], [[String]])

  static func blocks(of lines: [String]) -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var rest = lines[...]
    while let line = rest.first {
      if line.allSatisfy({ $0 == " " }) || line.hasPrefix("<!--") || line.hasPrefix("![") {
        rest.removeFirst()
      } else if line.hasPrefix("#") {
        let level = line.prefix { $0 == "#" }.count
        blocks.append(.heading(level: level, String(line.dropFirst(level + 1))))
        rest.removeFirst()
      } else if line.hasPrefix("```") {
        rest.removeFirst()
        let code = Array(rest.prefix { !$0.hasPrefix("```") })
        // In a block of output, … means any text. In the manual, … would look like a gap, so the
        // block is left out.
        let hasHoles = line == "```text" && code.contains { $0.contains("…") }
        if !hasHoles { blocks.append(.code(code)) }
        rest = rest.drop { !$0.hasPrefix("```") }.dropFirst()
      } else if line.hasPrefix("    ") {
        let code = rest.prefix { $0.hasPrefix("    ") || $0.isEmpty }
        blocks.append(.code(trimmed(code.map { String($0.dropFirst(4)) })))
        rest = rest.dropFirst(code.count)
      } else if line.hasPrefix("|") {
        let rows = rest.prefix { $0.hasPrefix("|") }.map(cells)
        blocks.append(.table(rows[0], Array(rows.dropFirst(2))))
        rest = rest.dropFirst(rows.count)
      } else if isItem(line) {
        var lines = [String(line.drop { $0 != " " }.dropFirst())]
        rest.removeFirst()
        while let next = rest.first, next.hasPrefix("  "), !next.hasPrefix("    ") {
          lines.append(String(next.drop { $0 == " " }))
          rest.removeFirst()
        }
        blocks.append(.item(lines))
      } else {
        let lines = rest.prefix { !$0.isEmpty && !$0.hasPrefix("|") && !isItem($0) }
        blocks.append(.paragraph(Array(lines)))
        rest = rest.dropFirst(lines.count)
      }
    }
    return blocks
  }

  private static func isItem(_ line: String) -> Bool {
    line.hasPrefix("- ")
      || line.prefix { $0.isNumber }.isEmpty == false && line.contains(". ")
        && line.drop { $0.isNumber }.hasPrefix(". ")
  }

  private static func trimmed(_ lines: [String]) -> [String] {
    var lines = lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The cells of a row; `\|` does not separate cells.
  private static func cells(_ row: String) -> [String] {
    var cells = [""]
    var isEscaped = false
    for character in row.dropFirst() {
      switch character {
      case "|" where !isEscaped: cells.append("")
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      default:
        if isEscaped, character != "|" { cells[cells.count - 1].append("\\") }
        cells[cells.count - 1].append(character)
      }
      isEscaped = false
    }
    return cells.dropLast().map { cell in
      let cell = cell.drop { $0 == " " }
      return String(cell.reversed().drop { $0 == " " }.reversed())
    }
  }
}
