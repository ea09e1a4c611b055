/// The roles that every theme has, since those that are built in have them.
extension ThemeKey<Color> {
  private static func role(_ name: String) -> ThemeKey {
    ThemeKey(name, default: Theme.builtIn(.light).color(name) ?? .clear)
  }

  /// Behind everything.
  public static let background = role("background")
  /// What is written on the background.
  public static let onBackground = role("onBackground")
  /// Pages, lists and fields.
  public static let surface = role("surface")
  /// What is written on them.
  public static let onSurface = role("onSurface")
  /// Bars, cards and headers.
  public static let surfaceVariant = role("surfaceVariant")
  /// What is written on them, and what matters less.
  public static let onSurfaceVariant = role("onSurfaceVariant")
  /// What is to be pressed first.
  public static let primary = role("primary")
  /// What is written on it.
  public static let onPrimary = role("onPrimary")
  /// What else is to be noticed.
  public static let secondary = role("secondary")
  /// What is written on it.
  public static let onSecondary = role("onSecondary")
  /// What went well.
  public static let success = role("success")
  /// What is written on it.
  public static let onSuccess = role("onSuccess")
  /// What is to be looked at.
  public static let warning = role("warning")
  /// What is written on it.
  public static let onWarning = role("onWarning")
  /// What went wrong.
  public static let error = role("error")
  /// What is written on it.
  public static let onError = role("onError")
  /// Links.
  public static let link = role("link")
  /// Behind selected text.
  public static let selection = role("selection")
  /// Selected text.
  public static let onSelection = role("onSelection")
  /// Lines between things.
  public static let separator = role("separator")
  /// What cannot be used now.
  public static let disabled = role("disabled")
  /// Shadows.
  public static let shadow = role("shadow")
}
