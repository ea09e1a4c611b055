/// The stored form of what the desktop said: `desktop.json`.
package enum DesktopMemoryFile {
  /// The format that this version writes, and the newest that it reads.
  package static let format: Int64 = 1

  /// No file of ours is larger.
  package static let bytes = 16 << 10

  private enum Key {
    static let format = "format"
    static let last = "last"
    static let since = "since"
    static let sources = "sources"
    static let heard = "heard"
    static let own = "own"
    static let awaited = "awaited"
    static let before = "before"
  }

  package static func bytes(_ memory: DesktopMemory) -> [UInt8] {
    var members: [JSON.Member] = [.init(name: Key.format, value: .integer(format))]
    if let last = memory.last { members.append(.init(name: Key.last, value: .string(last))) }
    if let since = memory.since {
      members.append(.init(name: Key.since, value: .string(since.iso)))
    }
    let sources = memory.entries.sorted { $0.key < $1.key }.map { name, entry in
      JSON.Member(
        name: name,
        value: .object(word(Key.heard, entry.heard) + word(Key.own, entry.own))
      )
    }
    members.append(.init(name: Key.sources, value: .object(sources)))
    if !memory.awaited.isEmpty {
      members.append(.init(name: Key.awaited, value: .array(memory.awaited.map(\.json))))
    }
    return Array(JSON.object(members).text(pretty: true).utf8)
  }

  private static func word(_ key: String, _ word: DesktopWord?) -> [JSON.Member] {
    word.map { [.init(name: key, value: .string($0.rawValue))] } ?? []
  }

  /// Reads what can be read: a file that is damaged or newer counts as none, since it only saves a
  /// question that the desktop answers anyway.
  package static func memory(_ bytes: [UInt8]) -> DesktopMemory? {
    guard let root = try? JSONReader.read(bytes),
      case .integer(let format)? = root[Key.format]?.value, (1...Self.format).contains(format)
    else { return nil }
    var memory = DesktopMemory()
    memory.last = text(root, Key.last)
    memory.since = text(root, Key.since).flatMap(Instant.init(iso:))
    for member in (root[Key.sources]?.members ?? []).prefix(DesktopMemory.mostEntries) {
      memory.entries[member.name] = .init(
        heard: text(member.node, Key.heard).flatMap(DesktopWord.init(rawValue:)),
        own: text(member.node, Key.own).flatMap(DesktopWord.init(rawValue:))
      )
    }
    if case .array(let echoes)? = root[Key.awaited]?.plain {
      memory.awaited = echoes.prefix(Echoes.most).compactMap(DesktopMemory.Echo.init)
    }
    return memory
  }

  private static func text(_ node: JSONNode, _ key: String) -> String? {
    guard case .string(let text)? = node[key]?.value else { return nil }
    return text
  }

  static let before = Key.before
}

extension DesktopMemory.Echo {
  fileprivate var json: JSON {
    switch self {
    case .word(let word): .string(word.rawValue)
    case .before: .string(DesktopMemoryFile.before)
    }
  }

  fileprivate init?(_ json: JSON) {
    guard case .string(let text) = json else { return nil }
    if text == DesktopMemoryFile.before {
      self = .before
    } else if let word = DesktopWord(rawValue: text) {
      self = .word(word)
    } else {
      return nil
    }
  }
}
