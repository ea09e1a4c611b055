/// A file's syntax, as far as it decides whether a line that is added at the end has an effect.
package struct FileSyntax: Equatable, Sendable {
  /// The strings that begin a comment of one line.
  var lineComments: [String] = []
  /// The strings that begin and end a comment of several lines.
  var blockComment: (start: String, end: String)?
  /// The quotation marks that begin and end a string of several lines.
  var quotes: [UInt8] = []
  /// The brackets that begin and end a block.
  var brackets: (start: UInt8, end: UInt8)?
  /// Whether the words `{` and `}` begin and end a block of lines.
  var hasBlocks = false
  /// Whether a line that ends with a backslash continues on the next line.
  var isContinued = false
  /// Whether `?` begins a character literal, such as `?"`, as in Emacs Lisp.
  var hasCharacters = false

  package static func == (one: FileSyntax, other: FileSyntax) -> Bool {
    one.lineComments == other.lineComments && one.blockComment?.start == other.blockComment?.start
      && one.quotes == other.quotes && one.brackets?.start == other.brackets?.start
      && one.hasBlocks == other.hasBlocks && one.isContinued == other.isContinued
      && one.hasCharacters == other.hasCharacters
  }

  /// A syntax in which each line is complete, so that a line added at the end always has an effect.
  package static let lines = FileSyntax()
  /// The syntax of shells and Git, in which a backslash at the end of a line continues the line.
  package static let continued = FileSyntax(isContinued: true)
  /// The syntax of sway, i3, Hyprland and tmux, which also have blocks of lines.
  package static let blocks = FileSyntax(hasBlocks: true, isContinued: true)
  package static let css = FileSyntax(
    blockComment: ("/*", "*/"),
    quotes: Array("\"'".utf8),
    brackets: (UInt8(ascii: "{"), UInt8(ascii: "}"))
  )
  /// rofi's variant of CSS, which also has comments of one line.
  package static let rasi = FileSyntax(
    lineComments: ["//"],
    blockComment: ("/*", "*/"),
    quotes: Array("\"'".utf8),
    brackets: (UInt8(ascii: "{"), UInt8(ascii: "}"))
  )
  package static let kdl = FileSyntax(
    lineComments: ["//"],
    blockComment: ("/*", "*/"),
    quotes: [UInt8(ascii: "\"")],
    brackets: (UInt8(ascii: "{"), UInt8(ascii: "}")),
    isContinued: true
  )
  package static let lua = FileSyntax(
    lineComments: ["--"],
    blockComment: ("--[[", "]]"),
    quotes: Array("\"'".utf8),
    brackets: (UInt8(ascii: "{"), UInt8(ascii: "}"))
  )
  package static let lisp = FileSyntax(
    lineComments: [";"],
    quotes: [UInt8(ascii: "\"")],
    brackets: (UInt8(ascii: "("), UInt8(ascii: ")")),
    hasCharacters: true
  )
}

extension FileSyntax {
  /// The syntaxes that a description can use by name.
  static let named: [String: FileSyntax] = [
    "blocks": .blocks, "continued": .continued, "css": .css, "kdl": .kdl, "lisp": .lisp,
    "lines": .lines, "lua": .lua, "rasi": .rasi,
  ]

  /// Why a line added at the end of a file with this text would have no effect, with advice; nil if
  /// the line would work.
  package func openEnd(of text: String) -> String? {
    if isContinued, text.utf8.lastLine.last == UInt8(ascii: "\\") {
      return "its last line ends with \\, so the next line would become a part of it: complete the "
        + "last line, and add nightd's line after it"
    }
    let block = "a block is not closed: close it, and add nightd's line after it"
    if hasBlocks, Self.hasOpenBlock(text) { return block }
    guard blockComment != nil || !quotes.isEmpty else { return nil }
    switch scan(Array(text.utf8)) {
    case .closed: return nil
    case .comment:
      return "a comment at its end is not closed: close it, and add nightd's line after it"
    case .text: return "a text in quotes is not closed: close it, and add nightd's line after it"
    case .block: return block
    }
  }

  /// Whether a block is still open at the end of the text; only `{` as a whole word begins a block,
  /// because `#{` and `'{` are parts of strings in tmux's commands.
  private static func hasOpenBlock(_ text: String) -> Bool {
    var depth = 0
    for line in IncludeLine.lines(text) {
      let words = line.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard words.first?.first != UInt8(ascii: "#") else { continue }
      for word in words {
        if word.elementsEqual("#".utf8) { break }
        if word.elementsEqual("{".utf8) { depth += 1 }
        // This `}` may end a block whose beginning was not recognized, so do not count below zero.
        if word.elementsEqual("}".utf8) { depth = max(depth - 1, 0) }
      }
    }
    return depth > 0
  }

  private enum End { case closed, comment, text, block }

  private func scan(_ text: [UInt8]) -> End {
    let blocks = blockComment.map { (start: Array($0.start.utf8), end: Array($0.end.utf8)) }
    let comments = lineComments.map { Array($0.utf8) }
    let backslash = UInt8(ascii: "\\"), question = UInt8(ascii: "?")
    var depth = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if let blocks, text[index...].starts(with: blocks.start) {
        index += blocks.start.count
        while index < text.count, !text[index...].starts(with: blocks.end) { index += 1 }
        guard index < text.count else { return .comment }
        index += blocks.end.count
        continue
      }
      if comments.contains(where: { text[index...].starts(with: $0) }) {
        while index < text.count, text[index] != UInt8(ascii: "\n") { index += 1 }
        continue
      }
      if quotes.contains(byte) {
        index += 1
        while index < text.count, text[index] != byte { index += text[index] == backslash ? 2 : 1 }
        guard index < text.count else { return .text }
      } else if hasCharacters, byte == question || byte == backslash {
        // `?"` and `?\(` are character literals, but `\(` without `?` is part of a name.
        let isEscaped = byte == question && index + 1 < text.count && text[index + 1] == backslash
        index += isEscaped ? 2 : 1
      } else if byte == brackets?.start {
        depth += 1
      } else if byte == brackets?.end {
        depth -= 1
      }
      index += 1
    }
    return depth > 0 ? .block : .closed
  }
}

extension String.UTF8View {
  /// The last line of the text, without its line end.
  fileprivate var lastLine: Substring.UTF8View {
    var rest = self[...]
    if rest.last == UInt8(ascii: "\n") { rest.removeLast() }
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    let start = rest.lastIndex(of: UInt8(ascii: "\n")).map { rest.index(after: $0) }
    return rest[(start ?? rest.startIndex)...]
  }
}
