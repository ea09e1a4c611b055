import NightCore

/// The steps that carry another tool's settings over to nightd, and the settings that cannot be
/// carried over.
struct Migration {
  /// A step of the migration, and the nightctl command that does the same.
  struct Step {
    let command: String
    /// The new value of each preference that the step changes; if a value is nil, the step deletes
    /// the preference.
    var values: [(name: String, value: PreferenceValue?)] = []
    var choice: Choice?
  }

  var steps: [Step] = []
  /// Sentences about what cannot be carried over, and why.
  var notes: [String] = []
  /// The shell commands that the tool runs for each style; a hook runs them in nightd.
  var commands: [(style: Style, command: String)] = []

  mutating func set(_ choice: Choice) {
    steps.append(Step(command: MigrateMessages.set(choice), choice: choice))
  }

  /// Adds a step that keeps one style; if `isDark` is nil, adds none.
  mutating func stay(isDark: Bool?) {
    if let isDark { set(isDark ? .dark : .light) }
  }

  mutating func follow(_ rules: [String]) {
    let command = "nightctl schedule set " + rules.map(ShellWord.of).joined(separator: " ")
    let value = PreferenceValue.array(rules.map { .string($0) })
    steps.append(Step(command: command, values: [(PreferenceTable.schedule, value)]))
    set(.schedule)
  }

  /// Adds the steps that follow the sun at a place; if `place` is nil, nightd asks GeoClue for it.
  mutating func followSun(at place: Place?, _ rules: [String] = Schedule.default.texts) {
    let values: [(String, PreferenceValue?)] = [
      (PreferenceTable.latitude, place.map { .double($0.latitude) }),
      (PreferenceTable.longitude, place.map { .double($0.longitude) }),
      (PreferenceTable.isLocationAuto, place == nil ? .bool(true) : nil),
    ]
    steps.append(Step(command: "nightctl location \(place?.text ?? "auto")", values: values))
    follow(rules)
  }

  /// Adds steps that follow the sun at the time zone's place, because the tool's place is unknown.
  mutating func followSun(without place: String) {
    notes.append("\(place); nightd uses the place of the time zone until you set yours.")
    follow(Schedule.default.texts)
  }

  mutating func setPreferences(_ key: String, light: String?, dark: String?) {
    for (style, value) in [(Style.light, light), (.dark, dark)] {
      guard let value, !value.isEmpty else { continue }
      let name = "\(key).\(style.rawValue)"
      let command = MigrateMessages.write(name, .string(value))
      steps.append(Step(command: command, values: [(name, .string(value))]))
    }
  }

  /// Whether nothing is carried over.
  var isEmpty: Bool { steps.isEmpty && commands.isEmpty }

  /// Whether the steps set wallpapers, which nightd shows only after `programs on wallpaper`.
  var setsWallpapers: Bool {
    steps.contains { $0.values.contains { $0.name.hasPrefix("wallpaper.") } }
  }

  mutating func run(light: String?, dark: String?) {
    commands = [(.light, light ?? ""), (.dark, dark ?? "")].filter { !$0.1.isEmpty }
  }

  /// The text of the hook that runs the commands; nil if the tool runs no commands.
  func hook(for title: String) -> String? {
    let lines = commands.map { style, command in
      "  \(style.rawValue)) exec sh -c \(ShellWord.of(command)) ;;\n"
    }
    return lines.isEmpty
      ? nil
      : """
      #!/bin/sh
      # Runs the commands of \(title); made by nightctl migrate, and removed by nightctl migrate --back.

      case $1 in
      \(lines.joined())esac

      """
  }
}

/// The values that preferences had before the migration, from which `migrate --back` restores them.
struct MigrationRecord: StoredRecord {
  static let blank = Self()
  static let loss = "it has the values that your preferences had before nightctl migrate"

  /// The JSON of a preference's values before and after the migration; nil for a value that was not
  /// set.
  struct Value: Record {
    static let blank = Self()
    var before: String?
    var after: String?

    mutating func visit(_ fields: inout Fields) {
      fields.field("before", &before)
      fields.field("after", &after)
    }
  }

  struct Hook: Record {
    static let blank = Self()
    var text = ""
    /// The folders that the migration made for the hook.
    var folders: [String] = []

    mutating func visit(_ fields: inout Fields) {
      fields.required("text", &text)
      fields.field("folders", &folders)
    }
  }

  var values: [String: Value] = [:]
  /// The hooks that the migration made, by path.
  var hooks: [String: Hook] = [:]

  var isEmpty: Bool { values.isEmpty && hooks.isEmpty }

  mutating func visit(_ fields: inout Fields) {
    fields.required("values", &values)
    fields.field("hooks", &hooks)
  }

  /// Records a change of a preference; after several migrations, the record still has the value
  /// from before the first one.
  mutating func add(_ name: String, from before: PreferenceValue?, to after: PreferenceValue?) {
    let first = values[name].map(\.before) ?? before?.line
    values[name] = Value(before: first, after: after?.line)
  }

  static func path(_ folders: BaseFolders) -> String {
    (folders.state ?? "") + "/nightd/migration.json"
  }
}
