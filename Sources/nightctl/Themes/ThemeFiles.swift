import NightBus
import NightCore
import NightStore

/// The themes in files, for all commands that read them without the daemon.
extension ThemeFolders {
  init(_ environment: (String) -> String?) throws(Failure) {
    guard let folders = StandardFolders(environment: environment) else {
      throw .system(Messages.noFolder("XDG_STATE_HOME"))
    }
    self.init(folders, message: SystemError.message)
  }

  /// The names of the themes in the order of the list; only built-in themes if no folders are
  /// known.
  static func names(_ environment: (String) -> String?) -> [String] {
    (try? ThemeFolders(environment))?.list().map(\.name) ?? BuiltInThemes.names
  }
}

extension Invocation {
  func themeFormat(
    _ option: Option,
    among known: [ThemeFormat]
  ) throws(Failure) -> ThemeFormat? {
    guard let text = value(of: option) else { return nil }
    guard let format = ThemeFormat(rawValue: text), known.contains(format) else {
      throw .usage(ThemeMessages.noThemeFormat(text, known.map(\.rawValue)), help: command)
    }
    return format
  }
}
