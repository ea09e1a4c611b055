/// The help, made from the table of commands.
enum HelpText {
  static var all: String {
    let commands = CommandTable.commands.map { command in
      ("\(command.name)\(command.operand.map { " " + $0.usage } ?? "")", command.summary)
    }
    return """
      nightctl - see and change the light or dark style of this session

      usage: nightctl COMMAND [OPTION...]

      commands:
      \(columns(commands))

      options:
      \(columns([(Option.help.name, Option.help.summary), ("--version", "print the version")]))

      nightctl COMMAND --help says more of a command.

      exit codes: 0 done, 1 refused, 2 wrong use, 3 no daemon or no bus, 4 the answer could not
      be written

      """
  }

  static func command(_ command: CommandEntry) -> String {
    let options = command.options + [.help]
    let notes = command.notes.isEmpty ? "" : "\n" + command.notes + "\n"
    return """
      nightctl \(command.name) - \(command.summary)

      \(usage(command))

      options:
      \(columns(options.map { ($0.usage, $0.summary) }))
      \(notes)
      """
  }

  /// One line for each word that the command can take first.
  private static func usage(_ command: CommandEntry) -> String {
    let alternative = command.operand?.alternative
    let options = command.options.filter { $0 != alternative }.map { " [\($0.usage)]" }.joined()
    let required = [command.operand?.usage, alternative?.usage].compactMap { $0 }.map { " " + $0 }
    let lines = (required.isEmpty ? [""] : required).map {
      "nightctl \(command.name)\($0)\(options)"
    }
    return "usage: " + lines.joined(separator: "\n       ")
  }

  private static func columns(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { row in
      "  " + row.0 + String(repeating: " ", count: width - row.0.count + 2) + row.1
    }
    return lines.joined(separator: "\n")
  }
}

extension Option {
  fileprivate var usage: String { name + (value.map { " " + $0 } ?? "") }
}

extension CommandEntry.Operand {
  fileprivate var usage: String { words.joined(separator: "|") }
}
