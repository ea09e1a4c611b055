import NightBus
import NightClient
import NightContract
import NightCore
import NightStore

/// The commands `theme use`, `theme next` and `theme previous`.
struct UseTheme: Command {
  let nightctl: Nightctl

  func useTheme(_ invocation: Invocation) throws(Failure) {
    guard let name = invocation.operand else { return try useThemes(invocation) }
    if let application = invocation.value(of: .application) {
      return try use(name, for: application, invocation)
    }
    let term = try invocation.term()
    if term == nil, let pair = pair(name) { return try use(pair, for: "", invocation) }
    try naming(name) { () throws(Failure) in
      try SetCommands(nightctl: nightctl).change(invocation, themed: true) {
        (client) throws(ClientError) in
        try client.call(.useTheme, (name, term))
      }
    }
  }

  /// Uses a theme for one application; the word `follow` removes the application's own themes.
  func use(_ name: String, for application: String, _ invocation: Invocation) throws(Failure) {
    try invocation.check(application)
    // Refuse an empty name here, because a request with an empty name removes the application's
    // themes.
    guard !name.isEmpty else {
      throw .system(Messages.noTheme(name, ThemeFolders.names(environment)))
    }
    let isRemoved = name == ApplicationChoice.follow.rawValue
    let snapshot = try naming(name) { () throws(Failure) in
      try ask { (client) throws(ClientError) in
        try client.call(
          .useThemeFor,
          (NamedApplication(application), isRemoved ? "" : name, NoOptions())
        )
      }
    }
    if invocation.has(.json) {
      try output.json(snapshot.json(JSON.Member.application(application)))
    } else if output.isTerminal {
      try output.sentences(ThemeMessages.themed(application, isRemoved ? nil : snapshot.appearance))
    }
  }

  /// Runs `body`; if the daemon does not know the theme, throws an error with a suggestion.
  ///
  /// If nightd ignores the theme's file because of the file's name, the suggestion explains this.
  func naming<Answer>(
    _ name: String,
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    do throws(Failure) { return try body() } catch {
      let names = ThemeFolders.names(environment)
      guard case .client(.refused(.unknownTheme?, _)) = error,
        !names.contains(where: name.isSameText)
      else { throw error }
      throw .system(Messages.noTheme(name, names, (try? ThemeFolders(environment))?.strays() ?? []))
    }
  }

  func useNextTheme(_ invocation: Invocation) throws(Failure) {
    try useAdjacent(invocation, isNext: true)
  }

  func usePreviousTheme(_ invocation: Invocation) throws(Failure) {
    try useAdjacent(invocation, isNext: false)
  }

  /// Uses the theme after or before the theme in effect, in the order of `theme list`.
  ///
  /// Themes of the other style are skipped. A step to a theme of the other style would also change
  /// the theme for that style, and a step back would not restore it.
  private func useAdjacent(_ invocation: Invocation, isNext: Bool) throws(Failure) {
    var isAlone: String?
    try SetCommands(nightctl: nightctl).change(invocation, themed: true, printing: { $0.theme }) {
      (client) throws(ClientError) in
      let snapshot = try client.get()
      let (shown, style) = (snapshot.appearance.theme, snapshot.appearance.style)
      let themes = try client.themes().filter { $0.style == style }
      guard let other = ThemeSummary.neighbour(of: shown, in: themes, isNext: isNext) else {
        isAlone = shown
        return snapshot
      }
      return try client.call(.useTheme, (other, nil))
    }
    if let isAlone { throw .system(ThemeMessages.isOnlyOne(isAlone)) }
  }

  // MARK: - Slots

  /// The themes `NAME-light` and `NAME-dark`, for light and dark; nil if a theme is called NAME, or
  /// if one of the two is missing.
  private func pair(_ name: String) -> [(option: Option, text: String)]? {
    let names = ThemeFolders.names(environment)
    let pair = [Option.lightTheme, .darkTheme].map { ($0, name + $0.name.dropFirst()) }
    return ThemeName.meant(by: name, among: names) == nil
      && pair.allSatisfy { ThemeName.meant(by: $0.1, among: names) != nil } ? pair : nil
  }

  private static let slotOptions: [(option: Option, slot: ThemeSlot)] = [
    (.lightTheme, ThemeSlot(.light)), (.darkTheme, ThemeSlot(.dark)),
    (.lightHighTheme, ThemeSlot(.light, isHigh: true)),
    (.darkHighTheme, ThemeSlot(.dark, isHigh: true)),
  ]

  /// Sets the themes with one write, so that no reader sees only some of them.
  ///
  /// The command does not change the style. The word `follow` removes an application's theme.
  private func useThemes(_ invocation: Invocation) throws(Failure) {
    let given = Self.slotOptions.compactMap { option, _ in
      invocation.value(of: option).map { (option, $0) }
    }
    try use(given, for: invocation.application(), invocation)
  }

  private func use(
    _ given: [(option: Option, text: String)],
    for application: String,
    _ invocation: Invocation
  ) throws(Failure) {
    let known = try ask { (client) throws(ClientError) in try client.themes() }
    var chosen: [(slot: ThemeSlot, name: String?)] = []
    for (option, slot) in Self.slotOptions {
      guard let text = given.first(where: { $0.option.name == option.name })?.text else { continue }
      let isRemoved = !application.isEmpty && text == ApplicationChoice.follow.rawValue
      chosen.append((slot, isRemoved ? nil : try theme(text, known, for: slot, option)))
    }
    let edits = chosen.map { slot, name in
      PreferenceEdit(slot.preference(of: application), name.map { .string($0) })
    }
    let snapshot = try ask { (client) throws(ClientError) -> Snapshot in
      try client.write(edits)
      return try application.isEmpty ? client.get() : client.get(for: application)
    }
    guard !invocation.has(.json) else {
      return try output.json(snapshot.json(JSON.Member.application(application)))
    }
    guard output.isTerminal else { return }
    try output.sentences(ThemeMessages.chosen(chosen, for: application))
  }

  private func theme(
    _ text: String,
    _ known: [ThemeSummary],
    for slot: ThemeSlot,
    _ option: Option
  ) throws(Failure) -> String {
    let names = known.map(\.name)
    guard let name = ThemeName.meant(by: text, among: names),
      let summary = known.first(where: { $0.name.isSameText(as: name) })
    else { throw .system(Messages.noTheme(text, names)) }
    if let flaw = summary.flaw { throw .system(ThemeMessages.brokenTheme(name, flaw)) }
    guard summary.style == slot.style else {
      throw .system(ThemeMessages.otherStyle(name, slot, option.name))
    }
    return name
  }
}
