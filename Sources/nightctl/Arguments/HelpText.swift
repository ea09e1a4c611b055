/// A part of a help text.
enum HelpBlock: Equatable {
  case line(TextLine)
  /// A paragraph, given as a list of lines.
  ///
  /// In a pipe and on a wide terminal, the paragraph keeps its line breaks.
  case paragraph([String])

  /// The lines of this part of the help, for a terminal that is `width` columns wide, or for a pipe
  /// if `width` is nil.
  ///
  /// If one line of a paragraph is too long, the whole paragraph is wrapped again.
  func lines(within width: Int?) -> [TextLine] {
    switch self {
    case .line(let line): return [line]
    case .paragraph(let lines):
      guard let width, lines.contains(where: { Cells.count($0) > width }) else {
        return lines.map { TextLine($0) }
      }
      return [TextLine([TextPiece(lines.joined(separator: " "))], hang: 0)]
    }
  }
}

/// The help, generated from the table of commands.
enum HelpText {
  static var all: [HelpBlock] {
    let options = [(Option.help.name, Option.help.summary), ("--version", "print the version")]
    return title("nightctl", "see and change the light or dark style of this session")
      + usage([[.command("nightctl"), TextPiece(" COMMAND"), TextPiece(" [OPTION...]")]])
      + blank + [heading("commands:")] + columns(rows)
      + blank + [heading("options:")] + columns(options)
      + blank + explanation("nightctl COMMAND")
      + notes(
        """
        exit codes: 0 done, 1 refused, 2 wrong usage, 3 no daemon, no bus or no answer from the
        terminal, 4 the output could not be written, 141 the program that reads the output closed
        the pipe. The commands inhibit, run, watch --exec and programs gnome have other exit codes
        too: see their help.
        """
      )
  }

  /// A row for each command; the commands of a group share one row.
  private static var rows: [(String, String)] {
    var rows: [(String, String)] = []
    for command in CommandTable.commands {
      guard let group = CommandTable.group(command.words[0]) else {
        rows.append((command.usage, command.summary))
        continue
      }
      let isOptional = CommandTable.command(named: group.name) != nil
      let row = (group.name + (isOptional ? " [COMMAND]" : " COMMAND"), group.summary)
      if rows.last?.0 != row.0 { rows.append(row) }
    }
    return rows + [("help [COMMAND]", "print this text, or the help for a command")]
  }

  /// The help of a group.
  ///
  /// If the group's name is also a command, that command's options are printed before the list of
  /// subcommands.
  static func group(_ group: (name: String, summary: String)) -> [HelpBlock] {
    let plain = CommandTable.command(named: group.name)
    let call = [TextPiece.command("nightctl \(group.name)")]
    let any = call + [TextPiece(" COMMAND"), TextPiece(" [OPTION...]")]
    let options = plain.map { blank + [heading("options:")] + columns($0.options) } ?? []
    let below = CommandTable.within(group.name).map { ($0.usage, $0.summary) }
    return title("nightctl \(group.name)", group.summary)
      + usage((plain?.forms.map { call + $0.usage } ?? []) + [any])
      + options
      + blank + [heading("commands:")] + columns(below)
      + notes(plain?.notes ?? "")
      + blank + explanation("nightctl \(group.name) COMMAND")
  }

  static func command(_ command: CommandEntry) -> [HelpBlock] {
    if let group = CommandTable.group(command.name) {
      return self.group(group)
    }
    return title("nightctl \(command.name)", command.summary)
      + usage(forms(of: command))
      + blank + [heading("options:")] + columns(command.options)
      + notes(command.notes)
  }

  /// The usage lines of a command, one for each form.
  static func forms(of command: CommandEntry) -> [[TextPiece]] {
    command.forms.map { [.command("nightctl \(command.name)")] + $0.usage }
  }

  private static func title(_ name: String, _ summary: String) -> [HelpBlock] {
    [.line(TextLine([TextPiece(name, .heading), TextPiece(" - " + summary)]))] + blank
  }

  private static let blank: [HelpBlock] = [.line(.empty)]

  private static func heading(_ text: String) -> HelpBlock {
    .line(TextLine([TextPiece(text, .heading)]))
  }

  private static func usage(_ forms: [[TextPiece]]) -> [HelpBlock] {
    forms.enumerated().map { number, form in
      let lead = TextPiece(number == 0 ? "usage:" : "", .heading)
      return .line(TextLine(lead, column: 7, form, hang: 2))
    }
  }

  private static func explanation(_ call: String) -> [HelpBlock] {
    [.line(TextLine([.command(call + " --help"), TextPiece(" explains one command.")], hang: 0))]
  }

  /// Splits a text into paragraphs, and puts a blank line before each; returns an empty list if the
  /// text is empty.
  private static func notes(_ text: String) -> [HelpBlock] {
    guard !text.isEmpty else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var blocks: [HelpBlock] = []
    for paragraph in lines.split(separator: "", omittingEmptySubsequences: false) {
      blocks += blank
      // Indented lines are examples, which must not be joined.
      let isCode = paragraph.contains { $0.hasPrefix(" ") }
      blocks += isCode ? paragraph.map { .line(TextLine($0)) } : [.paragraph(Array(paragraph))]
    }
    return blocks
  }

  private static func columns(_ options: [Option]) -> [HelpBlock] {
    columns(options.map { ($0.usage, $0.summary) })
  }

  private static func columns(_ rows: [(String, String)]) -> [HelpBlock] {
    let column = (rows.map(\.0.count).max() ?? 0) + 4
    return rows.map { name, summary in
      .line(TextLine(TextPiece(name, .command), indent: 2, column: column, [TextPiece(summary)]))
    }
  }
}

extension CommandEntry {
  /// The usage line for the command's first form, without the options.
  fileprivate var usage: String {
    let operands = forms.first?.operands ?? []
    return name + (operands.runs ? operands.passedOn : operands.map(\.usage).joined())
  }
}

extension CommandEntry.Form {
  /// The options and operands of the form.
  ///
  /// Each option or operand stays on one line, together with its brackets.
  fileprivate var usage: [TextPiece] {
    let needed = needs.map { " " + $0.usage }
    let pieces =
      operands.runs
      ? needed + optionUsage + [operands.passedOn]
      : operands.map(\.usage) + needed + needsOneOf.map { " [\($0.usage)]" } + optionUsage
    return pieces.filter { !$0.isEmpty }.flatMap { piece in
      [TextPiece(" "), TextPiece(String(piece.dropFirst()), isWhole: true)]
    }
  }

  private var optionUsage: [String] {
    var usage: [String] = []
    var groups: [String] = []
    for option in options {
      guard let group = option.group else {
        usage.append(" [\(option.usage)]")
        continue
      }
      guard !groups.contains(group) else { continue }
      groups.append(group)
      usage.append(" [-\(group)]")
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
    let list = (keywords + (orTheme ? ["NAME"] : [])).joined(separator: "|")
    // If the list of keywords is too wide for a narrow terminal, show the operand's name instead,
    // because the notes in the command's help contain the list.
    let word = keywords.isEmpty || list.utf8.count > 36 ? name : list
    return switch count {
    case .one: " " + word
    case .optional: " [\(word)]"
    case .any: " [\(word)...]"
    case .some: " \(word)..."
    }
  }
}
