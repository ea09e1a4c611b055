import NightClient
import NightCore
import NightStore

extension Nightctl {
  func useTheme(_ invocation: Invocation) throws(Failure) {
    guard let name = invocation.operand else { return try useThemes(invocation) }
    let term = try term(invocation)
    try naming(name) { () throws(Failure) in
      try tell(invocation, themed: true) { (client) throws(ClientError) in
        try client.use(theme: name, term)
      }
    }
  }

  /// A name that the daemon does not know is told with what was probably meant, which may be a file
  /// that is passed over.
  func naming<Answer>(
    _ word: String,
    _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    do throws(Failure) { return try body() } catch {
      let names = themeNames()
      guard case .client(.refused(.unknownTheme?, _)) = error,
        !names.contains(where: word.isSameText)
      else { throw error }
      throw .system(Words.noTheme(word, names, (try? themeFolders())?.strays() ?? []))
    }
  }

  /// The one that stands behind the one in effect in the list, or before it where that is wanted.
  func useNeighbour(_ invocation: Invocation, isNext: Bool) throws(Failure) {
    var isAlone: String?
    try tell(invocation, themed: true, printing: { $0.theme }) { (client) throws(ClientError) in
      let standing = try client.get()
      let worn = standing.appearance.theme
      let themes = try client.themes().map(\.summary)
      guard let other = ThemeSummary.neighbour(of: worn, in: themes, isNext: isNext) else {
        isAlone = worn
        return standing
      }
      return try client.use(theme: other)
    }
    if let isAlone { throw .system(Words.onlyTheme(isAlone)) }
  }

  // MARK: - Slots

  private static let slotOptions: [(option: Option, slot: ThemeSlot)] = [
    (.lightTheme, ThemeSlot(.light)), (.darkTheme, ThemeSlot(.dark)),
    (.lightHighTheme, ThemeSlot(.light, isHigh: true)),
    (.darkHighTheme, ThemeSlot(.dark, isHigh: true)),
  ]

  /// All in one, so that nobody sees one without the other; the style stays as it is.
  private func useThemes(_ invocation: Invocation) throws(Failure) {
    let known = try ask { (client) throws(ClientError) in try client.themes().map(\.summary) }
    var chosen: [(slot: ThemeSlot, name: String)] = []
    for (option, slot) in Self.slotOptions {
      guard let word = invocation.value(of: option) else { continue }
      chosen.append((slot, try theme(word, known, for: slot, option)))
    }
    let edits = chosen.map { slot, name in
      PreferenceEdit(slot.preference, .string(name))
    }
    let standing = try ask { (client) throws(ClientError) -> Standing in
      try client.write(edits)
      return try client.get()
    }
    guard !invocation.has(.json) else { return try output.json(standing.json()) }
    guard output.isTerminal else { return }
    for line in Words.chosen(chosen) { try output.sentences([line]) }
  }

  private func theme(
    _ word: String,
    _ known: [ThemeSummary],
    for slot: ThemeSlot,
    _ option: Option
  ) throws(Failure) -> String {
    let names = known.map(\.name)
    guard let name = ThemeName.meant(by: word, among: names),
      let summary = known.first(where: { $0.name.isSameText(as: name) })
    else { throw .system(Words.noTheme(word, names)) }
    if let flaw = summary.flaw { throw .system(Words.brokenTheme(name, flaw)) }
    guard summary.style == slot.style else {
      throw .system(Words.otherStyle(name, slot, option.name))
    }
    return name
  }
}

extension Nightctl {
  func removeTheme(_ invocation: Invocation) throws(Failure) {
    let folders = try themeFolders()
    let word = invocation.operand ?? ""
    let names = folders.list().map(\.name)
    guard let name = ThemeName.meant(by: word, among: names) else {
      throw .system(Words.noTheme(word, names, folders.strays()))
    }
    // Asked before, since nobody may be there to ask, and a theme can be removed all the same.
    let slots = try? ask { (client) throws(ClientError) in
      try self.slots(client, .forbidden).filter { $0.name.isSameText(as: name) }.map(\.slot)
    }
    let worn = try? ask { (client) throws(ClientError) in try client.get(.forbidden).appearance }
    let held = worn.flatMap { $0.reason == .hold && $0.theme.isSameText(as: name) ? $0 : nil }
    let removed: ThemeFolders.Removed
    do throws(ThemeFolders.RemoveFlaw) { removed = try folders.remove(name) } catch {
      throw .system(Words.notRemoved(name, error, folders.find(name)))
    }
    if let trouble = removed.trouble {
      output.complain("nightctl: " + Words.notAllRemoved(name, trouble))
    }
    let heir = folders.find(name)
    let children = heir == nil ? children(of: name, folders) : []
    guard !invocation.has(.json) else {
      var members: [JSON.Member] = [
        .init(name: "name", value: .string(name)),
        .init(name: "file", value: .string(removed.path)),
        .init(name: "slots", value: .array((slots ?? []).map { .string($0.word) })),
        .init(name: "children", value: .array(children.map(JSON.string))),
      ]
      if let heir { members.append(.init(name: "heir", value: .string(heir.file))) }
      return try output.json(.object(members))
    }
    try output.sentences([Words.removed(name, removed.path)])
    for slot in slots ?? [] { try output.sentences([Words.replaced(name, slot, by: heir)]) }
    if let held, slots?.contains(held.themeSlot) != true {
      try output.sentences([Words.held(name, held.themeSlot, by: heir)])
    }
    if !children.isEmpty { try output.sentences([Words.orphaned(children)]) }
  }

  /// The themes in files that name it as their parent.
  private func children(of name: String, _ folders: ThemeFolders) -> [String] {
    folders.summaries().filter { $0.parent?.isSameText(as: name) ?? false }.map(\.name)
  }

  /// Where a theme stands, or where yours would.
  func themePath(_ invocation: Invocation) throws(Failure) {
    let folders = try themeFolders()
    guard let word = invocation.operand else {
      guard let user = folders.user else { throw .system(Words.noOwnThemes) }
      return try output.line(user)
    }
    let names = folders.list().map(\.name)
    guard let name = ThemeName.meant(by: word, among: names), let text = folders.find(name) else {
      throw .system(Words.noTheme(word, names, folders.strays()))
    }
    guard text.origin != .builtIn else { throw .system(Words.onlyBuiltIn(name)) }
    try output.line(text.file)
  }
}

extension Appearance {
  /// What would be worn if nothing held another theme.
  fileprivate var themeSlot: ThemeSlot { ThemeSlot(style, isHigh: isHighContrast) }
}
