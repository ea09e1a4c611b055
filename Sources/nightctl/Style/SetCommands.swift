import NightBus
import NightClient
import NightContract
import NightCore
import NightStore

/// The commands `set`, `toggle` and `resume`.
struct SetCommands: Command {
  let nightctl: Nightctl

  static let setRow = CommandEntry(
    name: "set",
    summary: "choose light or dark, a theme, or what decides",
    forms: [
      .init(operands: [.style(of: Choice.self)], options: [.json]),
      .init(needs: [.always], operands: [.style(of: Style.self, orTheme: false)], options: [.json]),
      .init(needs: [.until], operands: [.style(of: Style.self)], options: [.json]),
      .init(needs: [.length], operands: [.style(of: Style.self)], options: [.json]),
      .init(needs: [.byClock], options: [.json]),
      .init(
        needs: [.application],
        operands: [.style(of: ApplicationChoice.self)],
        options: [.json]
      ),
    ],
    notes: """
      A choice of light or dark stays until you choose again. While the schedule decides, light or
      dark holds only until the schedule's next change, unless you add --always. With “schedule”,
      the schedule decides from now on; nightctl schedule shows its times. With “system”, the
      desktop decides. --until and --for hold a style for at most 400 days, in place of your
      permanent choice; nightctl resume ends this hold. When the command succeeds, your choice is
      on disk.

      WHEN is one of: next (the next change), an event of the sun such as sunset or civil-dawn, a
      time such as 22:30, tomorrow, "tomorrow 07:00", 2026-12-24 or "2026-12-24 07:00".
      DURATION is in days, hours, minutes and seconds, such as 90s, 90m, 1h30m or 3d.

      With “system”, the style follows the desktop's own light/dark switch. The style is light if
      the desktop has no preference or cannot be asked. If you use the desktop's switch, this has
      the same effect as nightctl set light or dark, whichever choice you made before.
      nightd-desktop(7) describes how nightd follows the switch.

      With the NAME of a theme, the command does the same as nightctl theme use NAME.

      --by-clock replaces your choice of light or dark, or makes a choice if you have made none. It
      does nothing if the schedule or the desktop decides, during a hold, or if the choice is
      locked.

      --app ID sets the style of one application; with “follow”, the application follows the desktop
      again. With the NAME of a theme, set does the same as nightctl theme use NAME --app ID. Only
      programs that ask nightd for their own style (through NightKit or Style.GetFor) obey --app. ID
      is the identifier with which the program asks. Other programs, such as browsers, follow only
      the desktop's style.
      """,
    run: SetCommands.set
  )

  static let toggleRow = CommandEntry(
    name: "toggle",
    summary: "switch between light and dark, and print the new style",
    forms: [
      .init(options: [.json]), .init(needs: [.until], options: [.json]),
      .init(needs: [.length], options: [.json]),
    ],
    notes: """
      If the style is light, this command does the same as nightctl set dark. If the style is dark,
      it does the same as nightctl set light.
      """,
    run: SetCommands.toggle
  )

  static let resumeRow = CommandEntry(
    name: "resume",
    summary: "end a hold (made by set --for or --until) at once",
    options: [.json],
    run: SetCommands.resume
  )

  func set(_ invocation: Invocation) throws(Failure) {
    if let table = invocation.value(of: .byClock) {
      return try ClockCommand(nightctl: nightctl).set(table, invocation)
    }
    if let application = invocation.value(of: .application) {
      return try set(invocation, for: application)
    }
    guard let operand = invocation.operand else { return }
    let term = try invocation.term()
    guard let choice = Choice(rawValue: operand) else {
      return try set(theme: operand, term, invocation)
    }
    try change(invocation) { (client) throws(ClientError) in try client.call(.set, (choice, term)) }
  }

  private func set(theme text: String, _ term: Term?, _ invocation: Invocation) throws(Failure) {
    let styles = Style.allCases.map(\.rawValue)
    let known = term == nil ? Choice.allCases.map(\.rawValue) : styles
    let name = try theme(text, among: known, invocation)
    try change(invocation, themed: true) { (client) throws(ClientError) in
      try client.call(.useTheme, (name, term))
    }
  }

  /// The theme whose name is given as an argument that is not a keyword.
  ///
  /// If the name is mistyped, nightctl reports this without asking the daemon.
  private func theme(
    _ text: String,
    among keywords: [String],
    _ invocation: Invocation
  ) throws(Failure) -> String {
    let names = ThemeFolders.names(environment)
    if let name = ThemeName.meant(by: text, among: names) { return name }
    let strays = (try? ThemeFolders(environment))?.strays() ?? []
    throw invocation.usage(Self.noChoice(text, keywords, names, strays))
  }

  private func set(_ invocation: Invocation, for application: String) throws(Failure) {
    try invocation.check(application)
    guard let operand = invocation.operand else { return }
    guard let choice = ApplicationChoice(rawValue: operand) else {
      let name = try theme(operand, among: ApplicationChoice.allCases.map(\.rawValue), invocation)
      return try UseTheme(nightctl: nightctl).use(name, for: application, invocation)
    }
    try ask { (client) throws(ClientError) in
      try client.call(.setFor, (NamedApplication(application), choice))
    }
    if invocation.has(.json) {
      try output.json(
        .object([
          .init(name: "app", value: .string(application)),
          .init(name: "choice", value: .string(choice.rawValue)),
        ])
      )
    } else if output.isTerminal {
      try output.sentences(Self.done(choice, for: application))
    }
  }

  func toggle(_ invocation: Invocation) throws(Failure) {
    let term = try invocation.term()
    try change(invocation, printing: { $0.style.rawValue }) { (client) throws(ClientError) in
      try client.call(.toggle, term)
    }
  }

  func resume(_ invocation: Invocation) throws(Failure) {
    try change(invocation) { (client) throws(ClientError) in try client.call(.resume, ()) }
  }

  /// Makes a change, and prints which style is in effect afterwards and until when.
  ///
  /// If the output is a pipe or a file, prints only the result of `text`, because a program that
  /// runs nightctl can use the exit code instead of the sentence.
  func change(
    _ invocation: Invocation,
    themed isThemed: Bool = false,
    printing text: ((Appearance) -> String)? = nil,
    _ requests: (Client) throws(ClientError) -> Snapshot
  ) throws(Failure) {
    let snapshot = try ask(requests)
    if invocation.has(.json) {
      try output.json(snapshot.json())
    } else if output.isTerminal {
      let time = LocalTime(now)
      let length = invocation.value(of: .length).flatMap { try? HoldLength($0) }
      try output.sentences([
        isThemed
          ? Messages.inEffectWithTheme(snapshot.appearance, for: length, at: time)
          : Messages.inEffect(snapshot.appearance, for: length, at: time)
      ])
      if invocation.operand == Choice.schedule.rawValue { hintAtPlace() }
      PortalHint(nightctl: nightctl).show()
    } else if let text {
      try output.line(text(snapshot.appearance))
    }
  }

  /// If nightd does not know the user's place, prints which times are used instead of sunset and
  /// sunrise.
  ///
  /// Prints nothing if a request fails.
  private func hintAtPlace() {
    let explanation = try? ask { (client) throws(ClientError) in try client.why(.forbidden) }
    guard let explanation, explanation.schedule?.usesSun == true, let report = explanation.place,
      report.place == nil
    else { return }
    try? output.sentences(["The " + PlaceMessages.noPlace(report) + "."])
  }

  // MARK: - Sentences

  /// The message for an argument that is neither a choice nor a theme.
  private static func noChoice(
    _ text: String,
    _ keywords: [String],
    _ themes: [String],
    _ strays: [ThemeFolders.Stray]
  ) -> String {
    let isTheme = themes.contains { $0.lowercased() == text.lowercased() }
    let slip = isTheme ? nil : Slips.style(text, among: keywords)
    return "\(Excerpt(text)) is not \(Messages.listed(keywords + [Messages.themeName]))"
      + (Messages.ignored(text, strays) ?? slip.map { Messages.meant($0) }
        ?? Messages.meant(text, keywords + themes))
  }

  /// Two lines: one about the style that was set, and one about the programs that use this style.
  private static func done(_ choice: ApplicationChoice, for application: String) -> [String] {
    [
      "\(application): \(choice.rawValue)",
      Messages.reachesAskers,
    ]
  }
}

extension Invocation {
  /// The time for which the options hold the style; nil if no option sets such a time.
  ///
  /// If the daemon would refuse an option's value, this method throws without asking the daemon.
  func term() throws(Failure) -> Term? {
    if has(.always) { return .always }
    do throws(Flaw) {
      if let text = value(of: .until) {
        do throws(Flaw) { return .until(text, try HoldTerm(text)) } catch {
          throw Flaw(error.message + Messages.meant(Slips.end(text)))
        }
      }
      return try value(of: .length).map { (text) throws(Flaw) in
        .seconds(try HoldLength(text).seconds)
      }
    } catch {
      throw usage(error.message)
    }
  }
}

extension Option {
  static let byClock = Option(
    name: "--by-clock",
    value: "TIMES",
    summary: "set the style that TIMES gives for the current time, as in 07:00=light,19:30=dark"
  )
  static let always = Option(
    name: "--always",
    summary: "make the style permanent, even if the schedule decides now"
  )
  static let until = Option(
    name: "--until",
    value: "WHEN",
    summary: "hold the style or theme until this time, in place of your permanent choice"
  )
  static let length = Option(
    name: "--for",
    value: "DURATION",
    summary: "hold the style or theme for this long, in place of your permanent choice"
  )
}

extension Operand {
  /// An operand that accepts the raw values of an enum and, if `orTheme` is true, the name of a
  /// theme.
  fileprivate static func style<Word>(of words: Word.Type, orTheme: Bool = true) -> Operand
  where Word: CaseIterable & RawRepresentable<String> {
    let keywords = words.allCases.map(\.rawValue)
    return Operand(name: "STYLE", kind: .keywords(keywords), orTheme: orTheme)
  }
}
