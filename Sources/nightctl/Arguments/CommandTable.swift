import NightCore

/// All commands of nightctl.
///
/// nightctl creates only the entries for the first word of its command line, because creating all
/// of them would take 5 % of the time of a `nightctl get`.
enum CommandTable {
  /// The first word of each command or group, and its table entries, in the order of the help.
  static let words: [(word: String, rows: @Sendable () -> [CommandEntry])] = [
    ("get", { [GetCommand.getRow] }),
    ("set", { [SetCommands.setRow] }),
    ("toggle", { [SetCommands.toggleRow] }),
    ("resume", { [SetCommands.resumeRow] }),
    ("status", { [StatusCommands.statusRow] }),
    ("why", { [StatusCommands.whyRow] }),
    ("doctor", { [DoctorCommand.row] }),
    ("history", { [HistoryCommand.row] }),
    ("watch", { [WatchCommand.row] }),
    ("schedule", { ScheduleTopic.rows }),
    ("location", { [LocationCommand.row] }),
    ("inhibit", { [InhibitCommand.row] }),
    ("run", { [RunCommand.row] }),
    ("contrast", { [LookCommands.contrastRow] }),
    ("accent", { [LookCommands.accentRow] }),
    ("motion", { [LookCommands.motionRow] }),
    ("undo", { [UndoCommand.row] }),
    ("migrate", { [MigrateCommand.row] }),
    ("programs", { ProgramTopic.rows }),
    ("hooks", { HookTopic.rows }),
    ("theme", { ThemeTopic.rows }),
    ("prefs", { PreferenceTopic.rows }),
    ("apps", { [ApplicationCommands.appsRow, ApplicationCommands.removeRow] }),
    ("introspect", { [GetCommand.introspectRow] }),
  ]

  static var commands: [CommandEntry] { words.flatMap { $0.rows() } }

  /// Each first word that several commands share, with a summary of those commands.
  static let groups: [(name: String, summary: String)] = [
    ("schedule", "see and change the times at which the style is light or dark"),
    ("theme", "see, choose, check, import and export themes"),
    ("prefs", "read and change preferences"),
    ("hooks", "run your own programs after the style or theme changes"),
    ("programs", "let other programs follow the style and the theme"),
  ]

  static func group(_ name: String) -> (name: String, summary: String)? {
    groups.first { $0.name == name }
  }
}

// MARK: - Finding

extension CommandTable {
  /// Splits the arguments into two lists: the options before the command, with their values, and
  /// the rest.
  ///
  /// This method accepts the options of any command. `Invocation` later rejects options that belong
  /// to other commands.
  static func leadingOptions(_ arguments: [String]) -> (options: [String], rest: [String]) {
    var rest = arguments[...]
    let ends = ["--help", "-h", "--version", "-V"]
    while let argument = rest.first, Invocation.isOption(argument), !ends.contains(argument) {
      let (name, attached) = Invocation.parts(argument)
      let known = commands.lazy.flatMap(\.options).first { $0.name == name && $0 != .help }
      guard let known else { break }
      rest.removeFirst()
      if known.value != nil, attached == nil { rest = rest.dropFirst() }
    }
    return (Array(arguments[..<rest.startIndex]), Array(rest))
  }

  /// The command that the first one or two arguments select, and the remaining arguments.
  static func command(
    _ arguments: [String]
  ) throws(Failure) -> (command: CommandEntry, rest: [String]) {
    guard let first = arguments.first else {
      throw .usage(ArgumentMessages.commandMissing, help: nil)
    }
    let second = arguments.dropFirst().first
    let rows = rows(first)
    if let second, let found = rows.first(where: { $0.name == first + " " + second }) {
      return (found, Array(arguments.dropFirst(2)))
    }
    let plain = rows.first { $0.name == first }
    if let plain, second.map(Invocation.isOption) ?? true {
      return (plain, Array(arguments.dropFirst()))
    }
    let below = within(first).map { $0.words[1] }
    if let plain, below.isEmpty { return (plain, Array(arguments.dropFirst())) }
    guard !below.isEmpty else {
      let isOption = first.utf8.first == UInt8(ascii: "-")
      let known = isOption ? ["--help", "--version"] : words.map(\.word) + ["help"]
      let choices = Choice.allCases.map(\.rawValue)
      let choice = Slips.style(first, among: choices) ?? NearestWord.to(first, among: choices)
      let isChoice = !isOption && NearestWord.to(first, among: known) == nil
      let meaning =
        Slips.command(first, after: "") ?? (isChoice ? choice.map { "set " + $0 } : nil)
      if let meaning {
        throw .usage(
          ArgumentMessages.unknown(first, isOption: isOption, meaning: meaning),
          help: nil
        )
      }
      throw .usage(ArgumentMessages.unknown(first, isOption: isOption, known), help: nil)
    }
    guard let second else { throw .usage(ArgumentMessages.needsCommand(first, below), help: first) }
    throw .usage(ArgumentMessages.unknown(second, of: first, below), help: first)
  }

  /// The commands whose first word is `first`.
  private static func rows(_ first: String) -> [CommandEntry] {
    words.first { $0.word == first }?.rows() ?? []
  }

  /// The two-word commands whose first word is `first`.
  static func within(_ first: String) -> [CommandEntry] {
    rows(first).filter { $0.name != first }
  }

  /// The command whose whole name is `word`; nil if no such command exists.
  static func command(named word: String) -> CommandEntry? { rows(word).first { $0.name == word } }
}
