extension PreferenceKey.Flaw {
  /// Where it is in a file: the wrong word where its text stands as it is, or else the element.
  func position(in node: JSONNode, _ source: [UInt8]) -> Position {
    let part = node.part(self)
    guard let column, case .string(let text) = part.value,
      let start = part.position.offset(in: source), source[start...].isQuoting(text)
    else { return part.position }
    var position = part.position
    position.column += column
    return position
  }
}

extension JSONNode {
  /// The element of which a flaw speaks, or all of it.
  func part(_ flaw: PreferenceKey.Flaw) -> JSONNode {
    guard let element = flaw.element, case .array(let nodes) = value,
      nodes.indices.contains(element)
    else { return self }
    return nodes[element]
  }
}

extension Position {
  /// The byte that stands there; nil where the text has none.
  fileprivate func offset(in source: [UInt8]) -> Int? {
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var offset = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    while line < self.line, offset < source.count {
      let isPair =
        source[offset] == carriageReturn && source[offset...].dropFirst().first == lineFeed
      if source[offset] == lineFeed || source[offset] == carriageReturn { line += 1 }
      offset += isPair ? 2 : 1
    }
    var column = 1
    while column < self.column, offset < source.count {
      offset += 1
      // What continues a scalar is no column of its own.
      while offset < source.count, (0x80..<0xC0).contains(source[offset]) { offset += 1 }
      column += 1
    }
    return offset < source.count ? offset : nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether a text begins here in quotes just as it is, with no escape in it.
  fileprivate func isQuoting(_ text: String) -> Bool {
    guard let quote = first else { return false }
    return dropFirst().starts(with: [UInt8](text.utf8) + [quote])
  }
}
