import Glibc
import NightBus
import NightCore
import NightStore
import NightThemes

/// Installing themes for the user, checked as `nightctl theme import` does.
///
/// nightd need not run. A running nightd offers the theme at once, and ``themeLists`` has a new
/// list.
extension Night {
  /// Installs the theme in a folder that has a `theme.json5`, with all its pictures.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - name: The name that the theme gets. If nil, the theme has the name in its file, or else
  ///     the folder's name.
  ///   - isReplacing: Whether a theme of yours with this name is replaced.
  /// - Returns: The name by which people choose the theme.
  /// - Throws: A `NightError`: `refused` if the theme has a mistake, or if its name is taken. The
  ///   error gives the file, the line and the column of a mistake. `notDurable` if the theme cannot
  ///   be written.
  @discardableResult
  public func install(
    themeIn folder: String,
    as name: String? = nil,
    replacing isReplacing: Bool = false
  ) async throws(NightError) -> String {
    if let previewDaemon {
      return try await previewDaemon.install(replacing: isReplacing) {
        (installer) throws(ThemeInstaller.Refusal) in
        try installer.resolve(folder: folder, as: name)
      }
    }
    return try await Self.write(Self.installer()) { (installer) throws(ThemeInstaller.Refusal) in
      try installer.install(folder: folder, as: name, replace: isReplacing)
    }
  }

  /// Installs a theme from the text of its file, such as one that your program has downloaded.
  ///
  /// The text has no pictures beside it, so the theme must not name any.
  ///
  /// - Parameters:
  ///   - text: The text of the theme's file, in JSON5.
  ///   - name: The name that the theme gets. If nil, the theme has the name in the text.
  ///   - isReplacing: Whether a theme of yours with this name is replaced.
  /// - Returns: The name by which people choose the theme.
  /// - Throws: A `NightError`: `refused` if the theme has a mistake, or if its name is taken. The
  ///   error gives the line and the column of a mistake. `notDurable` if the theme cannot be
  ///   written.
  @discardableResult
  public func install(
    theme text: String,
    named name: String? = nil,
    replacing isReplacing: Bool = false
  ) async throws(NightError) -> String {
    if let previewDaemon {
      return try await previewDaemon.install(replacing: isReplacing) {
        (installer) throws(ThemeInstaller.Refusal) in
        try installer.resolve(text: text, named: name)
      }
    }
    return try await Self.write(Self.installer()) { (installer) throws(ThemeInstaller.Refusal) in
      try installer.install(text: text, named: name, replace: isReplacing)
    }
  }

  /// Makes an installer for the user's folders in the environment.
  static func installer() throws(NightError) -> ThemeInstaller {
    guard
      let folders = StandardFolders(environment: { getenv($0).map { String(cString: $0) } })
    else {
      throw .notDurable("nothing says where your themes are: neither XDG_DATA_HOME nor HOME is set")
    }
    return ThemeInstaller(ThemeFolders(folders, message: SystemError.message))
  }

  /// Writes a theme away from the caller's actor, because a disk may be slow.
  @concurrent
  private static func write(
    _ installer: ThemeInstaller,
    _ install:
      @Sendable (ThemeInstaller) throws(ThemeInstaller.Refusal) -> ThemeInstaller.Installed
  ) async throws(NightError) -> String {
    do throws(ThemeInstaller.Refusal) { return try install(installer).name } catch {
      throw NightError(error)
    }
  }
}

extension NightError {
  init(_ error: ThemeInstaller.Refusal) {
    self =
      if case .notWritten = error { .notDurable(error.message) } else { .refused(error.message) }
  }
}

extension PreviewDaemon {
  /// Adds a theme to the preview, checked as nightd checks it; no file is written.
  func install(
    replacing isReplacing: Bool,
    _ resolve: @Sendable (ThemeInstaller) throws(ThemeInstaller.Refusal) -> NightThemes.Theme
  ) async throws(NightError) -> String {
    let installer = try Night.installer()
    let theme = try await answer { (state) throws(NightError) in
      let theme: Theme
      do throws(ThemeInstaller.Refusal) { theme = Theme(try resolve(installer)) } catch {
        throw NightError(error)
      }
      try state.install(theme, replacing: isReplacing)
      return theme
    }
    themeListChanged()
    return theme.name
  }
}
