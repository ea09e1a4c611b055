import NightBus
import NightCore
import NightStore

/// Functions for all commands that read themes without the daemon.
extension Nightctl {
  func themeFolders() throws(Failure) -> ThemeFolders {
    guard let folders = StandardFolders(environment: environment) else {
      throw .system(Messages.noFolder("XDG_STATE_HOME"))
    }
    return ThemeFolders(folders, message: SystemError.message)
  }

  /// The names of the themes in the order of the list; only built-in themes if no folders are
  /// known.
  func themeNames() -> [String] {
    (try? themeFolders())?.list().map(\.name) ?? BuiltInThemes.names
  }

  func themeFormat(
    _ option: Option,
    _ known: [ThemeFormat],
    _ invocation: Invocation
  ) throws(Failure) -> ThemeFormat? {
    guard let text = invocation.value(of: option) else { return nil }
    guard let format = ThemeFormat(rawValue: text), known.contains(format) else {
      throw .usage(Messages.noThemeFormat(text, known.map(\.rawValue)), help: invocation.command)
    }
    return format
  }
}
