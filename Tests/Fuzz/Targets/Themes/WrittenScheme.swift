import NightCore

/// Reads the YAML of an exported scheme without a YAML reader.
enum WrittenScheme {
  /// Each line is a name and a quoted text; the lines of the palette are indented.
  static func tree(_ text: String) throws(Finding) -> JSONNode {
    try assure(text.unicodeScalars.allSatisfy(isYaml), "no character of YAML is in \(text)")
    var facts: [JSONNode.Member] = [], palette: [JSONNode.Member] = []
    let start = Position(line: 1, column: 1)
    for line in text.split(separator: "\n") where line != "palette:" {
      guard let colon = line.firstIndex(of: ":"),
        let node = try? JSONReader.read(Array(line[colon...].utf8.dropFirst(2))),
        case .string = node.value
      else { throw Finding("a line of a scheme is “\(line)”") }
      let name = String(line[..<colon])
      if name.hasPrefix("  ") {
        palette.append(.init(name: String(name.dropFirst(2)), namePosition: start, node: node))
      } else {
        facts.append(.init(name: name, namePosition: start, node: node))
      }
    }
    let colors = JSONNode(value: .object(palette), position: start)
    let all = facts + [.init(name: "palette", namePosition: start, node: colors)]
    return JSONNode(value: .object(all), position: start)
  }

  /// Whether libyaml accepts the character.
  private static func isYaml(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\t", " "..."~", "\u{A0}"..<"\u{FEFF}", "\u{FF00}"..<"\u{FFFE}", "\u{10000}"...: true
    default: false
    }
  }
}
