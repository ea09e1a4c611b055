import NightClient
import NightCore
import NightStore

/// The commands `theme list` and `theme show`.
struct ListThemes: Command {
  let nightctl: Nightctl

  func listThemes(_ invocation: Invocation) throws(Failure) {
    let rows = try ask { (client) throws(ClientError) -> [ThemeRow] in
      let slots = try client.themeSlots()
      let shown = try client.get().appearance.theme
      return try client.themes().map { summary in
        ThemeRow(
          summary: summary,
          isInEffect: summary.name.isSameText(as: shown),
          slots: slots.filter { $0.name.isSameText(as: summary.name) }.map(\.slot)
        )
      }
    }
    // The daemon lists only files that it can read, so print the unreadable files here.
    for finding in (try? ThemeFolders(environment))?.unread() ?? [] {
      output.complain(ThemeMessages.finding(finding))
    }
    guard !invocation.has(.json) else {
      return try output.json(.object([.init(name: "themes", value: .array(rows.map(\.json)))]))
    }
    let width = output.isTerminal ? output.size(environment).width : nil
    for line in ThemeRow.lines(rows, width: width) { try output.list([line]) }
  }

  /// Shows the named themes, or the theme in effect.
  func showThemes(_ invocation: Invocation) throws(Failure) {
    let names = invocation.operands.isEmpty ? [""] : invocation.operands
    let client = try client()
    var themes: [Theme] = []
    for name in names {
      themes.append(
        try UseTheme(nightctl: nightctl).naming(name) { () throws(Failure) in
          try ask(client) { (client) throws(ClientError) in try client.theme(name) }
        }
      )
    }
    guard !invocation.has(.json) else {
      return try output.json(.object([.init(name: "themes", value: .array(themes.map(\.json)))]))
    }
    let depth = ColourDepth(output.format, environment)
    let width = output.isTerminal ? output.size(environment).width : nil
    let pages = themes.map { ThemePage($0, depth, width: width).lines.joined(separator: "\n") }
    try output.coloured(pages.joined(separator: "\n\n") + "\n")
  }
}

extension Client {
  /// The name of the theme in each slot (style and contrast), according to the preferences.
  func themeSlots(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [(slot: ThemeSlot, name: String)] {
    var slots: [(slot: ThemeSlot, name: String)] = []
    for slot in ThemeSlot.all {
      let value = try read(slot.preference, starting).value
      guard case .string(let name) = value else { continue }
      slots.append((slot, name))
    }
    return slots
  }
}

/// A row of `nightctl theme list`.
struct ThemeRow {
  let summary: ThemeSummary
  /// Whether the theme is in effect now.
  let isInEffect: Bool
  let slots: [ThemeSlot]

  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(summary.name)),
      .init(name: "origin", value: .string(summary.origin.rawValue)),
      .init(name: "in-use", value: .bool(summary.isInUse || !slots.isEmpty)),
      .init(name: "in-effect", value: .bool(isInEffect)),
      .init(name: "slots", value: .array(slots.map { .string($0.option) })),
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

  /// The largest width of a column; a longer string does not widen its column.
  private static let widestColumn = 32

  /// A line for each theme.
  ///
  /// A star marks the theme in effect; a broken theme shows its flaw.
  static func lines(_ rows: [ThemeRow], width: Int?) -> [String] {
    let columns = rows.map { row in
      [
        row.summary.name, row.summary.style?.rawValue ?? "broken",
        ThemeMessages.origin(row.summary.origin),
        row.slots.map(\.option).joined(separator: " "),
      ]
    }
    let widths = (0..<4).map { column in
      columns.map { Cells.count($0[column]) }.filter { $0 <= widestColumn }.max() ?? 0
    }
    return zip(rows, columns).map { row, columns in
      var line = row.isInEffect ? "* " : "  "
      for (text, width) in zip(columns, widths) where width > 0 || !text.isEmpty {
        line += Cells.filled(text, width) + "  "
      }
      line += row.summary.flaw ?? row.summary.description ?? ""
      while line.last == " " { line.removeLast() }
      // Never cut a line with a flaw, because the flaw and its position must be printed in full.
      guard let width, row.summary.flaw == nil else { return line }
      // Never cut the name, because two long names may differ only at their ends.
      return Cells.cut(line, max(width, Cells.count(row.summary.name) + 5))
    }
  }
}

// MARK: - JSON

extension Theme {
  /// The theme as JSON; the members have the names that the D-Bus interface uses.
  var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "name", value: .string(name)),
      .init(name: "style", value: .string(style.rawValue)),
      .init(name: "origin", value: .string(origin.rawValue)),
      .init(name: "digest", value: .string(digest)),
      .init(name: "ancestors", value: .array(ancestors.map(JSON.string))),
    ]
    if let description { members.append(.init(name: "description", value: .string(description))) }
    if let author { members.append(.init(name: "author", value: .string(author))) }
    members.append(.init(name: "values", value: .array(entries.map(\.json))))
    let pairs = ThemeCheck.pairs(self).map { pair in
      JSON.object([
        .init(name: "role", value: .string(pair.role)),
        .init(name: "on", value: .string(pair.onRole)),
        .init(name: "contrast", value: .double(pair.contrast)),
      ])
    }
    return .object(members + [.init(name: "contrasts", value: .array(pairs))])
  }
}

extension Theme.Entry {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [
      .init(name: "kind", value: .string(key.kind.rawValue)),
      .init(name: "name", value: .string(key.name)),
      .init(name: "from", value: .string(definedBy)),
      .init(name: "value", value: value.json),
    ]
    if let description { members.append(.init(name: "description", value: .string(description))) }
    return .object(members)
  }
}

extension ThemeValue {
  fileprivate var json: JSON {
    switch self {
    case .color(let color): .string(color.text)
    case .image(let image):
      .array(
        image.pictures.map { picture in
          .object([
            .init(name: "state", value: .string(picture.state)),
            .init(name: "scale", value: .integer(Int64(picture.scale))),
            .init(name: "path", value: .string(picture.file)),
          ])
        }
      )
    case .font(let font):
      .object(
        (font.family.map { [.init(name: "family", value: .string($0))] } ?? [])
          + (font.size.map { [.init(name: "size", value: .double($0))] } ?? [])
      )
    case .number(let number): .double(number)
    case .string(let text): .string(text)
    case .bool(let bool): .bool(bool)
    case .sheet(let sheet):
      .object(sheet.fields.map { .init(name: $0.name, value: $0.value.json) })
    }
  }
}

extension ThemeSheet.Value {
  fileprivate var json: JSON {
    switch self {
    case .reference(let name), .word(let name): .string(name)
    case .number(let number): .double(number)
    case .bool(let bool): .bool(bool)
    }
  }
}
