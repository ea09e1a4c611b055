import NightCore
import NightPrograms

extension ProgramRecord.File: Record {
  static let blank = Self()

  mutating func visit(_ fields: inout Fields) {
    fields.required("format", &format)
    fields.required("programs", &programs)
    fields.field("original", &history.original)
    fields.required("written", &history.written)
    fields.field("folders", &folders)
    fields.field("former", &history.former)
    fields.field("replaced", &history.replaced)
    fields.field("older", &history.older)
    fields.field("link", &link)
    fields.field("missed", &isMissed)
    fields.field("mode", &mode)
  }
}

extension TextHistory.Former: Record {
  static let blank = Self()

  mutating func visit(_ fields: inout Fields) {
    fields.required("original", &original)
    fields.required("written", &written)
  }
}

extension TextHistory.Value: Record {
  static let blank = Self(.init("", ""), nil)

  mutating func visit(_ fields: inout Fields) {
    fields.required(&key)
    fields.field("value", &value)
  }
}

extension ProgramRecord.Key: Record {
  static let blank = Self()

  mutating func visit(_ fields: inout Fields) {
    fields.required(&key)
    fields.required("program", &program)
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

extension Fields {
  /// Visits the fields `group` and `name` of a key.
  fileprivate mutating func required(_ key: inout SettingPlace.Key) {
    var (group, name) = (key.group, key.name)
    required("group", &group)
    required("name", &name)
    key = .init(group, name)
  }
}
