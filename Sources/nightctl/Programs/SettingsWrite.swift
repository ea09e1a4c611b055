import NightPrograms

/// A planned write of a settings file, or of a key in a store.
enum SettingsWrite {
  case file(SettingsFileWrite)
  case key(SettingsCommands, SettingPlace.Key, KeyPlan, program: String)

  /// The program for which a key in a schema of GSettings is written; nil for any other write.
  var schemaProgram: String? {
    guard case .key(let commands, _, let plan, let program) = self, commands.schema != nil,
      plan.writes
    else { return nil }
    return program
  }

  /// Whether the file or the key must be written; false if it already has the value.
  var writes: Bool {
    switch self {
    case .file(let file): file.plan.writes
    case .key(_, _, let plan, _): plan.writes
    }
  }

  /// The path of the file, or the name of the key.
  var place: String {
    switch self {
    case .file(let file): file.path
    case .key(_, let key, _, _): key.name
    }
  }

  /// The programs for which the file or the key is written.
  var programs: [String] {
    switch self {
    case .file(let file): file.wanted.programs
    case .key(_, _, _, let program): [program]
    }
  }

  /// Whether the write changes a setting of one of these programs.
  func writesSettings(of programs: [String]) -> Bool {
    writes && self.programs.contains(where: programs.contains)
  }
}

/// A planned write of one settings file.
struct SettingsFileWrite {
  let path: String
  /// The text for which the plan was made.
  let text: String?
  let plan: TextPlan
  let wanted: WantedSettingsFile
  /// The record's entry for the file before this write.
  let recorded: ProgramRecord.File?

  /// Plans the write; returns nil if no write is needed.
  init?(
    _ path: String,
    _ text: String?,
    _ wanted: WantedSettingsFile,
    _ recorded: ProgramRecord.File?
  ) {
    var wanted = wanted
    if wanted.writer != nil {
      wanted.settings = KdeScheme.settled(wanted.settings, in: text)
    }
    guard
      let plan = TextHistory.plan(
        for: text,
        recorded?.history,
        wanted.settings,
        wanted.format,
        isOn: wanted.isOn,
        isSwitch: wanted.isSwitch
      )
    else { return nil }
    self.path = path
    self.text = text
    self.plan = plan
    self.wanted = wanted
    self.recorded = recorded
  }

  /// Makes a new plan for the text that another program saved after this plan was made; nil if that
  /// text needs no write.
  ///
  /// The other program may have read this write's values before it saved its text, so the new plan
  /// uses the history in `attempted`.
  func again(for text: String?) -> SettingsFileWrite? { Self(path, text, wanted, attempted) }

  /// The text that the user had before nightd replaced the whole file, if this write removes that
  /// text from the record; otherwise nil.
  var forgotten: String? {
    wanted.format == .whole ? TextHistory.forgotten(text, recorded?.history) : nil
  }

  /// The entry that the record has for the file while this write is being tried.
  var attempted: ProgramRecord.File {
    var file =
      recorded ?? ProgramRecord.File(format: wanted.format, programs: wanted.programs)
    file.history = plan.before
    return file
  }
}

/// The settings that one file should have.
struct WantedSettingsFile {
  var format: SettingsFormat
  /// The programs with settings in the file.
  var programs: [String] = []
  var settings: [TextHistory.Value] = []
  /// Whether one of the programs gets colours or themes from nightd now.
  var isOn = true
  /// Whether one of the settings is the desktop's own switch between light and dark.
  var isSwitch = false
  /// How Plasma sets the colour scheme in this file; nil if nightd writes the colour scheme itself.
  var writer: SchemeWriter?
  /// The path of the link through which nightd found the file; empty if no link led to the file.
  var link = ""
}

/// The value that one key of a store should have.
struct WantedStoreKey {
  let commands: SettingsCommands
  let program: String
  let value: TextHistory.Value
}
