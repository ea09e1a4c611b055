/// Adds the style sheets of AppTheme to imported themes.
extension AppThemeStyles {
  /// Adds the sheets in all of AppTheme's style sheet files to the themes of `Themes.json`.
  ///
  /// A theme inherits the sheets of its parent in `Themes.json`. The theme gets its own copy of a
  /// sheet only if the sheet refers to a colour that the theme has and the parent lacks.
  static func add(_ styles: [AppThemeStyles], to result: inout ThemeImport) {
    let sheets = styles.flatMap { file in file.sheets.map { (sheet: $0, file: file.file) } }
    guard !sheets.isEmpty else { return }
    let places = Dictionary(
      result.themes.enumerated().map { (Array($1.name.utf8), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let merger = AppThemeMerger(result.themes, places, sheets, file: result.file)
    result.findings += merger.findings
    guard result.isValid else { return }
    for index in result.themes.indices {
      result.themes[index].entries += merger.entries(of: index)
    }
  }
}

/// Decides which sheets each theme gets, and which fields of these sheets.
private struct AppThemeMerger {
  typealias Placed = (sheet: AppThemeStyles.Sheet, file: String)

  let themes: [ThemeFile]
  let places: [[UInt8]: Int]
  let sheets: [Placed]
  /// The name that messages use for the file `Themes.json`.
  private let file: String
  /// The names of each theme's colours, including inherited and built-in ones.
  private var roles: [Set<String>] = []
  /// The names of all style sheets for labels.
  private let labels: Set<String>
  /// For each colour's name, the indices of the sheets that use the colour.
  private var users: [String: [Int]] = [:]
  private(set) var findings: [ThemeFinding] = []

  init(_ themes: [ThemeFile], _ places: [[UInt8]: Int], _ sheets: [Placed], file: String) {
    self.file = file
    self.themes = themes
    self.places = places
    self.sheets = sheets
    labels = Set(sheets.filter { $0.sheet.key.kind == .label }.map(\.sheet.key.name))
    let builtIn = Dictionary(
      uniqueKeysWithValues: Style.allCases.map { style in
        let line = ThemeLine(style.builtInTheme, find: BuiltInThemes.text)
        return (style, Set(line.members.flatMap { Self.colors(of: $0.file) }))
      }
    )
    roles = themes.indices.map { index in
      var names = builtIn[themes[index].style] ?? []
      var next: Int? = index
      while let index = next {
        names.formUnion(Self.colors(of: themes[index]))
        next = parent(of: index)
      }
      return names
    }
    for (index, placed) in sheets.enumerated() {
      for role in placed.sheet.colors { users[role, default: []].append(index) }
    }
    check()
  }

  private static func colors(of file: ThemeFile) -> [String] {
    file.entries.filter { $0.key.kind == .color }.map(\.key.name)
  }

  /// The index of the theme's parent; loops are impossible, because the reader of `Themes.json` has
  /// checked for them.
  private func parent(of theme: Int) -> Int? {
    themes[theme].parent.flatMap { places[Array($0.utf8)] }
  }

  // MARK: - Checks

  private mutating func check() {
    let known = roles.reduce(into: Set([AppThemeStyles.clear])) { $0.formUnion($1) }
    var seen: [ThemeKey: String] = [:]
    var missing: [String: [Int]] = [:]
    for (sheet, file) in sheets {
      if let first = seen.updateValue(file, forKey: sheet.key) {
        add(.error, file, sheet.position, "\(Self.name(sheet)) is already defined in \(first)")
      }
      for field in sheet.fields {
        guard case .reference(let name) = field.field.value, field.field.name != "font" else {
          continue
        }
        let isLabel = field.field.name == "label"
        guard !(isLabel ? labels : known).contains(name) else {
          if !isLabel, missing[name] == nil { missing[name] = lacking(name) }
          continue
        }
        let nearest = ThemeFinding.nearest(name, among: isLabel ? labels : known)
        // If a button's label is missing, only warn, because AppTheme's own files contain such
        // buttons.
        add(
          isLabel ? .warning : .error,
          file,
          field.position,
          (isLabel
            ? "\(MessageText.quoted(name)) is not a label of the given label styles, so "
              + "\(Self.name(sheet)) has no label"
            : "\(MessageText.quoted(name)) is not a colour of any theme in the given Themes.json")
            + MessageText.didYouMean(nearest)
        )
      }
    }
    note(missing)
  }

  private func lacking(_ role: String) -> [Int] {
    role == AppThemeStyles.clear ? [] : themes.indices.filter { !roles[$0].contains(role) }
  }

  private static func name(_ sheet: AppThemeStyles.Sheet) -> String {
    "the \(sheet.key.kind.rawValue) \(MessageText.quoted(sheet.key.name))"
  }

  private mutating func add(
    _ severity: ThemeFinding.Severity,
    _ file: String,
    _ position: Position,
    _ message: String
  ) {
    guard findings.count(where: { $0.severity == severity }) < ThemeFinding.maximumCount else {
      return
    }
    findings.append(ThemeFinding(severity, in: file, at: position, message))
  }

  /// Adds notes about missing colours: one note for all colours that the same themes lack.
  private mutating func note(_ missing: [String: [Int]]) {
    var groups: [[Int]: [String]] = [:]
    for (role, lacking) in missing where !lacking.isEmpty {
      groups[lacking, default: []].append(role)
    }
    for (lacking, roles) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard findings.count < ThemeFinding.maximumCount else { return }
      let (has, its) = lacking.count == 1 ? ("has", "its") : ("have", "their")
      findings.append(
        ThemeFinding(
          .note,
          in: file,
          "\(Self.list(lacking.map { themes[$0].name })) \(has) no \(Self.list(roles.sorted())): "
            + "\(its) styles leave out the fields that use missing colours"
        )
      )
    }
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(3).map(MessageText.quoted).joined(separator: ", ")
      + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  // MARK: - Entries

  /// The entries that the style sheets add to a theme.
  func entries(of theme: Int) -> [ThemeFile.Entry] {
    var entries: [ThemeFile.Entry] = []
    guard let parent = parent(of: theme) else {
      for (sheet, _) in sheets {
        entries.append(entry(sheet, theme))
        guard let font = sheet.font else { continue }
        let key = ThemeKey(.font, sheet.key.name)
        entries.append(.init(key, .value(.font(font)), position: sheet.position))
      }
      guard users[AppThemeStyles.clear] != nil, !roles[theme].contains(AppThemeStyles.clear) else {
        return entries
      }
      let color = Color(red: 0, green: 0, blue: 0, alpha: 0)
      let key = ThemeKey(.color, AppThemeStyles.clear)
      return entries + [.init(key, .color(.init(.color(color))))]
    }
    // The theme needs its own copy of a sheet only if the sheet refers to a colour that the parent
    // lacks.
    let new = roles[theme].subtracting(roles[parent]).subtracting([AppThemeStyles.clear])
    return Set(new.flatMap { users[$0] ?? [] }).sorted().map { entry(sheets[$0].sheet, theme) }
  }

  /// The theme's entry for a sheet, without colours that the theme lacks, and without a label that
  /// does not exist.
  private func entry(_ sheet: AppThemeStyles.Sheet, _ theme: Int) -> ThemeFile.Entry {
    let fields = sheet.fields.filter { field in
      if field.field.name == "label", case .reference(let name) = field.field.value {
        return labels.contains(name)
      }
      guard let role = field.color else { return true }
      return role == AppThemeStyles.clear || roles[theme].contains(role)
    }
    let value = ThemeValue.sheet(ThemeSheet(fields.map(\.field)))
    var entry = ThemeFile.Entry(sheet.key, .value(value), position: sheet.position)
    entry.fields = fields.map(\.position)
    return entry
  }
}

extension AppThemeStyles.Sheet {
  /// The names of the colours that the sheet uses.
  fileprivate var colors: Set<String> { Set(fields.compactMap(\.color)) }
}

extension AppThemeStyles.Sheet.Field {
  /// The name of the colour that the field contains; nil if it contains any other value.
  fileprivate var color: String? {
    guard case .reference(let name) = field.value, !["font", "label"].contains(field.name) else {
      return nil
    }
    return name
  }
}
