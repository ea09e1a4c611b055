import NightPrograms

/// A write that is due, and its place in the record.
enum MirrorWrite {
  case file(MirrorFileWrite)
  case key(SettingsCommands, MirrorPlace.Key, MirrorKeyPlan, mirror: String)
}

/// A settings file that is to be written.
struct MirrorFileWrite {
  let path: String
  /// The text for which the plan was made.
  let text: String?
  let plan: MirrorPlan
  let wanted: WantedSettingsFile
  /// What the record had before this write.
  let recorded: MirrorRecord.File?

  /// Nil if nothing is to be done.
  init?(
    _ path: String,
    _ text: String?,
    _ wanted: WantedSettingsFile,
    _ recorded: MirrorRecord.File?
  ) {
    guard
      let plan = MirrorHistory.plan(for: text, recorded?.history, wanted.settings, wanted.format)
    else { return nil }
    self.path = path
    self.text = text
    self.plan = plan
    self.wanted = wanted
    self.recorded = recorded
  }

  /// The same write for the text that another program has saved meanwhile; nil if it needs none.
  func again(for text: String?) -> MirrorFileWrite? { Self(path, text, wanted, recorded) }
}

/// The settings that are to be in one file.
struct WantedSettingsFile {
  var format: SettingsFormat
  /// The mirrors with settings in the file.
  var mirrors: [String] = []
  var settings: [MirrorHistory.Value] = []
}

/// A value that one key of a store is to have.
struct WantedStoreKey {
  let commands: SettingsCommands
  let mirror: String
  let value: MirrorHistory.Value
}
