import NightClient
import NightContract
import NightCore
import NightStore

extension Nightctl {
  func set(_ invocation: Invocation) throws(Failure) {
    if let table = invocation.value(of: .byClock) { return try setByClock(table, invocation) }
    if let application = invocation.value(of: .application) {
      return try set(invocation, for: application)
    }
    guard let operand = invocation.operand else { return }
    let term = try term(invocation)
    guard let choice = Choice(rawValue: operand) else {
      return try set(theme: operand, term, invocation)
    }
    try change(invocation) { (client) throws(ClientError) in try client.call(.set, (choice, term)) }
  }

  private func set(
    theme text: String,
    _ term: Term?,
    _ invocation: Invocation
  ) throws(Failure) {
    let styles = Style.allCases.map(\.rawValue)
    let known = term == nil ? Choice.allCases.map(\.rawValue) : styles
    let name = try theme(text, among: known, invocation)
    try change(invocation, themed: true) { (client) throws(ClientError) in
      try client.call(.useTheme, (name, term))
    }
  }

  /// The theme that an argument names beside the keywords.
  ///
  /// A mistyped name is reported without asking the daemon.
  private func theme(
    _ text: String,
    among keywords: [String],
    _ invocation: Invocation
  ) throws(Failure) -> String {
    let names = themeNames()
    if let name = ThemeName.meant(by: text, among: names) { return name }
    let strays = (try? themeFolders())?.strays() ?? []
    throw .usage(Messages.noChoice(text, keywords, names, strays), help: invocation.command)
  }

  func toggle(_ invocation: Invocation) throws(Failure) {
    let term = try term(invocation)
    try change(invocation, printing: { $0.style.rawValue }) { (client) throws(ClientError) in
      try client.call(.toggle, term)
    }
  }

  func resume(_ invocation: Invocation) throws(Failure) {
    try change(invocation) { (client) throws(ClientError) in try client.call(.resume, ()) }
  }

  /// Makes a change, and prints which style is in effect afterwards and until when.
  ///
  /// A pipe or a file gets only the result of `text`, because a program can use the exit code.
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
      hintAtPortal()
    } else if let text {
      try output.line(text(snapshot.appearance))
    }
  }

  /// Prints which times replace sunset and sunrise if the place is unknown.
  ///
  /// Prints nothing if a request fails.
  private func hintAtPlace() {
    let explanation = try? ask { (client) throws(ClientError) in try client.why(.forbidden) }
    guard let explanation, explanation.schedule?.usesSun == true, let report = explanation.place,
      report.place == nil
    else { return }
    try? output.sentences(["The " + Messages.noPlace(report) + "."])
  }

  /// How long a style is held, from the options; nil if no option gives the length.
  ///
  /// If the daemon would refuse the value of an option, this throws without asking the daemon.
  func term(_ invocation: Invocation) throws(Failure) -> Term? {
    if invocation.has(.always) { return .always }
    do throws(Flaw) {
      if let text = invocation.value(of: .until) {
        do throws(Flaw) { return .until(text, try HoldTerm(text)) } catch {
          throw Flaw(error.message + Messages.meant(Slips.end(text)))
        }
      }
      return try invocation.value(of: .length).map { (text) throws(Flaw) in
        .seconds(try HoldLength(text).seconds)
      }
    } catch {
      throw .usage(error.message, help: invocation.command)
    }
  }
}

// MARK: - By the clock

extension Nightctl {
  /// Sets the style for the present time, unless the schedule, the desktop or a hold decides.
  func setByClock(_ text: String, _ invocation: Invocation) throws(Failure) {
    let table: ClockTable
    do throws(Flaw) {
      table = try ClockTable(text)
    } catch {
      throw .usage(Messages.flawed(error), help: "set")
    }
    let time = LocalTime(now)
    guard let style = table.style(atMinute: time.minuteOfDay) else { return }
    let (before, after, lock) = try ask {
      (client) throws(ClientError) -> (Snapshot, Snapshot?, String?) in
      let before = try client.get()
      guard before.appearance.isOpenToClock else { return (before, nil, nil) }
      do throws(ClientError) {
        return (before, try client.call(.set, (Choice(style), .always)), nil)
      } catch .refused(.locked, let why) {
        return (before, nil, why)
      }
    }
    guard let after else {
      let message = lock.map(Messages.byClockLocked) ?? Messages.byClockLeftAlone(before.appearance)
      return try report(before, message, invocation)
    }
    let message =
      before == after
      ? Messages.byClockHadNothingToDo(style, time) : Messages.byClockDid(style, time)
    try report(after, message, invocation)
  }

  private func report(
    _ snapshot: Snapshot,
    _ message: String,
    _ invocation: Invocation
  ) throws(Failure) {
    guard !invocation.has(.json) else { return try output.json(snapshot.json()) }
    try output.line(message)
  }
}

extension Appearance {
  /// Whether `--by-clock` may set the style.
  ///
  /// The option must not override a hold, the schedule, or a desktop with a preference.
  fileprivate var isOpenToClock: Bool {
    guard reason != .choice else { return true }
    // A desktop without a preference decides nothing.
    let isUndecided = reason == .fallback || (reason == .system && desktop == DesktopWord.none)
    return isUndecided && !isChosen
  }
}

// MARK: - Applications

extension Nightctl {
  func set(_ invocation: Invocation, for application: String) throws(Failure) {
    try check(application, invocation)
    guard let operand = invocation.operand else { return }
    guard let choice = ApplicationChoice(rawValue: operand) else {
      let name = try theme(operand, among: ApplicationChoice.allCases.map(\.rawValue), invocation)
      return try useTheme(name, for: application, invocation)
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
      try output.sentences(Messages.set(choice, for: application))
    }
  }

  func applications(_ invocation: Invocation) throws(Failure) {
    let (all, themes) = try ask { (client) throws(ClientError) in
      (try client.applications(), try client.applicationThemes())
    }
    // An application that follows the desktop does not have its own style.
    let follow = ApplicationChoice.follow.rawValue
    guard !invocation.has(.json) else {
      let styles = all.filter { $0.choice != follow }
        .map { JSON.Member(name: $0.application, value: .string($0.choice)) }
      let own = themes.map { application, slots in
        JSON.Member(
          name: application,
          value: .object(
            ThemeSlot.all.compactMap { slot in
              slots[slot].map { .init(name: slot.option, value: .string($0)) }
            }
          )
        )
      }
      return try output.json(
        .object([
          .init(name: "applications", value: .object(styles)),
          .init(name: "themes", value: .object(own)),
        ])
      )
    }
    let rows = all.compactMap { application, choice -> (String, String)? in
      let own = themes.first { $0.application.isSameText(as: application) }?.themes ?? [:]
      guard choice != follow || !own.isEmpty else { return nil }
      return (choice, application + Messages.ownThemes(own))
    }
    let width = rows.map(\.0.count).max() ?? 0
    try output.list(
      rows.map { $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
    )
  }

  func removeApplication(_ invocation: Invocation) throws(Failure) {
    let key = try key(PreferenceTable.choice, of: invocation.operand ?? "", invocation)
    let (all, themes) = try ask { (client) throws(ClientError) in
      (try client.applications(), try client.applicationThemes())
    }
    // Name only the themes that the application has, because the keys of others may be locked.
    let own = themes.first { $0.application.isSameText(as: key.application) }?.themes ?? [:]
    let slots = ThemeSlot.all.filter { own[$0] != nil }.map { $0.preference(of: key.application) }
    try delete(([key] + slots).map { PreferenceEdit($0, nil) }, invocation) {
      Messages.noOwnStyle(of: key.application, all.map(\.application))
    }
  }
}
