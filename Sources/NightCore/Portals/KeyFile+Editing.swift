extension KeyFile {
  /// The same text with one key set, and nothing else changed.
  ///
  /// The key is replaced where it stands last in its group, since that one counts, put below the
  /// group's line where it does not stand there, and added with its group where there is none.
  package static func setting(
    _ key: String,
    in group: String,
    to value: String,
    of text: String
  ) -> String {
    var lines = lines(text).map(String.init)
    let pair = "\(key)=\(value)"
    if let place = place(of: key, in: group, lines) {
      // What ends the lines of this file ends this one.
      lines[place] = pair + (lines[place].utf8.last == UInt8(ascii: "\r") ? "\r" : "")
    } else if let heading = lines.lastIndex(where: { part($0[...]) == .group(group) }) {
      lines.insert(pair, at: heading + 1)
    } else {
      if lines.last == "" { lines.removeLast() }
      lines += ["[\(group)]", pair, ""]
    }
    return lines.joined(separator: "\n")
  }

  private static func place(of key: String, in group: String, _ lines: [String]) -> Int? {
    var current: String?
    var place: Int?
    for (number, line) in lines.enumerated() {
      switch part(line[...]) {
      case .group(let name): current = name
      case .pair(key, _) where current == group: place = number
      case .nothing, .pair, .broken: break
      }
    }
    return place
  }
}
