/// DKNightVersion's colour table, with a column for each theme and a key at the end of each row.
///
/// The reader reports typing errors that would make DKNightVersion abort or read a colour as black.
/// DKNightVersion does not support comments, but this reader accepts them. A comment begins with a
/// word that starts with `//` or `;`, or with a single `#`.
package enum ColorTable {
  package static func read(
    _ bytes: [UInt8],
    file: String,
    style: Style? = nil,
    called name: String? = nil,
    title: String? = nil
  ) -> ThemeImport {
    let result = ThemeImport(file: file, style: style, called: name, title: title)
    var reader = ColorTableReader(result)
    return reader.read(bytes)
  }
}

private struct ColorTableReader {
  struct Word {
    let text: String
    let position: Position
  }

  var result: ThemeImport
  /// The names of the themes, from the first line of the table.
  var names: [Word] = []
  /// The theme of each column, with the style that the column's name declares.
  var columns: [(name: String, style: Style?)] = []
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
        rows.count < ThemeFileReader.maximumValues
      {
        readRow(words, number)
      } else {
        result.add(.error, words[0].position, "the table has too many colours")
        return result.finished()
      }
      guard !result.hasTooManyErrors else { return result.finished() }
    }
    guard !names.isEmpty else {
      result.add(
        .error,
        .start,
        "expected a line with the names of themes, found \(text.isEmpty ? "an empty file" : "none")"
      )
      return result
    }
    guard result.isValid else { return result.finished() }
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
    /// Ends the current word; returns false if the word begins a comment.
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
    guard words.count <= ThemeImport.maximumThemes else {
      result.add(
        .error,
        words[0].position,
        "expected at most \(ThemeImport.maximumThemes) themes, found \(words.count)"
      )
      return false
    }
    for (index, word) in words.enumerated() {
      columns.append(
        result.named(word.text, word.position, isOnly: words.count == 1, or: "rename the column")
      )
      if words[..<index].contains(where: { $0.text.isSameText(as: word.text) }) {
        result.add(
          .error,
          word.position,
          "the theme \(MessageText.quoted(word.text)) has two columns; give each column its own name"
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
        "expected one column for each theme in line \(names[0].position.line) and one for the "
          + "key; found \(words.count) instead of \(expected)"
      )
      return
    }
    let key = words[names.count]
    guard ThemeKey.isName(key.text) else {
      result.add(
        .error,
        key.position,
        "expected a key of 1 to \(ThemeKey.maximumBytes) letters, digits, dots, - and _, "
          + "found \(MessageText.quoted(key.text))"
      )
      return
    }
    if let first = lines.updateValue(line, forKey: key.text) {
      result.add(
        .error,
        key.position,
        "the key \(MessageText.quoted(key.text)) is already in line \(first)"
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
    // The `#` before the digits may be missing.
    let digits = word.text.utf8
    let isBare =
      (digits.count == 6 || digits.count == 8)
      && digits.allSatisfy { ColorReader.digit($0) != nil }
    do throws(Flaw) {
      return try Color(reading: isBare ? "#" + word.text : word.text)
    } catch {
      result.add(.error, error.at(.position(word.position)).position, error.message)
      return nil
    }
  }

  private mutating func add(_ column: Int) {
    let (name, named) = columns[column]
    let position = names[column].position
    let colors = rows.map { (key: $0.key.text, color: $0.colors[column]) }
    var background = ThemeImport.background(colors)
    if background == nil, result.style == nil, named == nil, let first = colors.first {
      background = first
      result.add(
        .warning,
        position,
        "the table has no key for a background, so the first key decides the style"
      )
    }
    let style =
      result.style ?? named ?? result.style(of: name, background: background, position)
    var theme = ThemeFile(name: name, style: style)
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

extension ColorTable {
  /// Writes a table with a column for each theme.
  ///
  /// If a theme gets a value only from the built-in theme at the end of its chain of parents, the
  /// value is omitted, unless another theme in the table defines a value of that name.
  package static func write(_ sources: [ThemeExport.Source]) -> ThemeExport {
    var export = ThemeExport(text: "")
    var keys: [String] = []
    var seen: Set<String> = []
    for source in sources {
      for entry in source.ownEntries {
        guard case .color = entry.value, seen.insert(entry.key.name).inserted else { continue }
        keys.append(entry.key.name)
      }
    }
    addLosses(sources, &export)
    let tables = sources.map { source in
      Dictionary(source.colors.map { ($0.name, $0.color) }, uniquingKeysWith: { first, _ in first })
    }
    var rows = [headings(sources.map(\.theme.name))]
    for (source, heading) in zip(sources, rows[0]) where heading != source.theme.name {
      export.lost.append(
        "\(source.theme.name) is not a valid column name, so its column is named \(heading)"
      )
    }
    var missing: [String] = [], rounded: [String] = []
    for key in keys {
      let colors = tables.compactMap { $0[key] }
      guard colors.count == sources.count else {
        missing.append(key)
        continue
      }
      if colors.contains(where: { $0.exactText != $0.text }) { rounded.append(key) }
      rows.append(colors.map(\.text) + [key])
    }
    export.addLoss(
      missing,
      "is not in every theme, so the table omits it",
      many: "are not in every theme, so the table omits them"
    )
    export.addLoss(
      rounded,
      "is rounded to a multiple of 1/255",
      many: "are rounded to multiples of 1/255"
    )
    export.text = aligned(rows)
    let again = read(Array(export.text.utf8), file: "").themes
    if again.isEmpty {
      export.lost.append(
        "a table stores no style, and this table has no colour from which to find the style"
      )
    }
    for (source, theme) in zip(sources, again) where source.theme.style != theme.style {
      export.lost.append(
        "an import makes \(theme.name) a \(theme.style.rawValue) theme, "
          + "because a table stores no style"
      )
    }
    return export
  }

  private static func addLosses(_ sources: [ThemeExport.Source], _ export: inout ThemeExport) {
    for source in sources {
      let name = source.theme.name
      let others = source.ownEntries.compactMap { entry -> String? in
        if case .color = entry.value { return nil }
        return "\(entry.key.kind.rawValue) \(entry.key.name)"
      }
      export.addLoss(others, "of \(name) cannot be expressed in a colour table")
      let described =
        source.file.entries.contains { $0.description != nil }
        || source.file.palette.contains { $0.description != nil }
      let facts = [
        source.file.parent == nil ? nil : "the parent",
        source.file.palette.isEmpty ? nil : "the palette",
        source.file.description == nil && !described ? nil : "the description",
        source.file.author == nil ? nil : "the author",
      ]
      export.addLoss(facts.compactMap { $0 }, "of \(name) cannot be expressed in a colour table")
    }
  }

  /// Returns a distinct column heading for each theme; a theme's name stays unchanged if it is a
  /// valid heading.
  private static func headings(_ names: [String]) -> [String] {
    var taken = Set(names.map { Array($0.utf8) })
    return names.map { name in
      let wanted = heading(name)
      guard !wanted.isSameText(as: name) else { return wanted }
      var found = wanted, number = 2
      while !taken.insert(Array(found.utf8)).inserted {
        found = "\(wanted)-\(number)"
        number += 1
      }
      return found
    }
  }

  /// Returns the heading for a theme's name: one word that is a valid theme name and does not begin
  /// a comment.
  private static func heading(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .spaceSeparator ? "-" : String(scalar)
    }
    let heading = scalars.joined()
    // Compare scalars, because Swift joins a dash and a combining mark into one `Character`. Also
    // replace a byte order mark, which readers would skip at the start of the table.
    let first = heading.unicodeScalars.first
    let isWrong =
      heading == "#" || heading.hasPrefix(";") || first == "-" || first == "\u{FEFF}"
    return isWrong ? "_" + String(heading.unicodeScalars.dropFirst()) : heading
  }

  private static func aligned(_ rows: [[String]]) -> String {
    let columns = rows[0].indices
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let width = column < row.count - 1 && column < widths.count ? widths[column] : 0
        return cell + String(repeating: " ", count: max(0, width - cell.count))
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}
