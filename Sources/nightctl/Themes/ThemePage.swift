import NightCore

/// The output of `nightctl theme show` for one theme.
struct ThemePage {
  private let theme: Theme
  private let depth: ColourDepth
  /// The width of the terminal in columns; nil if lines can have any length.
  private let width: Int?

  init(_ theme: Theme, _ depth: ColourDepth, width: Int?) {
    self.theme = theme
    self.depth = depth
    self.width = width
  }

  var lines: [String] {
    let others = ThemeKind.allCases.filter { $0 != .color }
    return head + colours + others.flatMap(section)
  }

  private var head: [String] {
    ThemeMessages.head(theme).map { cut($0, width) }
  }

  /// One line of a section, without the sample of its colour.
  private struct Row {
    let name: String
    let value: String
    /// A note on the value, such as the contrast of a colour.
    ///
    /// On a narrow terminal, the note is shortened first.
    var note = ""
    var shortNote = ""
    /// A description of the value, at the end of the line.
    var description = ""
  }

  private func section(_ kind: ThemeKind) -> [String] {
    let rows = theme.entries.filter { $0.key.kind == kind }.map { entry in
      Row(name: entry.key.name, value: ThemeMessages.value(entry.value))
    }
    guard !rows.isEmpty else { return [] }
    return ["", kind.section] + texts(rows, room: width.map { $0 - 2 }).map { "  " + $0 }
  }

  // MARK: - Colours

  private var colours: [String] {
    var colours: [String: Color] = [:]
    for entry in theme.entries {
      if case .color(let color) = entry.value { colours[entry.key.name] = color }
    }
    guard !colours.isEmpty else { return [] }
    let pairs = Dictionary(
      ThemeCheck.pairs(theme).map { ($0.onRole, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let entries = theme.entries.filter { $0.key.kind == .color }
    let names = entries.map(\.key.name)
    let rows = entries.map { entry in
      let pair = pairs[entry.key.name]
      return Row(
        name: entry.key.name,
        value: colours[entry.key.name]?.text ?? "",
        note: pair.map(ThemeMessages.contrast) ?? "",
        shortNote: pair.map(ThemeMessages.shortContrast) ?? "",
        description: entry.description ?? ""
      )
    }
    let swatches = names.map { swatch($0, colours, pairs[$0]) }
    let room = width.map { $0 - 2 - (depth == .none ? 0 : Self.swatchWidth) }
    return ["", ThemeKind.color.section]
      + zip(swatches, texts(rows, room: room)).map { "  " + $0 + $1 }
  }

  private static let swatchWidth = 6

  /// A sample of a colour, followed by two spaces.
  ///
  /// A text colour is shown as text on its background.
  private func swatch(
    _ name: String,
    _ colours: [String: Color],
    _ pair: ThemeCheck.Pair?
  ) -> String {
    guard depth != .none, let color = colours[name] else { return "" }
    let paper: Double = theme.style == .light ? 1 : 0
    let ground = (colours["background"] ?? Color(red: paper, green: paper, blue: paper))
      .over(Color(red: paper, green: paper, blue: paper))
    guard let below = pair.flatMap({ colours[$0.role] })?.over(ground) else {
      return depth.painted("    ", nil, on: color.over(ground)) + "  "
    }
    return depth.painted(" Aa ", color.over(below), on: below) + "  "
  }

  // MARK: - Room

  private func texts(_ rows: [Row], room: Int?) -> [String] {
    func widest(_ part: (Row) -> String) -> Int { rows.map { Cells.count(part($0)) }.max() ?? 0 }
    let values = widest(\.value), notes = widest(\.note), shortNotes = widest(\.shortNote)
    var names = widest(\.name)
    var isShort = false
    if let room {
      isShort = notes > 0 && names + 2 + values + 2 + notes > room
      let rest = 2 + values + (notes > 0 ? 2 + shortNotes : 0)
      if isShort || notes == 0 { names = min(names, max(6, room - rest)) }
    }
    return rows.map { row in
      let note = isShort ? row.shortNote : row.note
      var text = filled(cut(row.name, names), names) + "  "
      text += note.isEmpty ? row.value : filled(row.value, values) + "  " + note
      if !row.description.isEmpty {
        let noteWidth = isShort ? shortNotes : notes
        let before = names + 2 + values + (noteWidth > 0 ? 2 + noteWidth : 0)
        text = filled(text, before) + "  " + row.description
      }
      return cut(text, room)
    }
  }

  private func filled(_ text: String, _ width: Int) -> String {
    Cells.filled(text, width)
  }

  private func cut(_ text: String, _ width: Int?) -> String {
    let text = Output.plain(text)
    return width.map { Cells.cut(text, $0) } ?? text
  }
}

/// How many colours a terminal can show.
enum ColourDepth {
  case none
  /// The 256 colours of xterm: six steps each of red, green and blue, and 24 greys.
  case table
  case all

  /// Finds out how many colours a stream can show; `none` if the stream's format has no colours.
  init(_ format: StreamFormat, _ environment: (String) -> String?) {
    guard format.hasColours else {
      self = .none
      return
    }
    let terminal = environment("TERM") ?? ""
    let says = environment("COLORTERM")?.lowercased()
    let isAll = says == "truecolor" || says == "24bit" || terminal.hasSuffix("-direct")
    self = isAll ? .all : .table
  }

  /// Returns the text with the escape sequences that set the text colour and the background, and
  /// reset both at the end.
  ///
  /// Both colours must be opaque.
  func painted(_ text: String, _ ink: Color?, on ground: Color) -> String {
    guard self != .none else { return "" }
    let parts = (ink.map { ["38;" + code($0)] } ?? []) + ["48;" + code(ground)]
    return "\u{1B}[\(parts.joined(separator: ";"))m\(text)\u{1B}[0m"
  }

  private func code(_ color: Color) -> String {
    switch self {
    case .none: ""
    case .table: "5;\(Self.nearest(color))"
    case .all: "2;" + Self.bytes(color).map(String.init).joined(separator: ";")
    }
  }

  private static func bytes(_ color: Color) -> [Int] {
    [color.red, color.green, color.blue].map { share in
      // NaN becomes 0.
      share > 0 ? Int((min(share, 1) * 255).rounded()) : 0
    }
  }

  /// Finds the most similar colour in xterm's table, and returns its index.
  private static func nearest(_ color: Color) -> Int {
    let steps = [0, 95, 135, 175, 215, 255]
    let bytes = bytes(color)
    let places = bytes.map { byte in
      steps.indices.min { abs(steps[$0] - byte) < abs(steps[$1] - byte) } ?? 0
    }
    let cube = places.map { steps[$0] }
    let grey = min(23, max(0, (bytes.reduce(0, +) / 3 - 3) / 10))
    let greys = [Int](repeating: 8 + 10 * grey, count: 3)
    let wanted = OKLab(color)
    func distance(_ bytes: [Int]) -> Double {
      let shares = bytes.map { Double($0) / 255 }
      return OKLab(Color(red: shares[0], green: shares[1], blue: shares[2])).difference(to: wanted)
    }
    guard distance(greys) < distance(cube) else {
      return 16 + 36 * places[0] + 6 * places[1] + places[2]
    }
    return 232 + grey
  }
}
