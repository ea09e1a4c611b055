package import NightBus
package import NightCore

private enum Key {
  static let name = "name"
  static let origin = "origin"
  static let file = "file"
  static let style = "style"
  static let parent = "parent"
  static let description = "description"
  static let author = "author"
  static let flaw = "flaw"
  static let isInUse = "in-use"
}

extension ThemeSummary {
  package func bus(isInUse: Bool) -> BusValue {
    let texts = [
      (Key.style, style?.rawValue), (Key.parent, parent), (Key.description, description),
      (Key.author, author), (Key.flaw, flaw),
    ]
    let members: [(String, BusValue)] = [
      (Key.name, .string(name)), (Key.origin, .string(origin.rawValue)), (Key.file, .string(file)),
      (Key.isInUse, .boolean(isInUse)),
    ]
    return .options(members + texts.compactMap { key, text in text.map { (key, .string($0)) } })
  }

  /// With whether it is in use; nil where it is something else.
  package static func read(_ value: BusValue) -> (summary: ThemeSummary, isInUse: Bool)? {
    guard let members = value.asOptions, let name = members[Key.name]?.asString else { return nil }
    let summary = ThemeSummary(
      name: name,
      origin: members[Key.origin]?.asString.flatMap(ThemeText.Origin.init) ?? .system,
      file: members[Key.file]?.asString ?? "",
      style: members[Key.style]?.asString.flatMap(Style.init),
      parent: members[Key.parent]?.asString,
      description: members[Key.description]?.asString,
      author: members[Key.author]?.asString,
      flaw: members[Key.flaw]?.asString
    )
    return (summary, members[Key.isInUse]?.asBool ?? false)
  }
}
