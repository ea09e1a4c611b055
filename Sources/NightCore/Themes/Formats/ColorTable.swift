/// The colour table of DKNightVersion: themes as columns, and the key of each row behind them.
///
/// Where that library takes a slip for black or ends the program, the line is told. Comments, which
/// it does not have, are a word that begins with `//` or `;`, or a `#` that stands alone.
package enum ColorTable {
  package static func read(
    _ bytes: [UInt8],
    file: String,
    style: Style? = nil,
    called name: String? = nil
  ) -> ThemeImport {
    var reader = ColorTableReader(ThemeImport(file: file, style: style, called: name))
    return reader.read(bytes)
  }
}

private struct ColorTableReader {
  struct Word {
    let text: String
    let position: Position
  }

  var result: ThemeImport
  var names: [Word] = []
  var rows: [(key: Word, colors: [Color], words: [Word])] = []
  var lines: [String: Int] = [:]

  init(_ result: ThemeImport) { self.result = result }

  mutating func read(_ bytes: [UInt8]) -> ThemeImport {
    guard let text = result.text(bytes) else { return result }
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd) {
      number += 1
      let words = Self.words(line, number)
      guard !words.isEmpty else { continue }
      if names.isEmpty {
        guard readNames(words) else { return result }
      } else if rows.count * names.count < ThemeFileReader.limits.values,
        rows.count < ThemeFileReader.mostValues
      {
        readRow(words, number)
      } else {
        result.add(.error, words[0].position, "expected fewer colours in one table")
        return result.finished()
      }
      guard !result.isHopeless else { return result.finished() }
    }
    guard !names.isEmpty else {
      result.add(
        .error,
        Position(line: 1, column: 1),
        "expected a line with the names of themes, found \(text.isEmpty ? "an empty file" : "none")"
      )
      return result
    }
    guard result.isWhole else { return result.finished() }
    for column in names.indices { add(column) }
    return result.finished()
  }

  private static func words(_ line: Substring, _ number: Int) -> [Word] {
    var words: [Word] = []
    var word = String.UnicodeScalarView()
    var column = 0
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "\t" || scalar == " "
        || scalar.value >= 0x80 && scalar.properties.generalCategory == .spaceSeparator
    }
    /// Whether the line goes on.
    func end() -> Bool {
      guard !word.isEmpty else { return true }
      let text = String(word)
      guard text != "#", !text.hasPrefix("//"), !text.hasPrefix(";") else { return false }
      let start = column - word.count
      words.append(Word(text: text, position: Position(line: number, column: start + 1)))
      word = .init()
      return true
    }
    for scalar in line.unicodeScalars {
      if isBlank(scalar) {
        guard end() else { return words }
      } else {
        word.append(scalar)
      }
      column += 1
    }
    _ = end()
    return words
  }

  private mutating func readNames(_ words: [Word]) -> Bool {
    guard words.count <= ThemeImport.mostThemes else {
      result.add(
        .error,
        words[0].position,
        "expected at most \(ThemeImport.mostThemes) themes, found \(words.count)"
      )
      return false
    }
    for (index, word) in words.enumerated() {
      result.judge(word.text, word.position, or: words.count == 1 ? nil : "rename the column")
      if words[..<index].contains(where: { $0.text.isSameText(as: word.text) }) {
        result.add(
          .error,
          word.position,
          "the theme \(RuleFlaw.quoted(word.text)) has two columns; give each one a name of its own"
        )
      }
    }
    names = words
    return true
  }

  private mutating func readRow(_ words: [Word], _ line: Int) {
    let expected = names.count + 1
    guard words.count == expected else {
      result.add(
        .error,
        words[0].position,
        "expected \(expected) columns, \(names.count) for the themes of line "
          + "\(names[0].position.line) and the key, found \(words.count)"
      )
      return
    }
    let key = words[names.count]
    guard ThemeKey.isName(key.text) else {
      result.add(
        .error,
        key.position,
        "expected a key of 1 to \(ThemeKey.mostBytes) letters, digits, dots, - and _, "
          + "found \(RuleFlaw.quoted(key.text))"
      )
      return
    }
    if let first = lines.updateValue(line, forKey: key.text) {
      result.add(
        .error,
        key.position,
        "the key \(RuleFlaw.quoted(key.text)) stands in line \(first) already"
      )
      return
    }
    var colors: [Color] = []
    for word in words[..<names.count] {
      guard let color = color(word) else { continue }
      colors.append(color)
    }
    guard colors.count == names.count else { return }
    rows.append((key, colors, words))
  }

  private mutating func color(_ word: Word) -> Color? {
    // The sign before the digits may be missing.
    let digits = word.text.utf8
    let isBare =
      (digits.count == 6 || digits.count == 8)
      && digits.allSatisfy { ColorReader.digit($0) != nil }
    do throws(ColorFlaw) {
      return try Color(reading: isBare ? "#" + word.text : word.text)
    } catch {
      let place = Position(
        line: word.position.line,
        column: word.position.column + error.offset
      )
      result.add(.error, place, error.message)
      return nil
    }
  }

  private mutating func add(_ column: Int) {
    let name = names[column]
    let colors = rows.map { (key: $0.key.text, color: $0.colors[column]) }
    var background = ThemeImport.background(colors)
    if background == nil, result.style == nil, let first = colors.first {
      background = first
      result.add(
        .warning,
        name.position,
        "no key of the table is called like a background, so that the first one tells the style"
      )
    }
    let style = result.style(of: name.text, background: background, name.position)
    var theme = ThemeFile(name: name.text, style: style)
    theme.entries = rows.map { row in
      let position = row.words[column].position
      return ThemeFile.Entry(
        ThemeKey(.color, row.key.text),
        .color(.init(.color(row.colors[column]), position: position)),
        position: position
      )
    }
    result.themes.append(theme)
  }
}
