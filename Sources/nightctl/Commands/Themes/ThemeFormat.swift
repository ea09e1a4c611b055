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

  /// By what the file is called, and else by how it begins.
  init(guessing name: String, _ bytes: [UInt8]) {
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: marks) ? bytes.dropFirst(marks.count) : bytes[...]
    let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let lower = name.lowercased()
    if lower.hasSuffix(".yaml") || lower.hasSuffix(".yml") {
      self = .base16
    } else if first == UInt8(ascii: "[") {
      self = .apptheme
    } else if first == UInt8(ascii: "{") || lower.hasSuffix(".json5") {
      self = .json
    } else if lower.hasSuffix(".json") {
      self = .apptheme
    } else {
      self = .table
    }
  }
}
