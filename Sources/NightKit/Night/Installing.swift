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
    try await install { (installer) throws(ThemeInstaller.Refusal) in
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
    try await install { (installer) throws(ThemeInstaller.Refusal) in
      try installer.install(text: text, named: name, replace: isReplacing)
    }
  }

  private func install(
    _ install:
      @escaping @Sendable (
        ThemeInstaller
      ) throws(ThemeInstaller.Refusal) -> ThemeInstaller.Installed
  ) async throws(NightError) -> String {
    if engine == nil { throw .refused("a preview installs no files; set its themes instead") }
    guard let folders = StandardFolders(environment: { getenv($0).map { String(cString: $0) } })
    else {
      throw .notDurable("nothing says where your themes are: neither XDG_DATA_HOME nor HOME is set")
    }
    return try await Self.write(folders, install)
  }

  /// Writes a theme away from the caller's actor, because a disk may be slow.
  @concurrent
  private static func write(
    _ folders: StandardFolders,
    _ install:
      @Sendable (ThemeInstaller) throws(ThemeInstaller.Refusal) -> ThemeInstaller.Installed
  ) async throws(NightError) -> String {
    let installer = ThemeInstaller(ThemeFolders(folders, message: SystemError.message))
    do throws(ThemeInstaller.Refusal) { return try install(installer).name } catch {
      if case .notWritten = error { throw .notDurable(error.message) }
      throw .refused(error.message)
    }
  }
}
