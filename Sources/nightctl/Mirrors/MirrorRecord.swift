import Glibc
import NightReactions
import NightValues

/// What nightctl did for the mirrors in the user's files and settings, so that it can be undone.
///
/// The file is `mirrors/record.json` in the state folder. It has the user's own text of each file.
/// GNOME's settings have a file of their own, `gsettings.json`, because they are written by another
/// run of nightctl, which may be at the same time.
struct MirrorRecord {
  /// One settings file.
  struct File {
    var format: SettingsFormat
    /// The mirrors with settings in the file.
    var mirrors: [String]
    var history: MirrorHistory
    /// The folders that nightctl made for the file, the outermost first.
    var folders: [String] = []
  }

  /// One key of a store that only its own programs read and write.
  struct Key {
    var commands: SettingsCommands
    var key: MirrorPlace.Key
    var mirror: String
    var history: MirrorKeyHistory
  }

  /// Enough for the texts of a few files, each in up to three versions.
  private static let mostBytes = 64 << 20

  private let file: UserFile
  private var stored: [UInt8]?
  /// The settings files, by path.
  var files: [String: File] = [:]
  var keys: [Key] = []
  /// The mirrors of nightd's own files, by path.
  var own: [String: String] = [:]
  /// The mirrors whose programs are yet to be told of a change.
  var untold: Set<String> = []

  /// Reads the record; throws if it is damaged, because the user's values would be lost with it.
  init(_ path: String) throws(Failure) {
    file = UserFile(path: path)
    guard let bytes = try file.bytes() else { return }
    guard bytes.count <= Self.mostBytes,
      let root = try? JSONReader.read(bytes, limits: JSONLimits(bytes: Self.mostBytes)),
      let files = root["files"]?.members, case .array(let keys)? = root["keys"]?.value
    else { throw .system(Messages.mirrorRecordDamaged(path)) }
    stored = bytes
    for member in files {
      guard let file = File(member.node) else {
        throw .system(Messages.mirrorRecordDamaged(path))
      }
      self.files[member.name] = file
    }
    for node in keys {
      guard let key = Key(node) else { throw .system(Messages.mirrorRecordDamaged(path)) }
      self.keys.append(key)
    }
    for member in root["own"]?.members ?? [] { own[member.name] = member.node.plain.text }
    untold = Set(root["untold"]?.plain.texts ?? [])
  }

  var isEmpty: Bool { files.isEmpty && keys.isEmpty && own.isEmpty && untold.isEmpty }

  /// The paths and keys that a mirror has written, for lists.
  func places(of mirror: String) -> [String] {
    files.filter { $0.value.mirrors.contains(mirror) }.keys.sorted()
      + own.filter { $0.value == mirror }.keys.sorted()
      + keys.filter { $0.mirror == mirror }.map(\.key.name)
  }

  func history(_ commands: SettingsCommands, _ key: MirrorPlace.Key) -> MirrorKeyHistory? {
    keys.first { $0.commands == commands && $0.key == key }?.history
  }

  /// Records what was done with a key; nil removes the entry.
  mutating func setHistory(
    _ commands: SettingsCommands,
    _ key: MirrorPlace.Key,
    _ mirror: String,
    _ history: MirrorKeyHistory?
  ) {
    keys.removeAll { $0.commands == commands && $0.key == key }
    guard let history else { return }
    keys.append(.init(commands: commands, key: key, mirror: mirror, history: history))
  }

  func removeLeftovers() { file.removeLeftovers() }

  /// Stores the record, and syncs it; removes the file if nothing is recorded.
  mutating func store() throws(Failure) {
    guard !isEmpty else {
      guard stored != nil else { return }
      stored = nil
      guard unlink(file.path) == 0 || errno == ENOENT else {
        throw .system(Messages.cannotRemove(file.path, errno))
      }
      rmdir(UserFile.folder(of: file.path))
      return
    }
    let bytes = Array((json.text(pretty: true) + "\n").utf8)
    guard bytes != stored else { return }
    try file.write(bytes)
    stored = bytes
  }

  private var json: JSON {
    .object([
      .init(
        name: "files",
        value: .object(
          files.sorted { $0.key < $1.key }.map { JSON.Member(name: $0.key, value: $0.value.json) }
        )
      ),
      .init(name: "keys", value: .array(keys.map(\.json))),
      .init(
        name: "own",
        value: .object(
          own.sorted { $0.key < $1.key }.map { JSON.Member(name: $0.key, value: .string($0.value)) }
        )
      ),
      .init(name: "untold", value: .array(untold.sorted().map(JSON.string))),
    ])
  }
}

// MARK: - JSON

extension MirrorRecord.File {
  fileprivate init?(_ node: JSONNode) {
    guard let format = node["format"]?.plain.text.flatMap(SettingsFormat.init),
      let written = node["written"]?.plain.texts, let mirrors = node["mirrors"]?.plain.texts,
      let original = node["original"]?.plain, case .array(let settings)? = node["settings"]?.value
    else { return nil }
    self.format = format
    self.mirrors = mirrors
    history = MirrorHistory(original: original.text, written: written, settings: [])
    for setting in settings {
      guard let key = MirrorPlace.Key(setting) else { return nil }
      history.settings.append(.init(key, setting["value"]?.plain.text))
    }
    folders = node["folders"]?.plain.texts ?? []
  }

  fileprivate var json: JSON {
    .object([
      .init(name: "format", value: .string(format.rawValue)),
      .init(name: "mirrors", value: .array(mirrors.map(JSON.string))),
      .init(name: "original", value: .text(history.original)),
      .init(name: "written", value: .array(history.written.map(JSON.string))),
      .init(
        name: "settings",
        value: .array(
          history.settings.map { setting in
            .object(setting.key.members + [.init(name: "value", value: .text(setting.value))])
          }
        )
      ),
      .init(name: "folders", value: .array(folders.map(JSON.string))),
    ])
  }
}

extension MirrorRecord.Key {
  fileprivate init?(_ node: JSONNode) {
    guard let key = MirrorPlace.Key(node), let mirror = node["mirror"]?.plain.text,
      let read = node["read"]?.plain.texts, let write = node["write"]?.plain.texts,
      let original = node["original"]?.plain, case .array(let written)? = node["written"]?.plain
    else { return nil }
    self.key = key
    self.mirror = mirror
    commands = SettingsCommands(read: read, write: write, reset: node["reset"]?.plain.texts)
    history = MirrorKeyHistory(original: original.text, written: written.map(\.text))
  }

  fileprivate var json: JSON {
    .object(
      key.members + [
        .init(name: "mirror", value: .string(mirror)),
        .init(name: "read", value: .array(commands.read.map(JSON.string))),
        .init(name: "write", value: .array(commands.write.map(JSON.string))),
        .init(
          name: "reset",
          value: commands.reset.map { .array($0.map(JSON.string)) } ?? .null
        ),
        .init(name: "original", value: .text(history.original)),
        .init(name: "written", value: .array(history.written.map(JSON.text))),
      ]
    )
  }
}

extension MirrorPlace.Key {
  fileprivate init?(_ node: JSONNode) {
    guard let group = node["group"]?.plain.text, let name = node["name"]?.plain.text else {
      return nil
    }
    self.init(group, name)
  }

  fileprivate var members: [JSON.Member] {
    [
      .init(name: "group", value: .string(group)), .init(name: "name", value: .string(name)),
    ]
  }
}

extension JSON {
  fileprivate static func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The texts of an array; nil if the node is no array, or has a value of another kind.
  var texts: [String]? {
    guard case .array(let values) = self else { return nil }
    let texts = values.compactMap(\.text)
    return texts.count == values.count ? texts : nil
  }
}
