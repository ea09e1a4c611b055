import NightPrograms

/// A planned write of a settings file, or of a key in a store.
enum SettingsWrite {
  case file(SettingsFileWrite)
  case key(SettingsCommands, SettingPlace.Key, KeyPlan, program: String)
}

/// A settings file that is to be written.
struct SettingsFileWrite {
  let path: String
  /// The text for which the plan was made.
  let text: String?
  let plan: TextPlan
  let wanted: WantedSettingsFile
  /// What the record had before this write.
  let recorded: ProgramRecord.File?

  /// Returns nil if no write is needed.
  init?(
    _ path: String,
    _ text: String?,
    _ wanted: WantedSettingsFile,
    _ recorded: ProgramRecord.File?
  ) {
    guard
      let plan = TextHistory.plan(for: text, recorded?.history, wanted.settings, wanted.format)
    else { return nil }
    self.path = path
    self.text = text
    self.plan = plan
    self.wanted = wanted
    self.recorded = recorded
  }

  /// The same write for the text that another program has saved meanwhile; nil if it needs none.
  func again(for text: String?) -> SettingsFileWrite? { Self(path, text, wanted, recorded) }
}

/// The settings that are to be in one file.
struct WantedSettingsFile {
  var format: SettingsFormat
  /// The programs with settings in the file.
  var programs: [String] = []
  var settings: [TextHistory.Value] = []
}

/// A value that one key of a store is to have.
struct WantedStoreKey {
  let commands: SettingsCommands
  let program: String
  let value: TextHistory.Value
}
