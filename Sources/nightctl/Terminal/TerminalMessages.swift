import NightCore

/// Messages about the terminal as a source of the style.
enum TerminalMessages {
  private static let withoutTerminal = "leave out --terminal to ask nightd"

  /// The message for a terminal that cannot answer queries; `type` is the value of TERM.
  static func terminalCannotAnswer(_ type: String) -> String {
    let why = type.isEmpty ? "TERM is not set" : "a terminal with TERM=\(type) reports no colours"
    return "\(why); run this in another terminal, or \(withoutTerminal)"
  }

  static func noTerminal(_ why: String) -> String {
    "cannot open /dev/tty: \(why); run this in a terminal, or \(withoutTerminal)"
  }

  static func terminalModeFailed(_ why: String) -> String {
    "cannot change the mode of the terminal: \(why); \(withoutTerminal)"
  }

  static let terminalInBackground =
    "a command in the background cannot ask the terminal; run it in the foreground"

  /// The message for answers that contain no style.
  static func unanswered(_ answers: TerminalAnswers) -> String {
    guard answers.isFenced else {
      return "the terminal did not answer within \(Terminal.limit) ms; try again, or "
        + withoutTerminal
    }
    return "the terminal reports neither a colour scheme nor a background; " + withoutTerminal
  }

  static let terminalReportsNoChange =
    "the terminal does not report changes of its style; nightctl get --terminal asks it again, and "
    + "nightctl watch follows nightd"
}
