import NightCore
import NightPrograms

extension ProgramRecord.File: Record {
  static let blank = Self()

  mutating func visit(_ fields: inout Fields) {
    fields.required("format", &format)
    fields.required("programs", &programs)
    fields.field("original", &history.original)
    fields.required("written", &history.written)
    var settings = history.settings.map(Setting.init)
    fields.required("settings", &settings)
    history.settings = settings.map { .init(.init($0.group, $0.name), $0.value) }
    fields.field("folders", &folders)
  }

  private struct Setting: Record {
    static let blank = Self(TextHistory.Value(.init("", ""), nil))

    var group: String
    var name: String
    var value: String?

    init(_ setting: TextHistory.Value) {
      (group, name, value) = (setting.key.group, setting.key.name, setting.value)
    }

    mutating func visit(_ fields: inout Fields) {
      fields.required("group", &group)
      fields.required("name", &name)
      fields.field("value", &value)
    }
  }
}

extension ProgramRecord.Key: Record {
  static let blank = Self()

  mutating func visit(_ fields: inout Fields) {
    var (group, name) = (key.group, key.name)
    fields.required("group", &group)
    fields.required("name", &name)
    key = .init(group, name)
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
