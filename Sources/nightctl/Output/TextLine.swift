/// The role of a piece of text, such as a heading.
///
/// A terminal shows each role in its own way.
///
/// Only bold text and two of the eight basic colours are used. The user's terminal decides how
/// these colours look, so they are readable on light and dark backgrounds.
enum TextRole: Sendable, Equatable {
  case plain
  case heading
  /// Text that the user can type.
  case command
  /// Text that shows the style in effect.
  case style
  case good
  case problem

  /// The parameters of the escape sequence (SGR) that switches the role on; nil for plain text.
  var escape: String? {
    switch self {
    case .plain: nil
    case .heading, .command: "1"
    case .style: "1;35"
    case .good: "1;32"
    case .problem: "1;31"
    }
  }
}

/// A part of a line that has one role.
struct TextPiece: Sendable, Equatable {
  var text: String
  var role = TextRole.plain
  /// Whether the text, such as a command, must stay on one row so that the user can copy it.
  var isWhole = false

  init(_ text: String, _ role: TextRole = .plain, isWhole: Bool = false) {
    (self.text, self.role, self.isWhole) = (text, role, isWhole)
  }

  /// A command that the user can type or copy.
  ///
  /// The command always stays on one row.
  static func command(_ text: String) -> TextPiece { TextPiece(text, .command, isWhole: true) }
}

/// A line of text for people; a narrow terminal shows it in several rows.
///
/// The line begins with a lead, such as the name of a command or the label of a value. After the
/// lead, the body begins in a column of its own.
struct TextLine: Sendable, Equatable {
  /// The column in which the lead begins.
  var indent = 0
  var lead: [TextPiece] = []
  /// The column in which the body begins.
  var column = 0
  var body: [TextPiece]
  /// The number of columns by which the second and later rows of the body are indented.
  var hang = 0

  /// Makes a line from a sentence or a row of a table; leading spaces indent all rows of the line.
  ///
  /// A sentence with two adjacent spaces near its beginning is a row of a table: the text before
  /// the spaces becomes the lead.
  init(_ sentence: String) {
    let indent = sentence.utf8.prefix { $0 == UInt8(ascii: " ") }.count
    let text = sentence.dropFirst(indent)
    guard let gap = Self.firstGap(in: text) else {
      self.init([TextPiece(String(text))], indent: indent)
      return
    }
    let lead = String(text[..<gap.lowerBound])
    self.init(
      TextPiece(lead),
      indent: indent,
      column: indent + Cells.count(lead) + text[gap].count,
      [TextPiece(String(text[gap.upperBound...]))]
    )
  }

  /// The maximum length of the first cell of a table, in characters.
  private static let cell = 24

  private static func firstGap(in text: Substring) -> Range<Substring.Index>? {
    let start = text.prefix(cell)
    guard
      let first = zip(start.indices, start.indices.dropFirst()).first(where: { space, next in
        text[space] == " " && text[next] == " "
      })
    else { return nil }
    let rest = text[first.0...].drop { $0 == " " }
    return rest.isEmpty ? nil : first.0..<rest.startIndex
  }

  /// Makes a line from the pieces of one sentence.
  init(_ body: [TextPiece], indent: Int = 0, hang: Int = 2) {
    (column, self.body, self.hang) = (indent, body, hang)
  }

  /// Makes a line from a lead and a body, as in a list of commands or values.
  init(_ lead: TextPiece, indent: Int = 0, column: Int, _ body: [TextPiece], hang: Int = 0) {
    (self.indent, self.lead, self.column) = (indent, lead.text.isEmpty ? [] : [lead], column)
    (self.body, self.hang) = (body, hang)
  }

  static let empty = TextLine("")

  /// The text of the line without its roles, on one row.
  var plain: String { row.map(\.text).joined() }

  /// The whole line as a single row, which is not wrapped.
  private var row: [TextPiece] {
    guard !lead.isEmpty || body.contains(where: { !$0.text.isEmpty }) else { return [] }
    let start = start
    return start + [Self.spaces(column - Self.width(of: start))] + body
  }

  /// The spaces before the lead, and the lead.
  private var start: [TextPiece] { lead.isEmpty ? [] : [Self.spaces(indent)] + lead }

  /// Replaces the text of each piece.
  func mapText(_ transform: (String) -> String) -> TextLine {
    var line = self
    for index in lead.indices { line.lead[index].text = transform(lead[index].text) }
    for index in body.indices { line.body[index].text = transform(body[index].text) }
    return line
  }

  /// The rows of the line on a terminal; if `hasColours` is true, they contain escape sequences for
  /// the roles.
  func text(within width: Int?, hasColours: Bool) -> String {
    rows(within: width).map { row in
      row.map { piece in
        guard hasColours, let escape = piece.role.escape, !piece.text.isEmpty else {
          return piece.text
        }
        return "\u{1B}[\(escape)m\(piece.text)\u{1B}[0m"
      }.joined() + "\n"
    }.joined()
  }
}

// MARK: - Wrapping

extension TextLine {
  /// Breaks the line between words, so that each row has at most `width` columns.
  ///
  /// A word that is wider than the terminal gets a row of its own. If the body's column is in the
  /// right half of the terminal, the body begins on a new row below the lead.
  func rows(within width: Int?) -> [[TextPiece]] {
    guard let width, Self.width(of: row) > width else { return [row] }
    guard !lead.isEmpty, column > width / 2 else {
      return Self.wrapped(body, after: start, from: column, hang: hang, width)
    }
    return Self.wrapped(lead, after: [], from: indent, hang: 4, width)
      + Self.wrapped(body, after: [], from: min(indent + 4, width / 2), hang: 0, width)
  }

  /// Breaks `pieces` into rows; the first row begins with `start`, which always stays on one row.
  private static func wrapped(
    _ pieces: [TextPiece],
    after start: [TextPiece],
    from column: Int,
    hang: Int,
    _ width: Int
  ) -> [[TextPiece]] {
    var rows: [[TextPiece]] = []
    var row = start
    var used = self.width(of: row)
    // Spaces are added only before a word, so that no row ends with spaces.
    var gap = max(0, column - used)
    for (number, word) in words(in: pieces).enumerated() {
      if number > 0 { gap = word.spaces }
      if used + gap + word.width > width, !row.isEmpty {
        rows.append(row)
        (row, used) = ([], 0)
        // If the word is too wide for a row with the usual indent, use a smaller indent.
        gap = min(column + hang, width / 2, max(0, width - word.width))
      }
      let next = word.pieces[0]
      if let last = row.last, last.role == next.role, used > 0 {
        // Use one escape sequence for neighbouring words with the same role.
        row[row.count - 1].text += spaces(gap).text + next.text
        row += word.pieces.dropFirst()
      } else {
        row += [spaces(gap)] + word.pieces
      }
      used += gap + word.width
    }
    return rows + [row]
  }

  private struct Word {
    /// The number of spaces to print before the word.
    let spaces: Int
    var pieces: [TextPiece] = []

    var width: Int { TextLine.width(of: pieces) }
  }

  /// Splits pieces into words.
  ///
  /// A row may end only between words.
  ///
  /// Pieces without a space between them are one word.
  private static func words(in pieces: [TextPiece]) -> [Word] {
    var words: [Word] = []
    var spaces = 0
    for piece in pieces where !piece.text.isEmpty {
      var rest = Substring(piece.text)
      while let first = rest.first {
        guard piece.isWhole || first != " " else {
          spaces += 1
          rest.removeFirst()
          continue
        }
        let text = piece.isWhole ? rest : rest.prefix { $0 != " " }
        rest = rest[text.endIndex...]
        if words.isEmpty || spaces > 0 { words.append(Word(spaces: spaces)) }
        words[words.count - 1].pieces.append(TextPiece(String(text), piece.role))
        spaces = 0
      }
    }
    return words
  }

  private static func spaces(_ count: Int) -> TextPiece {
    TextPiece(String(repeating: " ", count: max(0, count)))
  }

  private static func width(of pieces: [TextPiece]) -> Int {
    pieces.reduce(0) { $0 + Cells.count($1.text) }
  }
}
