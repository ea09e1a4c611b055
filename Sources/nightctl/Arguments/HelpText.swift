/// The texts of the help, generated from the table of commands.
enum HelpText {
  static var all: String {
    """
    nightctl - see and change the light or dark style of this session

    usage: nightctl COMMAND [OPTION...]

    commands:
    \(columns(rows))

    options:
    \(columns([(Option.help.name, Option.help.summary), ("--version", "print the version")]))

    nightctl COMMAND --help explains one command.

    exit codes: 0 done, 1 refused, 2 wrong usage, 3 no daemon, no bus or no answer from the
    terminal, 4 the output could not be written, 141 the reader closed the pipe

    """
  }

  /// A row for each command; the commands of a group share one row.
  private static var rows: [(String, String)] {
    var rows: [(String, String)] = []
    for command in CommandTable.commands {
      guard let group = CommandTable.groups.first(where: { $0.name == command.words[0] }) else {
        rows.append((command.usage, command.summary))
        continue
      }
      let isOptional = CommandTable.commands.contains { $0.name == group.name }
      let row = (group.name + (isOptional ? " [COMMAND]" : " COMMAND"), group.summary)
      if rows.last?.0 != row.0 { rows.append(row) }
    }
    return rows + [("help [COMMAND]", "print this text, or the help for a command")]
  }

  /// The help of a group.
  ///
  /// If a command has the group's own name, the options of that command are printed above the list
  /// of the other commands.
  static func group(_ group: (name: String, summary: String)) -> String {
    let plain = CommandTable.commands.first { $0.name == group.name }
    let forms = plain?.forms.map { "nightctl \(group.name)\($0.usage)" } ?? []
    let options = plain.map { "\noptions:\n\(columns($0.options))\n" } ?? ""
    let notes = plain.map { "\n\($0.notes)\n" } ?? ""
    return """
      nightctl \(group.name) - \(group.summary)

      usage: \((forms + ["nightctl \(group.name) COMMAND [OPTION...]"]).joined(separator: "\n       "))
      \(options)
      commands:
      \(columns(CommandTable.within(group.name).map { ($0.usage, $0.summary) }))
      \(notes)
      nightctl \(group.name) COMMAND --help explains one command.

      """
  }

  static func command(_ command: CommandEntry) -> String {
    if let group = CommandTable.groups.first(where: { $0.name == command.name }) {
      return self.group(group)
    }
    let notes = command.notes.isEmpty ? "" : "\n" + command.notes + "\n"
    let forms = command.forms.map { "nightctl \(command.name)\($0.usage)" }
    return """
      nightctl \(command.name) - \(command.summary)

      usage: \(forms.joined(separator: "\n       "))

      options:
      \(columns(command.options))
      \(notes)
      """
  }

  private static func columns(_ options: [Option]) -> String {
    columns(options.map { ($0.usage, $0.summary) })
  }

  private static func columns(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { row in
      "  " + row.0 + String(repeating: " ", count: width - row.0.count + 2) + row.1
    }
    return lines.joined(separator: "\n")
  }
}

extension CommandEntry {
  /// The usage of the first form, without its options.
  fileprivate var usage: String {
    let operands = forms.first?.operands ?? []
    return name + (operands.runs ? operands.passedOn : operands.map(\.usage).joined())
  }
}

extension CommandEntry.Form {
  fileprivate var usage: String {
    let needed = needs.map { " " + $0.usage }.joined()
    guard !operands.runs else { return needed + optionUsage + operands.passedOn }
    return operands.map(\.usage).joined() + needed
      + needsOneOf.map { " [\($0.usage)]" }.joined() + optionUsage
  }

  private var optionUsage: String {
    var usage = ""
    var groups: [String] = []
    for option in options {
      guard let group = option.group else {
        usage += " [\(option.usage)]"
        continue
      }
      guard !groups.contains(group) else { continue }
      groups.append(group)
      usage += " [-\(group)]"
    }
    return usage
  }
}

extension [Operand] {
  /// Whether the operands are the command line of another program.
  var runs: Bool {
    if case .program? = first?.kind { true } else { false }
  }

  fileprivate var passedOn: String { " --" + map(\.usage).joined() }
}

extension Option {
  fileprivate var usage: String { name + (value.map { " " + $0 } ?? "") }
}

extension Operand {
  fileprivate var usage: String {
    guard isListed else { return "" }
    let word =
      keywords.isEmpty ? name : (keywords + (orTheme ? ["NAME"] : [])).joined(separator: "|")
    return switch count {
    case .one: " " + word
    case .optional: " [\(word)]"
    case .any: " [\(word)...]"
    case .some: " \(word)..."
    }
  }
}
