package import NightCore

/// The colours of an editor, made from a theme's roles and the terminal's colours.
package struct SyntaxColors: Sendable {
  private let terminal: TerminalColors

  package init(_ terminal: TerminalColors) { self.terminal = terminal }

  package var background: Color { terminal.background }
  package var text: Color { terminal.foreground }
  package var error: Color { terminal.palette[1] }
  package var string: Color { terminal.palette[2] }
  package var type: Color { terminal.palette[3] }
  package var function: Color { terminal.palette[4] }
  package var keyword: Color { terminal.palette[5] }
  package var constant: Color { terminal.palette[6] }
  package var comment: Color { terminal.palette[8] }
  package var line: Color { ColorScheme.mix(background, text, 0.06) }
  package var faint: Color { ColorScheme.mix(background, text, 0.25) }
}
