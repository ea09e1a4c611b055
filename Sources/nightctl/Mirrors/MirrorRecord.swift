import NightPrograms
import NightValues

/// What nightctl did for the mirrors in the user's files and settings, so that it can be undone.
///
/// The file is `mirrors/record.json` in the state folder. It has the user's own text of each file.
/// GNOME's settings have a file of their own, `gsettings.json`, because they are written by another
/// run of nightctl, which may be at the same time.
struct MirrorRecord: StoredRecord {
  static let blank = Self()
  static let loss =
    "it has your own values from before, so nightd changes no other program's settings"

  /// One settings file.
  struct File {
    var format = SettingsFormat.ini
    /// The mirrors with settings in the file.
    var mirrors: [String] = []
    var history = MirrorHistory(original: nil, written: [], settings: [])
    /// The folders that nightctl made for the file, the outermost first.
    var folders: [String] = []
  }

  /// One key of a store that only its own programs read and write.
  struct Key {
    var commands = SettingsCommands(read: [], write: [])
    var key = MirrorPlace.Key("", "")
    var mirror = ""
    var history = MirrorKeyHistory(original: nil, written: [])
  }

  /// The settings files, by path.
  var files: [String: File] = [:]
  var keys: [Key] = []
  /// The mirrors of nightd's own files, by path.
  var own: [String: String] = [:]
  /// The mirrors whose programs are yet to be told of a change.
  var untold: Set<String> = []

  var isEmpty: Bool { files.isEmpty && keys.isEmpty && own.isEmpty && untold.isEmpty }

  mutating func visit(_ fields: inout Fields) {
    fields.required("files", &files)
    fields.required("keys", &keys)
    fields.field("own", &own)
    var names = untold.sorted()
    fields.field("untold", &names)
    untold = Set(names)
  }

  /// The paths and keys that a mirror has written, for lists.
  func places(of mirror: String) -> [String] {
    files.filter { $0.value.mirrors.contains(mirror) }.keys.sorted()
      + own.filter { $0.value == mirror }.keys.sorted()
      + keys.filter { $0.mirror == mirror }.map(\.key.name)
  }

  func history(_ commands: SettingsCommands, _ key: MirrorPlace.Key) -> MirrorKeyHistory? {
    keys.first { $0.commands == commands && $0.key == key }?.history
  }

  /// Names each file by its path without links, because a link may lead elsewhere later.
  mutating func followLinks() {
    for (path, file) in files {
      guard let target = UserFile.target(of: path), target != path, files[target] == nil else {
        continue
      }
      files[path] = nil
      files[target] = file
    }
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
}

// MARK: - Fields

extension MirrorRecord.File: Record {
  static let blank = Self()

  mutating func visit(_ fields: inout Fields) {
    fields.required("format", &format)
    fields.required("mirrors", &mirrors)
    fields.field("original", &history.original)
    fields.required("written", &history.written)
    var settings = history.settings.map(Setting.init)
    fields.required("settings", &settings)
    history.settings = settings.map { .init(.init($0.group, $0.name), $0.value) }
    fields.field("folders", &folders)
  }

  private struct Setting: Record {
    static let blank = Self(MirrorHistory.Value(.init("", ""), nil))

    var group: String
    var name: String
    var value: String?

    init(_ setting: MirrorHistory.Value) {
      (group, name, value) = (setting.key.group, setting.key.name, setting.value)
    }

    mutating func visit(_ fields: inout Fields) {
      fields.required("group", &group)
      fields.required("name", &name)
      fields.field("value", &value)
    }
  }
}

extension MirrorRecord.Key: Record {
  static let blank = Self()

  mutating func visit(_ fields: inout Fields) {
    var (group, name) = (key.group, key.name)
    fields.required("group", &group)
    fields.required("name", &name)
    key = .init(group, name)
    fields.required("mirror", &mirror)
    var (read, write, reset) = (commands.read, commands.write, commands.reset)
    fields.required("read", &read)
    fields.required("write", &write)
    fields.field("reset", &reset)
    commands = SettingsCommands(read: read, write: write, reset: reset)
    fields.field("original", &history.original)
    fields.required("written", &history.written)
  }
}

extension SettingsFormat: Wire {}
