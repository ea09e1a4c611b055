import NightReactions

/// A write that is due, and its place in the record.
enum MirrorWrite {
  case file(path: String, MirrorPlan, mirrors: [String], SettingsFormat)
  case key(SettingsCommands, MirrorPlace.Key, MirrorKeyPlan, mirror: String)
}

/// The settings that are to be in one file.
struct WantedSettingsFile {
  var format: SettingsFormat
  var mirrors: [String] = []
  var settings: [MirrorHistory.Value] = []
}

/// A value that one key of a store is to have.
struct WantedStoreKey {
  let commands: SettingsCommands
  let mirror: String
  let value: MirrorHistory.Value
}
