/// How text is laid out on one stream, standard output or standard error.
///
/// nightctl determines the format of each stream once, when it starts.
struct StreamFormat: Sendable, Equatable {
  /// The format of a pipe or a regular file: programs may read it, so nothing is added to the text.
  static let file = StreamFormat()

  let isTerminal: Bool
  /// Whether colours and bold text are printed.
  let hasColours: Bool
  /// The number of columns; nil for a pipe or a file, and for a terminal of unknown width.
  let width: Int?

  private init() { (isTerminal, hasColours, width) = (false, false, nil) }

  /// The format of a terminal.
  ///
  /// `columns` is the width that the terminal itself reports; nil or 0 if it reports none. The
  /// variable `COLUMNS` overrides the number that the terminal reports.
  init(terminalWithColumns columns: Int?, _ environment: (String) -> String?) {
    isTerminal = true
    let terminal = environment("TERM") ?? ""
    // Terminals whose TERM begins with `vt` show no colours.
    let isPlain = ["", "dumb"].contains(terminal) || terminal.hasPrefix("vt")
    hasColours = environment("NO_COLOR") ?? "" == "" && !isPlain
    width = Self.size(environment("COLUMNS")) ?? columns.flatMap { $0 > 0 ? $0 : nil }
  }

  /// A number of columns or rows from the environment; nil if it is not a plausible number.
  static func size(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
  }
}
