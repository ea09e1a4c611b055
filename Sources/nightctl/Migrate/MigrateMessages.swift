import NightBus
import NightCore

/// Messages of `nightctl migrate`.
enum MigrateMessages {
  static let nothingFound =
    "Found no settings of \(Messages.joined(MigratedTool.all.map(\.title)))."
  static let nothingToRestore = "There is no migration to take back."

  static func flawed(_ path: String, _ flaw: Flaw) -> String {
    "\(Output.plain(path)):\(flaw); nothing was changed"
  }

  static func notFound(_ tool: MigratedTool, _ places: [String]) -> String {
    "found no settings of \(tool.title) in \(Messages.listed(places.map(Output.plain)))"
  }

  static func locked(_ lock: String) -> String {
    "choice is locked by \(lock); nothing was changed"
  }

  static func set(_ choice: Choice) -> String {
    "nightctl set \(choice.rawValue)" + (Style(rawValue: choice.rawValue) == nil ? "" : " --always")
  }

  /// The command that sets a preference or, if the value is nil, deletes the preference.
  static func write(_ name: String, _ value: PreferenceValue?) -> String {
    switch value {
    case nil: "nightctl prefs delete \(name)"
    case .string(let text)?: "nightctl prefs write \(name) \(ShellWord.of(text))"
    case let value?: "nightctl prefs write \(name) \(ShellWord.of(value.line))"
    }
  }

  /// The lines to print for the commands, for the hook at the path `hook`, and for the settings
  /// that cannot be carried over.
  static func steps(_ migration: Migration, hook: String) -> [String] {
    let runs = migration.commands.map { style, command in
      "write the hook \(Output.plain(hook)), which runs this when the style becomes "
        + "\(style.rawValue): \(command)"
    }
    return migration.steps.map(\.command) + runs
      + migration.notes.map { "Not carried over: \($0)" }
  }

  static func found(
    _ tool: MigratedTool,
    _ files: [String],
    _ migration: Migration,
    hook: String
  ) -> [String] {
    let lines =
      steps(migration, hook: hook)
      + (migration.isEmpty ? [isEmpty] : ["To do this: nightctl migrate \(tool.name)"])
      + wallpapers(migration)
    return ["\(tool.title): \(Messages.joined(files.map(Output.plain)))"] + lines.map { "  " + $0 }
  }

  private static let isEmpty = "Nothing to carry over."

  private static func wallpapers(_ migration: Migration) -> [String] {
    migration.setsWallpapers
      ? ["To let nightd show the wallpapers, run afterwards: nightctl programs on wallpaper"] : []
  }

  static func scripts(_ folder: String) -> String {
    "the scripts in \(folder), because they expect other arguments than nightd passes to "
      + "hooks; see nightctl hooks new --help."
  }

  static func exists(_ path: String) -> String {
    "\(Excerpt(path: path)) is not the hook that the migration would write; nothing was changed"
  }

  static func kept(_ what: String) -> String {
    "\(Output.plain(what)) was changed after the migration, and stays as it is."
  }

  static func done(
    _ migration: Migration,
    _ tool: MigratedTool,
    isChanged: Bool
  ) -> [String] {
    guard !migration.isEmpty else { return [isEmpty] }
    return wallpapers(migration) + [
      tool.stop,
      isChanged
        ? "To take this back: nightctl migrate --back"
        : "Nothing was changed, because nightd has all of these settings already.",
    ]
  }
}
