/// The roles that every theme has, since those that are built in have them.
///
/// Their defaults are the colours of daylight, said once more: whoever asks for a key is spared reading
/// that theme.
extension ThemeKey<Color> {
  /// Behind everything.
  public static let background = ThemeKey("background", default: Color(0xf5f6f8))
  /// What is written on the background.
  public static let onBackground = ThemeKey("onBackground", default: Color(0x1c2128))
  /// Pages, lists and fields.
  public static let surface = ThemeKey("surface", default: Color(0xffffff))
  /// What is written on them.
  public static let onSurface = ThemeKey("onSurface", default: Color(0x1c2128))
  /// Bars, cards and headers.
  public static let surfaceVariant = ThemeKey("surfaceVariant", default: Color(0xe6e9ee))
  /// What is written on them, and what matters less.
  public static let onSurfaceVariant = ThemeKey("onSurfaceVariant", default: Color(0x5a6372))
  /// What is to be pressed first.
  public static let primary = ThemeKey("primary", default: Color(0x1f5fc4))
  /// What is written on it.
  public static let onPrimary = ThemeKey("onPrimary", default: Color(0xffffff))
  /// What else is to be noticed.
  public static let secondary = ThemeKey("secondary", default: Color(0x0f6b74))
  /// What is written on it.
  public static let onSecondary = ThemeKey("onSecondary", default: Color(0xffffff))
  /// What went well.
  public static let success = ThemeKey("success", default: Color(0x1f6f3a))
  /// What is written on it.
  public static let onSuccess = ThemeKey("onSuccess", default: Color(0xffffff))
  /// What is to be looked at.
  public static let warning = ThemeKey("warning", default: Color(0x8a5200))
  /// What is written on it.
  public static let onWarning = ThemeKey("onWarning", default: Color(0xffffff))
  /// What went wrong.
  public static let error = ThemeKey("error", default: Color(0xb3261e))
  /// What is written on it.
  public static let onError = ThemeKey("onError", default: Color(0xffffff))
  /// Links.
  public static let link = ThemeKey("link", default: Color(0x1f5fc4))
  /// Behind selected text.
  public static let selection = ThemeKey("selection", default: Color(0xcfe0ff))
  /// Selected text.
  public static let onSelection = ThemeKey("onSelection", default: Color(0x1c2128))
  /// Lines between things.
  public static let separator = ThemeKey("separator", default: Color(0xc3c9d3))
  /// What cannot be used now.
  public static let disabled = ThemeKey("disabled", default: Color(0x5a6372, alpha: 0.6))
  /// Shadows.
  public static let shadow = ThemeKey("shadow", default: Color(0x000000, alpha: 0.2))
}
