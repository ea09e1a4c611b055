import NightClient
import NightCore
import NightStore

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
