import NightBus
import NightClient
import NightCore
import NightStore

/// The commands `theme remove`, `theme path` and `theme schema`.
struct ThemeFileCommands: Command {
  let nightctl: Nightctl

  func removeTheme(_ invocation: Invocation) throws(Failure) {
    let folders = try ThemeFolders(environment)
    let text = invocation.operand ?? ""
    let names = folders.list().map(\.name)
    guard let name = ThemeName.meant(by: text, among: names) else {
      throw .system(Messages.noTheme(text, names, folders.strays()))
    }
    // Ask the daemon before the removal, because the removal changes the theme in effect. If the
    // daemon does not answer, the theme is removed although its slots (styles and contrasts) are
    // unknown.
    let slots = try? ask { (client) throws(ClientError) in
      try client.themeSlots(.forbidden).filter { $0.name.isSameText(as: name) }.map(\.slot)
    }
    let shown = try? ask { (client) throws(ClientError) in try client.get(.forbidden).appearance }
    let held = shown.flatMap { $0.reason == .hold && $0.theme.isSameText(as: name) ? $0 : nil }
    let removed: ThemeFolders.Removed
    do throws(ThemeFolders.Flaw) { removed = try folders.remove(name) } catch {
      let why = folders.reason(error, name, folders.find(name))
      throw .system("cannot remove \(Excerpt(name)): \(why)")
    }
    // Ask the daemon to read the themes in use again. Without this request, the daemon waits before
    // it treats a missing file as removed.
    _ = try? ask { (client) throws(ClientError) in try client.check(.forbidden) }
    if let trouble = removed.trouble {
      output.complain("nightctl: " + ThemeMessages.notAllRemoved(name, trouble))
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
    try output.sentences(["\(name): removed \(removed.path)"])
    for slot in slots ?? [] { try output.sentences([ThemeMessages.replaced(name, slot, by: heir)]) }
    if let held, slots?.contains(held.themeSlot) != true {
      try output.sentences([ThemeMessages.held(name, held.themeSlot, by: heir)])
    }
    if !children.isEmpty { try output.sentences([ThemeMessages.orphaned(children)]) }
  }

  /// The names of all theme files whose parent is the given theme.
  private func children(of name: String, _ folders: ThemeFolders) -> [String] {
    folders.summaries().filter { $0.parent?.isSameText(as: name) ?? false }.map(\.name)
  }

  /// Prints the path of a theme, or of the folder of the user's themes.
  func themePath(_ invocation: Invocation) throws(Failure) {
    let folders = try ThemeFolders(environment)
    guard let text = invocation.operand else {
      guard let user = folders.user else { throw .system(ThemeMessages.noOwnThemes) }
      return try output.line(user)
    }
    let names = folders.list().map(\.name)
    guard let name = ThemeName.meant(by: text, among: names), let theme = folders.find(name) else {
      throw .system(Messages.noTheme(text, names, folders.strays()))
    }
    guard theme.origin != .builtIn else { throw .system(ThemeMessages.onlyBuiltIn(name)) }
    try output.line(theme.file)
  }

  func printSchema(_ invocation: Invocation) throws(Failure) {
    try output.text(ThemeSchema.document.text(pretty: true))
  }
}

extension Appearance {
  /// The slot (style and contrast) of the theme that would be in effect without a hold.
  fileprivate var themeSlot: ThemeSlot { ThemeSlot(style, isHigh: isHighContrast) }
}
