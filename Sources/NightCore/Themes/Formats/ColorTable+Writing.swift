extension ColorTable {
  /// Themes as columns, by the names of their colours.
  ///
  /// What a theme only has from the one that ends each line is not said, unless another column of
  /// the row says it.
  package static func write(_ sources: [ThemeExport.Source]) -> ThemeExport {
    var export = ThemeExport(text: "")
    var keys: [String] = []
    var seen: Set<String> = []
    for source in sources {
      for entry in source.said {
        guard case .color = entry.value, seen.insert(entry.key.name).inserted else { continue }
        keys.append(entry.key.name)
      }
    }
    lose(sources, &export)
    let tables = sources.map { source in
      Dictionary(source.colors.map { ($0.name, $0.color) }, uniquingKeysWith: { first, _ in first })
    }
    var rows = [headings(sources.map(\.theme.name))]
    for (source, heading) in zip(sources, rows[0]) where heading != source.theme.name {
      export.lost.append("\(source.theme.name) is called \(heading), which a column can be")
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
    export.lose(
      missing,
      "stands not in every theme, and a row has a colour for each",
      many: "stand not in every theme, and a row has a colour for each"
    )
    export.lose(
      rounded,
      "is rounded to a whole number of 255 shares",
      many: "are rounded to whole numbers of 255 shares"
    )
    export.text = aligned(rows)
    let again = read(Array(export.text.utf8), file: "").themes
    if again.isEmpty {
      export.lost.append(
        "a table says no style, and this one has no colour that would tell it"
      )
    }
    for (source, theme) in zip(sources, again) where source.theme.style != theme.style {
      export.lost.append(
        "\(theme.name) would be taken for \(theme.style.rawValue), since a table says no style"
      )
    }
    return export
  }

  private static func lose(_ sources: [ThemeExport.Source], _ export: inout ThemeExport) {
    for source in sources {
      let name = source.theme.name
      let others = source.said.compactMap { entry -> String? in
        if case .color = entry.value { return nil }
        return "\(entry.key.kind.rawValue) \(entry.key.name)"
      }
      export.lose(others, "of \(name) cannot be said in a table of colours")
      let described =
        source.file.entries.contains { $0.description != nil }
        || source.file.palette.contains { $0.description != nil }
      let facts = [
        source.file.parent == nil ? nil : "the parent",
        source.file.palette.isEmpty ? nil : "the palette",
        source.file.description == nil && !described ? nil : "what describes it",
        source.file.author == nil ? nil : "the author",
      ]
      export.lose(facts.compactMap { $0 }, "of \(name) cannot be said in a table of colours")
    }
  }

  /// Each another one; a name that can be one stays as it is.
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

  /// The theme's name without what would end the column, begin a comment, or begin no name.
  private static func heading(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .spaceSeparator ? "-" : String(scalar)
    }
    let heading = scalars.joined()
    // By its scalar: a dash may have a mark on it. A byte order mark would be passed over where the
    // table begins with it.
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
