/// Code that takes untrusted bytes, and what must hold for any input.
///
/// Each name is also that of a folder in `corpus` and in `regressions`.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// Messages from the wire, and values that go back to it.
  case messages
  /// Calls to a whole daemon.
  case calls
  /// What a bus may tell a client that follows the style.
  case following
  /// The JSON reader, the stored intent, and what the Keeper makes of it.
  case store
  /// Short texts: tables of times, moments, names, signatures, addresses.
  case words
  /// A hand-written file of preferences, and what becomes of each value in it.
  case config
  /// The administrator's list of locks.
  case locks
  /// The rules of a schedule.
  case rules
  /// Property lists, both ways.
  case lists
  /// Preferences as callers write them, in all their forms.
  case values
  /// Files of zones, as they are compiled.
  case zones
  /// Rules for zones, as TZ has them.
  case zoneRules = "zone-rules"
  /// Colours in every form.
  case colors
  /// Themes' own files, with a NUL between them.
  case themes
  /// Tables of colours, as DKNightVersion has them.
  case tables
  /// AppTheme's file of themes.
  case apptheme
  /// Base16 schemes, with the parsed tree written as JSON5.
  case base16

  /// What is run on each input; it throws where a property does not hold.
  typealias Body = ([UInt8]) throws(Finding) -> Void

  /// Makes what the target runs in; that ends when the body is let go.
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
