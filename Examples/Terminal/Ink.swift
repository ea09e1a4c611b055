import NightKit

/// How terminals with true colour are told what to write with.
enum Ink {
  /// What follows is written on this colour.
  static func paper(_ color: Color) -> String { "\u{1b}[48;2;\(parts(color))m" }

  /// What follows is written in this colour.
  static func text(_ color: Color) -> String { "\u{1b}[38;2;\(parts(color))m" }

  static func bold(_ text: String) -> String { "\u{1b}[1m\(text)\u{1b}[22m" }

  static func underlined(_ text: String) -> String { "\u{1b}[4m\(text)\u{1b}[24m" }

  private static func parts(_ color: Color) -> String {
    [color.red, color.green, color.blue].map { "\(Int(($0 * 255).rounded()))" }
      .joined(separator: ";")
  }
}
