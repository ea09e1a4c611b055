import NightCore

/// The forms in which themes come from other programs and go to them.
enum ThemeFormat: String {
  /// A theme of nightd.
  case json
  /// DKNightVersion's table of colours.
  case table
  /// AppTheme's Themes.json.
  case apptheme
  /// A scheme of base16 or base24.
  case base16
  case css
  case gtk

  static let read: [ThemeFormat] = [.json, .table, .apptheme, .base16]
  static let written: [ThemeFormat] = [.json, .css, .gtk, .base16, .table]

  /// By what the file is called, and else by how it begins; nothing where neither tells.
  init?(guessing name: String, _ bytes: [UInt8]) {
    let lower = name.lowercased()
    let beginning = FileBeginning(bytes)
    if lower.hasSuffix(".yaml") || lower.hasSuffix(".yml") {
      self = .base16
    } else if beginning.sign == "[" {
      self = .apptheme
    } else if beginning.sign == "{" || lower.hasSuffix(".json5") {
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
}
