import NightCore

/// The valid positions in a text, counted without the reader.
struct TextPlaces {
  /// For each line, the number of its columns, including the column after its last scalar.
  private var columns: [Int] = [1]

  init(of bytes: [UInt8]) {
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    var isAfterReturn = false
    for scalar in scalars {
      let isSecondHalf = isAfterReturn && scalar == "\n"
      isAfterReturn = scalar == "\r"
      if isSecondHalf { continue }
      if scalar == "\n" || scalar == "\r" {
        columns.append(1)
      } else {
        columns[columns.count - 1] += 1
      }
    }
  }

  func check(_ position: Position, _ what: String) throws(Finding) {
    let isInside =
      (1...columns.count).contains(position.line)
      && (1...columns[position.line - 1]).contains(position.column)
    try assure(isInside, "\(position) lies outside the text: \(what)")
  }

  /// Checks the positions of a value and of everything in it.
  func check(_ node: JSONNode) throws(Finding) {
    try check(node.position, "a value")
    switch node.value {
    case .array(let nodes): for node in nodes { try check(node) }
    case .object(let members):
      for member in members {
        try check(member.namePosition, "a name")
        try check(member.node)
      }
    default: break
    }
  }
}
