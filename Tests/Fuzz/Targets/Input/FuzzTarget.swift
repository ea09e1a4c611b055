/// A kind of code that reads untrusted bytes, with properties that must hold for any input.
///
/// Its kept inputs are below this name in `corpus` and in `regressions`.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// Messages from the bus, and values that are sent back to it.
  case messages
  /// Calls to a whole daemon.
  case calls
  /// Messages that a client gets from a bus while it follows the style.
  case following
  /// The JSON reader, the stored intent, and the Keeper that starts from it.
  case store
  /// Short texts: times, moments, names, signatures and addresses.
  case words
  /// A hand-written file of preferences, and each value in it.
  case config
  /// The administrator's list of locks.
  case locks
  /// The rules of a schedule.
  case rules
  /// Property lists, read and written.
  case lists
  /// Preferences as callers write them, in every format.
  case values
  /// Compiled zone files.
  case zones
  /// POSIX zone rules, as in TZ.
  case zoneRules = "zone-rules"
  /// Colours in every notation.
  case colors
  /// Theme files of nightd, with a NUL between two files.
  case themes
  /// Colour tables of DKNightVersion.
  case tables
  /// AppTheme's file of themes.
  case apptheme
  /// Base16 schemes; the input is JSON5 that stands for the parsed YAML.
  case base16

  /// The function that runs on each input; it throws if a property does not hold.
  typealias Body = ([UInt8]) throws(Finding) -> Void

  /// Sets up the target; releasing the returned body ends the target.
  func make() throws -> Body {
    switch self {
    case .messages: return Messages.run
    case .calls:
      let calls = try Calls()
      return { (bytes) throws(Finding) in try calls.run(bytes) }
    case .following:
      let following = try Following()
      return { (bytes) throws(Finding) in try following.run(bytes) }
    case .store: return Store.run
    case .words: return ShortTexts.run
    case .config: return Config.run
    case .locks: return Locks.run
    case .rules: return Rules.run
    case .lists: return Lists.run
    case .values: return Values.run
    case .zones: return Zones.file
    case .zoneRules: return Zones.rule
    case .colors: return Colors.run
    case .themes: return ThemeFiles.run
    case .tables: return ThemeImports.table
    case .apptheme: return ThemeImports.appTheme
    case .base16: return ThemeImports.base16
    }
  }
}
