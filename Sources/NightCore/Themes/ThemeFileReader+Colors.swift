extension ThemeFileReader {
  typealias WrittenColor = (term: ThemeFile.ColorTerm, description: String?)

  /// `"@ink"`, or `{ color: "@ink", alpha: 0.5, description: "…" }`.
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
      case "description": description = words(member.node)
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
        error(node, "expected the name of a colour of the palette after @")
        return nil
      }
      return .init(.reference(name), position: node.position)
    }
    do throws(ColorFlaw) {
      return .init(.color(try Color(reading: written)), position: node.position)
    } catch {
      // A text begins behind its quotation mark. Where it may be escaped, or go on in the next line,
      // its column is not that of the file.
      let offset = hasEscapes ? 0 : 1 + error.offset
      let position = Position(line: node.position.line, column: node.position.column + offset)
      let message = error.message
      self.error(position, message)
      return nil
    }
  }
}
