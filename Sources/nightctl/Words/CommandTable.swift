import NightCore

enum CommandTable {
  static let commands =
    styleCommands + scheduleCommands + sessionCommands + themeCommands + themeFileCommands
    + preferenceCommands
    + applicationCommands + [introspect]

  /// The commands that share a first word, and what they are about.
  static let groups: [(name: String, summary: String)] = [
    ("schedule", "see and change when it is light and dark"),
    ("theme", "see, choose, check and exchange themes"),
    ("prefs", "read and change preferences"),
  ]

  private static let styleCommands: [CommandEntry] = [
    CommandEntry(
      name: "get",
      summary: "print the style that is in effect",
      options: [.application, .json],
      run: { (invocation, nightctl) throws(Failure) in try nightctl.get(invocation) }
    ),
    CommandEntry(
      name: "set",
      summary: "choose a style, who decides it, or a theme",
      forms: [
        .init(operands: [.choiceOrTheme(Choice.allCases.map(\.rawValue))], options: [.json]),
        .init(
          needs: [.always],
          operands: [.style(Style.allCases.map(\.rawValue))],
          options: [.json]
        ),
        .init(
          needs: [.until],
          operands: [.choiceOrTheme(Style.allCases.map(\.rawValue))],
          options: [.json]
        ),
        .init(
          needs: [.length],
          operands: [.choiceOrTheme(Style.allCases.map(\.rawValue))],
          options: [.json]
        ),
        .init(needs: [.byClock], options: [.json]),
        .init(
          needs: [.application],
          operands: [.style(ApplicationChoice.allCases.map(\.rawValue))],
          options: [.json]
        ),
      ],
      notes: """
        light and dark stay until you choose again. While the schedule decides, they are held
        until its next change instead; --always makes them stay even then. schedule and system
        say who decides from now on: the schedule, which nightctl schedule shows, or the desktop.
        --until and --for hold a style over any choice, for 400 days at most. nightctl resume ends
        a hold. When this command ends, what you chose is on disk.

        WHEN is next, which is the next change, or an event of the sun such as sunset or
        civil-dawn, 22:30, tomorrow, "tomorrow 07:00", 2026-12-24 or "2026-12-24 07:00".
        DURATION is 90s, 90m, 1h30m or 3d.

        With system the style is what the desktop's own switch says, and light if the desktop has
        no preference or nobody tells it. The desktop's switch counts as your word under every
        choice: it does what nightctl set does. docs/system.md says who is asked.

        NAME is that of a theme: it does as nightctl theme use then.

        --by-clock leaves alone what it should not touch: it acts on a choice of light or dark,
        or if nobody has ever chosen and nothing else decides, but never under a lock or during
        a hold.

        --app chooses for one application, which may then differ from all others; follow has it
        do as they do. What an application is called is its own claim.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.set(invocation) }
    ),
    CommandEntry(
      name: "toggle",
      summary: "choose the other one and print it",
      forms: [
        .init(options: [.json]), .init(needs: [.until], options: [.json]),
        .init(needs: [.length], options: [.json]),
      ],
      notes: "It does as nightctl set does with the style that is not in effect.",
      run: { (invocation, nightctl) throws(Failure) in try nightctl.toggle(invocation) }
    ),
    CommandEntry(
      name: "resume",
      summary: "end a hold at once",
      options: [.json],
      run: { (invocation, nightctl) throws(Failure) in try nightctl.resume(invocation) }
    ),
    CommandEntry(
      name: "status",
      summary: "say what is in effect, until when, why, and where it is kept",
      options: [.application, .json],
      notes: "If the files of preferences have mistakes, they are listed at the end.",
      run: { (invocation, nightctl) throws(Failure) in try nightctl.status(invocation) }
    ),
    CommandEntry(
      name: "why",
      summary: "say why it is light or dark, in sentences",
      options: [.application, .json],
      notes: "The first line is the answer; then comes a line for each thing that plays a part.",
      run: { (invocation, nightctl) throws(Failure) in try nightctl.why(invocation) }
    ),
    doctorCommand,
    CommandEntry(
      name: "history",
      summary: "print past changes, and who made them",
      options: [.changeCount, .json],
      notes: """
        The last change stands at the end, as in a log; times are your own. A process is called
        what it calls itself.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.history(invocation) }
    ),
    CommandEntry(
      name: "watch",
      summary: "print the style, and then each change on a line",
      options: [.application, .json],
      notes: """
        It ends on Ctrl-C, when its reader leaves, or with the bus. A daemon that is restarted
        is followed; a line comes only if the style differs. With --json one comes whenever
        anything of it does but the serial, such as the reason or the next change.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.watch(invocation) }
    ),
  ]

  private static let applicationCommands: [CommandEntry] = [
    CommandEntry(
      name: "apps",
      summary: "list the applications that have a style of their own",
      options: [.json],
      run: { (invocation, nightctl) throws(Failure) in try nightctl.applications(invocation) }
    ),
    CommandEntry(
      name: "apps remove",
      summary: "forget an application's own style",
      operands: [Operand(name: "ID", kind: .application)],
      options: [.json],
      notes: """
        Its other preferences stay; nightctl prefs delete --app ID --all takes them back as well.
        """,
      run: { (invocation, nightctl) throws(Failure) in
        try nightctl.removeApplication(invocation)
      }
    ),
  ]

  private static let introspect = CommandEntry(
    name: "introspect",
    summary: "print the daemon's D-Bus interfaces as XML",
    options: [.json],
    run: { (invocation, nightctl) throws(Failure) in try nightctl.introspect(invocation) }
  )
}

extension Operand {
  static func style(_ words: [String]) -> Operand { Operand(name: "STYLE", kind: .words(words)) }

  static func choiceOrTheme(_ words: [String]) -> Operand {
    Operand(name: "STYLE", kind: .words(words), orTheme: true)
  }
}

// MARK: - Finding

extension CommandTable {
  /// The options that stand before the command, with their values, and what follows them.
  ///
  /// Only options that some command has; whether this one has them is checked later.
  static func leadingOptions(_ arguments: [String]) -> (options: [String], rest: [String]) {
    var rest = arguments[...]
    while let word = rest.first, Invocation.isOption(word) {
      let (name, attached) = Invocation.parts(word)
      let known = commands.lazy.flatMap(\.options).first { $0.name == name && $0 != .help }
      guard let known else { break }
      rest.removeFirst()
      if known.value != nil, attached == nil { rest = rest.dropFirst() }
    }
    return (Array(arguments[..<rest.startIndex]), Array(rest))
  }

  /// The command that the first words name, and what is left of the words.
  static func command(
    _ words: [String]
  ) throws(Failure) -> (command: CommandEntry, rest: [String]) {
    guard let first = words.first else { throw .usage(Words.commandMissing, help: nil) }
    let second = words.dropFirst().first
    if let second, let found = command(named: first + " " + second) {
      return (found, Array(words.dropFirst(2)))
    }
    let plain = command(named: first)
    if let plain, second.map(Invocation.isOption) ?? true {
      return (plain, Array(words.dropFirst()))
    }
    let below = within(first).map { $0.words[1] }
    if let plain, below.isEmpty { return (plain, Array(words.dropFirst())) }
    guard !below.isEmpty else {
      let isOption = first.utf8.first == UInt8(ascii: "-")
      let known = isOption ? ["--help", "--version"] : firstWords + ["help"]
      let setting = isOption ? nil : NearestWord.to(first, among: Choice.allCases.map(\.rawValue))
      if let setting, NearestWord.to(first, among: known) == nil {
        throw .usage(Words.unknown(first, meaning: "set \(setting)"), help: nil)
      }
      throw .usage(Words.unknown(first, isOption: isOption, known), help: nil)
    }
    guard let second else { throw .usage(Words.needsCommand(first, below), help: first) }
    throw .usage(Words.unknown(second, of: first, below), help: first)
  }

  /// Part by part: to build the whole table for one command is a twentieth of a `get`.
  private static func command(named name: String) -> CommandEntry? {
    styleCommands.first { $0.name == name } ?? scheduleCommands.first { $0.name == name }
      ?? preferenceCommands.first { $0.name == name } ?? commands.first { $0.name == name }
  }

  /// Each first word once, in the order of the table.
  static var firstWords: [String] {
    var words: [String] = []
    for word in commands.map({ $0.words[0] }) where words.last != word { words.append(word) }
    return words
  }

  /// The commands of two words that begin with this one.
  static func within(_ first: String) -> [CommandEntry] {
    commands.filter { $0.words.count == 2 && $0.words[0] == first }
  }
}
