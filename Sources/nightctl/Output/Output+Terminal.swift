import Glibc

/// What the terminal is like.
extension Output {
  /// Columns and rows; those of the least terminal there is where nothing says more.
  func size(_ environment: (String) -> String?) -> (width: Int, height: Int) {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      return (Int(size.ws_col), Int(size.ws_row))
    }
    func number(_ name: String) -> Int? {
      environment(name).flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
    return (number("COLUMNS") ?? 80, number("LINES") ?? 24)
  }

  /// Whether it has colours and the quarters of a character, as all that have windows do.
  func hasColours(_ environment: (String) -> String?) -> Bool {
    guard isTerminal, environment("NO_COLOR") ?? "" == "" else { return false }
    let terminal = environment("TERM") ?? ""
    return !["", "dumb", "linux"].contains(terminal) && !terminal.hasPrefix("vt")
  }
}
