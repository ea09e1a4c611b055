/// The roles with which a theme can set the colours of a terminal.
package enum TerminalRoles {
  /// The roles of the 16 colours, in the order of their numbers.
  package static let names =
    colors.map { "terminal" + $0 } + colors.map { "terminalBright" + $0 }

  private static let colors = [
    "Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White",
  ]
}
