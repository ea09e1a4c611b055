import NightCore

/// All commands of nightctl, in the order in which the help lists them.
enum CommandTable {
  static let commands =
    styleCommands + scheduleCommands + sessionCommands + programCommands + themeCommands
    + themeFileCommands
    + preferenceCommands
    + applicationCommands + [introspect]

  /// The first words that several commands share, with the summary of each group.
  static let groups: [(name: String, summary: String)] = [
    ("schedule", "see and change when it is light and when it is dark"),
    ("theme", "see, choose, check, import and export themes"),
    ("prefs", "read and change preferences"),
    ("hooks", "run programs of your own after a change"),
    ("programs", "let other programs follow the style and the theme"),
  ]

  private static let styleCommands: [CommandEntry] = [
    CommandEntry(
      name: "get",
      summary: "print the style that is in effect",
      forms: [
        .init(options: [.application, .bus, .json]),
        .init(needs: [.terminal], options: [.json]),
      ],
      notes: """
        It reads the state that the daemon publishes in the runtime folder. If no daemon publishes
        there, it asks over the bus, which starts one. With --app, it always asks over the bus.

        --terminal prints the style of the terminal that this command runs in. It needs no nightd
        and no bus, and takes at most 200 ms. nightctl-scripts(7) says which terminals answer.
        """,
      run: Nightctl.get
    ),
    CommandEntry(
      name: "set",
      summary: "choose light or dark, a theme, or what decides",
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
          operands: [.choiceOrTheme(ApplicationChoice.allCases.map(\.rawValue))],
          options: [.json]
        ),
      ],
      notes: """
        light and dark stay until you choose again. While the schedule decides, they hold only
        until its next change, unless you add --always. With schedule, the schedule decides from
        now on; nightctl schedule shows it. With system, the desktop decides. --until and --for
        keep a style for at most 400 days, whatever was chosen before; nightctl resume ends this
        hold. When the command succeeds, your choice is on disk.

        WHEN is one of: next (the next change), an event of the sun such as sunset or civil-dawn, a
        time such as 22:30, tomorrow, "tomorrow 07:00", 2026-12-24 or "2026-12-24 07:00".
        DURATION is in days, hours, minutes and seconds, such as 90s, 90m, 1h30m or 3d.

        With system, the style follows the desktop's own switch. It is light if the desktop has no
        preference or cannot be asked. Whatever you have chosen, flipping the desktop's switch does
        the same as nightctl set light or dark. nightd-desktop(7) says how nightd follows it.

        NAME is the name of a theme: nightctl theme use NAME does the same.

        --by-clock replaces a choice of light or dark, or makes the first choice. It does nothing
        while the schedule or the desktop decides, during a hold, or if the choice is locked.

        --app sets the style of one application; follow makes it follow the desktop again. With the
        NAME of a theme, it does the same as nightctl theme use NAME --app ID. Only programs that ask
        nightd for their own style (through NightKit or Style.GetFor) obey it. ID is the name under
        which the program asks. Other programs, such as browsers, follow the desktop's style only.
        """,
      run: Nightctl.set
    ),
    CommandEntry(
      name: "toggle",
      summary: "switch between light and dark, and print the new style",
      forms: [
        .init(options: [.json]), .init(needs: [.until], options: [.json]),
        .init(needs: [.length], options: [.json]),
      ],
      notes: "It does the same as nightctl set with the style that is not in effect.",
      run: Nightctl.toggle
    ),
    CommandEntry(
      name: "resume",
      summary: "end a hold (set --for or --until) at once",
      options: [.json],
      run: Nightctl.resume
    ),
    CommandEntry(
      name: "status",
      summary: "show the style, how long it lasts, why, and where it is stored",
      options: [.application, .json],
      notes: "If preference files have mistakes, they are listed at the end.",
      run: Nightctl.status
    ),
    CommandEntry(
      name: "why",
      summary: "explain in sentences why it is light or dark",
      options: [.application, .json],
      notes: "The first line is the answer. A line for each thing that plays a part follows.",
      run: Nightctl.why
    ),
    doctorCommand,
    CommandEntry(
      name: "history",
      summary: "print past changes, and who made them",
      options: [.changeCount, .json],
      notes: """
        The last change comes last, as in a log. Times are local times. Processes have the names
        that they gave themselves.
        """,
      run: Nightctl.history
    ),
    CommandEntry(
      name: "watch",
      summary: "print the style, then a line for each change",
      forms: [
        .init(options: [.application, .json]),
        .init(needs: [.lineFormat], options: [.file]),
        .init(needs: [.exec], operands: Operand.call, options: [.file]),
        .init(needs: [.file], options: [.json]),
        .init(needs: [.terminal], options: [.json]),
      ],
      notes: """
        It exits with 0 on Ctrl-C or when the reader closes the pipe, and with 3 if the bus is lost.
        It continues when the daemon restarts. It prints a line only if the style changes; with
        --json, also if anything else changes, such as the reason, but not for the serial alone.

        --file needs no bus, so it also works in a container that shares the runtime folder. It never
        starts the daemon, but waits for it. If several changes come within a few milliseconds, it
        may print only the last.

        FORMAT is waybar, polybar, i3blocks, i3status, plain or a text with placeholders: {style},
        {previous}, {theme}, {reason}, {contrast}, {accent}, {next}, {next-style}, {color.ROLE}; {{
        and }} are braces. It prints a line whenever the line changes. i3status changes the lines of
        i3status on standard input. nightd-bars(7) has a module for each bar.

        --exec runs COMMAND with the state in NIGHTD_STYLE, NIGHTD_PREVIOUS, NIGHTD_THEME and more
        (man nightctl-scripts). It runs once at a time; for changes that come meanwhile, it runs once
        afterwards. If COMMAND cannot be run, the exit code is 127 or 126.

        --terminal prints the style of the terminal that this command runs in, then a line for each
        change. It exits with 3 if the terminal does not report changes. What you type meanwhile has no
        effect, except for keys such as Ctrl-C and Ctrl-Z.
        """,
      run: Nightctl.watch
    ),
  ]

  private static let applicationCommands: [CommandEntry] = [
    CommandEntry(
      name: "apps",
      summary: "list the applications that have a style or theme of their own",
      options: [.json],
      run: Nightctl.applications
    ),
    CommandEntry(
      name: "apps remove",
      summary: "remove an application's own style and themes",
      operands: [Operand(name: "ID", kind: .application)],
      options: [.json],
      notes: """
        Its other preferences stay; nightctl prefs delete --app ID --all deletes those as well.
        """,
      run: Nightctl.removeApplication
    ),
  ]

  private static let introspect = CommandEntry(
    name: "introspect",
    summary: "print the daemon's D-Bus interfaces as XML",
    options: [.json],
    run: Nightctl.introspect
  )
}

extension Operand {
  static func style(_ keywords: [String]) -> Operand {
    Operand(name: "STYLE", kind: .keywords(keywords))
  }

  static func choiceOrTheme(_ keywords: [String]) -> Operand {
    Operand(name: "STYLE", kind: .keywords(keywords), orTheme: true)
  }
}

// MARK: - Finding

extension CommandTable {
  /// Separates the options before the command, and their values, from the other arguments.
  ///
  /// This function accepts options of any command. `Invocation` later rejects options that belong
  /// to other commands.
  static func leadingOptions(_ arguments: [String]) -> (options: [String], rest: [String]) {
    var rest = arguments[...]
    while let argument = rest.first, Invocation.isOption(argument) {
      let (name, attached) = Invocation.parts(argument)
      let known = commands.lazy.flatMap(\.options).first { $0.name == name && $0 != .help }
      guard let known else { break }
      rest.removeFirst()
      if known.value != nil, attached == nil { rest = rest.dropFirst() }
    }
    return (Array(arguments[..<rest.startIndex]), Array(rest))
  }

  /// The command that the first arguments name, and the remaining arguments.
  static func command(
    _ arguments: [String]
  ) throws(Failure) -> (command: CommandEntry, rest: [String]) {
    guard let first = arguments.first else { throw .usage(Messages.commandMissing, help: nil) }
    let second = arguments.dropFirst().first
    if let second, let found = command(named: first + " " + second) {
      return (found, Array(arguments.dropFirst(2)))
    }
    let plain = command(named: first)
    if let plain, second.map(Invocation.isOption) ?? true {
      return (plain, Array(arguments.dropFirst()))
    }
    let below = within(first).map { $0.words[1] }
    if let plain, below.isEmpty { return (plain, Array(arguments.dropFirst())) }
    guard !below.isEmpty else {
      let isOption = first.utf8.first == UInt8(ascii: "-")
      let known = isOption ? ["--help", "--version"] : firstWords + ["help"]
      let choices = Choice.allCases.map(\.rawValue)
      if let command = Slips.command(first, after: "") {
        throw .usage(Messages.unknown(first, isOption: isOption, meaning: command), help: nil)
      }
      if let choice = Slips.style(first, among: choices), NearestWord.to(first, among: known) == nil
      {
        throw .usage(Messages.unknown(first, isOption: false, meaning: "set \(choice)"), help: nil)
      }
      let setting = isOption ? nil : NearestWord.to(first, among: choices)
      if let setting, NearestWord.to(first, among: known) == nil {
        throw .usage(Messages.unknown(first, isOption: false, meaning: "set \(setting)"), help: nil)
      }
      throw .usage(Messages.unknown(first, isOption: isOption, known), help: nil)
    }
    guard let second else { throw .usage(Messages.needsCommand(first, below), help: first) }
    throw .usage(Messages.unknown(second, of: first, below), help: first)
  }

  /// The command with this name; nil if no command has it.
  ///
  /// The sections of the table are searched one after the other, because building the whole table
  /// would take a twentieth of the time of a `get`.
  private static func command(named name: String) -> CommandEntry? {
    styleCommands.first { $0.name == name } ?? scheduleCommands.first { $0.name == name }
      ?? preferenceCommands.first { $0.name == name } ?? commands.first { $0.name == name }
  }

  /// The first words of all commands, without duplicates, in the order of the table.
  static var firstWords: [String] {
    var words: [String] = []
    for word in commands.map({ $0.words[0] }) where words.last != word { words.append(word) }
    return words
  }

  /// The commands of two words whose first word is `first`.
  static func within(_ first: String) -> [CommandEntry] {
    commands.filter { $0.words.count == 2 && $0.words[0] == first }
  }
}
