/// The columns that a text takes on a terminal.
enum Cells {
  static func count(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

  static func filled(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - count(text)))
  }

  /// As much of it as there is room for, and a sign that it goes on.
  static func cut(_ text: String, _ width: Int) -> String {
    let room = max(1, width)
    guard count(text) > room else { return text }
    var shown = "", taken = 1
    for character in text {
      taken += self.width(character)
      guard taken <= room else { break }
      shown.append(character)
    }
    return shown + "…"
  }

  /// What is written upon the sign before it takes no column of its own.
  private static func width(_ character: Character) -> Int {
    guard !character.isASCII else { return 1 }
    let scalars = character.unicodeScalars
    // A picture, and not a letter or a sign of old that may be shown as one.
    if scalars.contains("\u{FE0F}") { return 2 }
    return scalars.map(width).max() ?? 0
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// East Asian Width, W and F, by blocks.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
