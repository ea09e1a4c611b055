import NightClient
import NightContract
import NightCore
import NightStore

extension Nightctl {
  func useTheme(_ invocation: Invocation) throws(Failure) {
    guard let name = invocation.operand else { return try useThemes(invocation) }
    if let application = invocation.value(of: .application) {
      return try useTheme(name, for: application, invocation)
    }
    let term = try term(invocation)
    try naming(name) { () throws(Failure) in
      try change(invocation, themed: true) { (client) throws(ClientError) in
        try client.call(.useTheme, (name, term))
      }
    }
  }

  /// Uses a theme for one application; the word `follow` removes the application's own themes.
  func useTheme(
    _ name: String,
    for application: String,
    _ invocation: Invocation
  ) throws(Failure) {
    try check(application, invocation)
    // On the bus, an empty name would remove the application's themes.
    guard !name.isEmpty else { throw .system(Messages.noTheme(name, themeNames())) }
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
      try output.json(snapshot.json(Self.json(of: application)))
    } else if output.isTerminal {
      try output.sentences(
        Messages.themed(application, isRemoved ? nil : snapshot.appearance)
      )
    }
  }

  /// Runs `body`, and adds a suggestion if the daemon does not know the theme.
  ///
  /// If nightd ignores the theme's file because of the file's name, the suggestion explains this.
  func naming<Answer>(
    _ name: String,
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    do throws(Failure) { return try body() } catch {
      let names = themeNames()
      guard case .client(.refused(.unknownTheme?, _)) = error,
        !names.contains(where: name.isSameText)
      else { throw error }
      throw .system(Messages.noTheme(name, names, (try? themeFolders())?.strays() ?? []))
    }
  }

  func useNextTheme(_ invocation: Invocation) throws(Failure) {
    try useAdjacent(invocation, isNext: true)
  }

  func usePreviousTheme(_ invocation: Invocation) throws(Failure) {
    try useAdjacent(invocation, isNext: false)
  }

  /// Uses the theme after or before the theme in effect, in the order of the list.
  ///
  /// Only themes of the style in effect count. Otherwise the way through the list would also change
  /// the other style's theme, and the way back would not restore it.
  private func useAdjacent(_ invocation: Invocation, isNext: Bool) throws(Failure) {
    var isAlone: String?
    try change(invocation, themed: true, printing: { $0.theme }) { (client) throws(ClientError) in
      let snapshot = try client.get()
      let (shown, style) = (snapshot.appearance.theme, snapshot.appearance.style)
      let themes = try client.themes().filter { $0.style == style }
      guard let other = ThemeSummary.neighbour(of: shown, in: themes, isNext: isNext) else {
        isAlone = shown
        return snapshot
      }
      return try client.call(.useTheme, (other, nil))
    }
    if let isAlone { throw .system(Messages.onlyTheme(isAlone)) }
  }

  // MARK: - Slots

  private static let slotOptions: [(option: Option, slot: ThemeSlot)] = [
    (.lightTheme, ThemeSlot(.light)), (.darkTheme, ThemeSlot(.dark)),
    (.lightHighTheme, ThemeSlot(.light, isHigh: true)),
    (.darkHighTheme, ThemeSlot(.dark, isHigh: true)),
  ]

  /// Sets the themes with one write, so that no reader sees only some of them.
  ///
  /// The style does not change. The word `follow` removes an application's theme.
  private func useThemes(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    let known = try ask { (client) throws(ClientError) in try client.themes() }
    var chosen: [(slot: ThemeSlot, name: String?)] = []
    for (option, slot) in Self.slotOptions {
      guard let text = invocation.value(of: option) else { continue }
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
      return try output.json(snapshot.json(Self.json(of: application)))
    }
    guard output.isTerminal else { return }
    try output.sentences(Messages.chosen(chosen, for: application))
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
    if let flaw = summary.flaw { throw .system(Messages.brokenTheme(name, flaw)) }
    guard summary.style == slot.style else {
      throw .system(Messages.otherStyle(name, slot, option.name))
    }
    return name
  }
}

// MARK: - Remove

extension Nightctl {
  func removeTheme(_ invocation: Invocation) throws(Failure) {
    let folders = try themeFolders()
    let text = invocation.operand ?? ""
    let names = folders.list().map(\.name)
    guard let name = ThemeName.meant(by: text, among: names) else {
      throw .system(Messages.noTheme(text, names, folders.strays()))
    }
    // Ask the daemon before the removal, because the removal changes the theme in effect. If no
    // daemon runs, the theme is removed without these replies.
    let slots = try? ask { (client) throws(ClientError) in
      try self.slots(client, .forbidden).filter { $0.name.isSameText(as: name) }.map(\.slot)
    }
    let shown = try? ask { (client) throws(ClientError) in try client.get(.forbidden).appearance }
    let held = shown.flatMap { $0.reason == .hold && $0.theme.isSameText(as: name) ? $0 : nil }
    let removed: ThemeFolders.Removed
    do throws(ThemeFolders.Flaw) { removed = try folders.remove(name) } catch {
      let why = folders.reason(error, name, folders.find(name))
      throw .system(Messages.notRemoved(name, why))
    }
    // The daemon sees a removal only after a grace period, because the file may come back at once.
    _ = try? ask { (client) throws(ClientError) in try client.check(.forbidden) }
    if let trouble = removed.trouble {
      output.complain("nightctl: " + Messages.notAllRemoved(name, trouble))
    }
    let heir = folders.find(name)
    let children = heir == nil ? children(of: name, folders) : []
    guard !invocation.has(.json) else {
      var members: [JSON.Member] = [
        .init(name: "name", value: .string(name)),
        .init(name: "file", value: .string(removed.path)),
        .init(name: "slots", value: .array((slots ?? []).map { .string($0.option) })),
        .init(name: "children", value: .array(children.map(JSON.string))),
      ]
      if let heir { members.append(.init(name: "heir", value: .string(heir.file))) }
      return try output.json(.object(members))
    }
    try output.sentences([Messages.removed(name, removed.path)])
    for slot in slots ?? [] { try output.sentences([Messages.replaced(name, slot, by: heir)]) }
    if let held, slots?.contains(held.themeSlot) != true {
      try output.sentences([Messages.held(name, held.themeSlot, by: heir)])
    }
    if !children.isEmpty { try output.sentences([Messages.orphaned(children)]) }
  }

  /// The themes in files that have this theme as their parent.
  private func children(of name: String, _ folders: ThemeFolders) -> [String] {
    folders.summaries().filter { $0.parent?.isSameText(as: name) ?? false }.map(\.name)
  }

  /// Prints the path of a theme, or of the folder of the user's themes.
  func themePath(_ invocation: Invocation) throws(Failure) {
    let folders = try themeFolders()
    guard let text = invocation.operand else {
      guard let user = folders.user else { throw .system(Messages.noOwnThemes) }
      return try output.line(user)
    }
    let names = folders.list().map(\.name)
    guard let name = ThemeName.meant(by: text, among: names), let theme = folders.find(name) else {
      throw .system(Messages.noTheme(text, names, folders.strays()))
    }
    guard theme.origin != .builtIn else { throw .system(Messages.onlyBuiltIn(name)) }
    try output.line(theme.file)
  }
}

extension Appearance {
  /// The slot whose theme would be in effect without the hold.
  fileprivate var themeSlot: ThemeSlot { ThemeSlot(style, isHigh: isHighContrast) }
}
