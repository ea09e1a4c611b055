import NightCore

/// The escape sequences with which a program changes the colours of its terminal.
///
/// The sequences are xterm's (OSC 4, 10, 11, 12, 17 and 19); other terminals ignore the sequences
/// that they do not know.
enum TerminalSequences {
  static func colors(_ colors: TerminalColors) -> [UInt8] {
    let palette = colors.palette.enumerated().map { sequence("4;\($0);\($1.text)") }
    let others = [
      (10, colors.foreground), (11, colors.background), (12, colors.cursor),
      (17, colors.selectionBackground), (19, colors.selectionForeground),
    ].map { sequence("\($0);\($1.text)") }
    return Array((palette + others).joined().utf8)
  }

  /// The sequences that make the terminal use its configured colours again.
  static let reset = Array(["104", "110", "111", "112", "117", "119"].map(sequence).joined().utf8)

  static func sequence(_ text: String) -> String { "\u{1B}]\(text)\u{1B}\\" }
}
