import NightCore

/// A theme as lists show it.
struct ThemeRow {
  let summary: ThemeSummary
  /// Whether it is what is painted with now.
  let isWorn: Bool
  let slots: [ThemeSlot]

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(summary.name)),
      .init(name: "origin", value: .string(summary.origin.rawValue)),
      .init(name: "in-use", value: .bool(summary.isInUse || !slots.isEmpty)),
      .init(name: "in-effect", value: .bool(isWorn)),
      .init(name: "slots", value: .array(slots.map { .string($0.word) })),
    ]
    if summary.origin != .builtIn {
      members.append(.init(name: "file", value: .string(summary.file)))
    }
    let texts = [
      ("style", summary.style?.rawValue), ("parent", summary.parent),
      ("description", summary.description), ("author", summary.author), ("flaw", summary.flaw),
    ]
    members += texts.compactMap { name, text in
      text.map { .init(name: name, value: .string($0)) }
    }
    return .object(members)
  }

  /// A line for each; one in effect has a mark, and one that cannot be used says why.
  static func lines(_ rows: [ThemeRow], width: Int?) -> [String] {
    let columns = rows.map { row in
      [
        row.summary.name, row.summary.style?.rawValue ?? "broken",
        Words.origin(row.summary.origin),
        row.slots.map(\.word).joined(separator: " "),
      ]
    }
    let widths = (0..<4).map { column in columns.map { Cells.count($0[column]) }.max() ?? 0 }
    return zip(rows, columns).map { row, columns in
      var line = row.isWorn ? "* " : "  "
      for (text, width) in zip(columns, widths) where width > 0 {
        line += Cells.filled(text, width) + "  "
      }
      line += row.summary.flaw ?? row.summary.description ?? ""
      while line.last == " " { line.removeLast() }
      // What is wrong, and where, is to be read whole.
      guard let width, row.summary.flaw == nil else { return line }
      return Cells.cut(line, width)
    }
  }
}

extension ThemeSlot {
  /// As the options of `theme use` are called.
  var word: String { style.rawValue + (isHigh ? "-high" : "") }
}
