import NightCore

/// The file formats of themes: nightd's own, and those of other programs.
package enum ThemeFormat: String, Sendable {
  /// A nightd theme.
  case json
  /// DKNightVersion's table of colours.
  case table
  /// AppTheme's Themes.json.
  case apptheme
  /// A base16 or base24 scheme.
  case base16
  /// A property list of simpleTheme.
  case simpletheme
  /// The colours of a terminal emulator, or of the terminal in VS Code.
  case terminal
  case css
  case gtk

  package static let read: [ThemeFormat] = [
    .json, .table, .apptheme, .simpletheme, .base16, .terminal,
  ]
  package static let written: [ThemeFormat] = [.json, .css, .gtk, .base16, .table]

  /// Guesses the format from the file's name and its bytes; nil if neither shows the format.
  package init?(guessing name: String, _ bytes: [UInt8]) {
    let lower = name.lowercased()
    let beginning = FileBeginning(bytes)
    if lower.hasSuffix(".yaml") || lower.hasSuffix(".yml") {
      self = .base16
    } else if TerminalScheme.isIn(bytes) {
      self = .terminal
    } else if lower.hasSuffix(".plist") || beginning.isPropertyList {
      self = .simpletheme
    } else if beginning.firstCharacter == "[" {
      self = .apptheme
    } else if beginning.firstCharacter == "{" || lower.hasSuffix(".json5") {
      self = .json
    } else if lower.hasSuffix(".json") {
      self = .apptheme
    } else if beginning.isScheme {
      self = .base16
    } else if beginning.isTable {
      self = .table
    } else {
      return nil
    }
  }

  /// Recognises a theme among many files; nil if the file is probably something else.
  ///
  /// This is stricter than `init(guessing:_:)`, because the user did not choose the file, and most
  /// files in YAML or JSON are no themes. The result is nil for a file of AppTheme or simpleTheme,
  /// because such a theme is recognised by its folder.
  init?(recognizing name: String, _ bytes: [UInt8]) {
    let beginning = FileBeginning(bytes)
    guard !bytes.isEmpty, !bytes.prefix(1 << 12).contains(0),
      let format = ThemeFormat(guessing: name, bytes)
    else { return nil }
    let isTheme =
      switch format {
      case .base16: beginning.namesSchemeColor
      case .json: ThemeDraft(bytes, title: nil, source: name).isProbablyTheme(named: name)
      case .table: beginning.isWholeTable
      case .apptheme, .simpletheme, .css, .gtk: false
      // A terminal's colours need no further check, because the guess has already examined the
      // text.
      default: true
      }
    guard isTheme else { return nil }
    self = format
  }
}

/// The beginning of a file, from which the format is guessed.
struct FileBeginning {
  private let text: String
  /// The number of bytes that are examined.
  private static let mostBytes = 1 << 16

  init(_ bytes: [UInt8]) {
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: marks) ? bytes.dropFirst(marks.count) : bytes[...]
    text = String(decoding: body.prefix(Self.mostBytes), as: UTF8.self)
  }

  /// The first character after the white space and comments of JSON5.
  var firstCharacter: Character? {
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

  /// Whether the file is a property list, in XML or in Apple's binary form.
  var isPropertyList: Bool {
    let start = text.drop(while: \.isWhitespace)
    return start.hasPrefix("bplist") || start.hasPrefix("<plist")
      || start.hasPrefix("<?xml") && start.includes("<plist")
  }

  /// Whether the first line is a field or a colour of a base16 scheme, such as `scheme: "…"`.
  var isScheme: Bool {
    let first = lines.first { !$0.hasPrefix("#") && $0 != "---" && !$0.hasPrefix("%YAML") }
    guard let first, let colon = first.firstIndex(of: ":") else { return false }
    let name = first[..<colon].filter { !"\"' ".contains($0) }.lowercased()
    return Base16.facts.contains(name)
      || Base16.twentyFour.contains { $0.lowercased() == name }
  }

  /// Whether the first line can be a list of names, and the next line has colours and a name.
  ///
  /// The result is also true for an empty file, so that the error message says that the file is
  /// empty.
  var isTable: Bool {
    let lines = lines.filter { $0 != "#" && !$0.hasPrefix("# ") }
    guard let names = lines.first.map(Self.fields) else { return true }
    guard lines.count > 1 else { return false }
    // The first line may contain the name of a colour, because a theme can be named after a colour.
    let isForeign = names.contains { name in
      Self.isNumber(name) || name.contains { "{}();\"<>=:@*".contains($0) }
    }
    return !isForeign && Self.fields(lines[1]).dropLast().contains(where: Self.isColor)
  }

  /// Whether the second line has exactly one colour for each name in the first line.
  var isWholeTable: Bool {
    let lines = lines.filter { $0 != "#" && !$0.hasPrefix("# ") }.map(Self.fields)
    guard lines.count > 1, isTable else { return false }
    return lines[1].count == lines[0].count + 1 && lines[1].dropLast().allSatisfy(Self.isColor)
  }

  /// Whether the text contains `base00`, the name of a base16 scheme's first colour.
  var namesSchemeColor: Bool { text.lowercased().includes("base00") }

  /// The lines that are neither empty nor comments, in the syntax of a colour table.
  private var lines: [Substring] {
    text.split(whereSeparator: \.isNewline).map { line in
      line.drop(while: \.isWhitespace)
    }.filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix(";") }
  }

  private static func fields(_ line: Substring) -> [Substring] {
    line.split(whereSeparator: \.isWhitespace)
  }

  /// Whether the field begins like a hexadecimal colour.
  private static func isNumber(_ field: Substring) -> Bool {
    field.hasPrefix("#") || field.hasPrefix("0x") || field.hasPrefix("0X")
  }

  /// Whether the field is a colour, or looks like a mistyped colour.
  private static func isColor(_ field: Substring) -> Bool {
    guard !isNumber(field) else { return true }
    let lower = field.lowercased()
    let isBare = [6, 8].contains(lower.utf8.count) && lower.allSatisfy(\.isHexDigit)
    return isBare || (try? Color(reading: String(field))) != nil
  }
}
