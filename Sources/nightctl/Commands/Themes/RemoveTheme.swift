import NightClient
import NightCore
import NightStore

extension Nightctl {
  func removeTheme(_ invocation: Invocation) throws(Failure) {
    let folders = try themeFolders()
    let word = invocation.operand ?? ""
    let names = folders.list().map(\.name)
    guard let name = ThemeName.meant(by: word, among: names) else {
      throw .system(Words.noTheme(word, names))
    }
    // Asked before, since nobody may be there to ask, and a theme can be removed all the same.
    let slots = try? ask { (client) throws(ClientError) in
      try self.slots(client, .forbidden).filter { $0.name.isSameText(as: name) }.map(\.slot)
    }
    let path: String
    do throws(ThemeFolders.RemoveFlaw) { path = try folders.remove(name) } catch {
      throw .system(Words.notRemoved(name, error, folders.find(name)))
    }
    let heir = folders.find(name)
    guard !invocation.has(.json) else {
      var members: [JSON.Member] = [
        .init(name: "name", value: .string(name)), .init(name: "file", value: .string(path)),
        .init(name: "slots", value: .array((slots ?? []).map { .string($0.word) })),
      ]
      if let heir { members.append(.init(name: "heir", value: .string(heir.file))) }
      return try output.json(.object(members))
    }
    try output.foreign(Words.removed(name, path))
    for slot in slots ?? [] { try output.foreign(Words.replaced(name, slot, by: heir)) }
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
      throw .system(Words.noTheme(word, names))
    }
    guard text.origin != .builtIn else { throw .system(Words.onlyBuiltIn(name)) }
    try output.line(text.file)
  }
}
