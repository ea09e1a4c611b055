import NightCore

/// How a file begins, which tells what it is.
struct FileBeginning {
  private let text: String
  /// More is not looked at.
  private static let mostBytes = 1 << 16

  init(_ bytes: [UInt8]) {
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: marks) ? bytes.dropFirst(marks.count) : bytes[...]
    text = String(decoding: body.prefix(Self.mostBytes), as: UTF8.self)
  }

  /// The first sign behind what JSON5 takes for blanks and comments.
  var sign: Character? {
    var rest = text[...]
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else {
        return rest.first
      }
    }
  }

  /// Whether the first line is a fact or a colour of a scheme of base16: `scheme: "…"`.
  var isScheme: Bool {
    let first = lines.first { !$0.hasPrefix("#") && $0 != "---" && !$0.hasPrefix("%YAML") }
    guard let first, let colon = first.firstIndex(of: ":") else { return false }
    let name = first[..<colon].filter { !"\"' ".contains($0) }.lowercased()
    return Base16.facts.contains(name)
      || Base16.twentyFour.contains { $0.lowercased() == name }
  }

  /// Whether the first line can be names, and the next one has colours and a name.
  ///
  /// So is a file in which there is nothing: to say that is better than to ask for its format.
  var isTable: Bool {
    let lines = lines.filter { $0 != "#" && !$0.hasPrefix("# ") }
    guard let names = lines.first.map(Self.words) else { return true }
    guard lines.count > 1 else { return false }
    // A name may well be that of a colour.
    let isForeign = names.contains { name in
      Self.isNumber(name) || name.contains { "{}();\"<>=:@*".contains($0) }
    }
    return !isForeign && Self.words(lines[1]).dropLast().contains(where: Self.isColor)
  }

  /// Those with something in them but comments of a table.
  private var lines: [Substring] {
    text.split(whereSeparator: \.isNewline).map { line in
      line.drop(while: \.isWhitespace)
    }.filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix(";") }
  }

  private static func words(_ line: Substring) -> [Substring] {
    line.split(whereSeparator: \.isWhitespace)
  }

  /// Whether it begins as a colour in digits does.
  private static func isNumber(_ word: Substring) -> Bool {
    word.hasPrefix("#") || word.hasPrefix("0x") || word.hasPrefix("0X")
  }

  /// Whether it is one, or was meant to be.
  private static func isColor(_ word: Substring) -> Bool {
    guard !isNumber(word) else { return true }
    let lower = word.lowercased()
    let isBare = [6, 8].contains(lower.utf8.count) && lower.allSatisfy(\.isHexDigit)
    return isBare || (try? Color(reading: String(word))) != nil
  }
}
