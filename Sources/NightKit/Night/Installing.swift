import Glibc
import NightBus
import NightCore
import NightStore

/// Calls that install themes for the user, with the same checks as `nightctl theme import`.
///
/// The calls work even if nightd is not running. If nightd runs, it offers the theme at once, and
/// ``themeLists`` yields a new list.
extension Night {
  /// Installs a theme, with all its image files, from a folder that contains its `theme.json5`.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - name: The name that the theme gets. If `name` is nil, the theme gets the name that its
  ///     file states, or else the folder's name.
  ///   - isReplacing: Whether to replace the user's earlier theme of this name.
  /// - Returns: The name under which the theme is installed.
  /// - Throws: A `NightError`: `refused` if the theme has a mistake, or if its name is taken. The
  ///   error reports the file, the line and the column of a mistake. Throws `notDurable` if the
  ///   theme cannot be written.
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
    return try await Self.onDisk { (installer) throws(NightError) in
      try installer.installed { (installer) throws(ThemeInstaller.Refusal) in
        try installer.install(folder: folder, as: name, replace: isReplacing)
      }
    }
  }

  /// Installs a theme from the contents of its file, which your program may have downloaded.
  ///
  /// You cannot pass image files to this call, so the theme must not refer to any.
  ///
  /// - Parameters:
  ///   - text: The contents of the theme's file, in JSON5.
  ///   - name: The name that the theme gets. If `name` is nil, the theme gets the name that its
  ///     file states.
  ///   - isReplacing: Whether to replace the user's earlier theme of this name.
  /// - Returns: The name under which the theme is installed.
  /// - Throws: A `NightError`: `refused` if the theme has a mistake, or if its name is taken. The
  ///   error reports the line and the column of a mistake. Throws `notDurable` if the theme cannot
  ///   be written.
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
    return try await Self.onDisk { (installer) throws(NightError) in
      try installer.installed { (installer) throws(ThemeInstaller.Refusal) in
        try installer.install(text: text, named: name, replace: isReplacing)
      }
    }
  }

  /// Installs all themes that a file or a folder contains; the file may be in the format of another
  /// library.
  ///
  /// Reads nightd themes, colour tables of DKNightVersion, AppTheme's `Themes.json`, and one or
  /// more theme folders of simpleTheme. To read the style files beside a `Themes.json` too, pass
  /// the path of its folder.
  ///
  /// - Parameters:
  ///   - path: The path of the file or folder.
  ///   - name: The new name, if there is only one theme. If there are several, each is called
  ///     `NAME-THEME`, with its own name in place of `THEME`. If `name` is nil, each theme gets the
  ///     name that its file states, or else the file's name.
  ///   - isReplacing: Whether to replace the user's earlier themes of these names.
  /// - Returns: The names under which the themes are installed, in the order in which the file has
  ///   them.
  /// - Throws: A `NightError`: `refused` if the format is unknown, if a theme has a mistake, or if
  ///   a name is taken. If any theme is refused, no theme is installed. The error reports the line
  ///   and the column of each mistake. Throws `notDurable` if a theme cannot be written.
  @discardableResult
  public func install(
    themesAt path: String,
    as name: String? = nil,
    replacing isReplacing: Bool = false
  ) async throws(NightError) -> [String] {
    if let previewDaemon {
      return try await previewDaemon.install(themesAt: path, as: name, replacing: isReplacing)
    }
    return try await Self.onDisk { (installer) throws(NightError) in
      try installer.installed(themesAt: path, as: name, replacing: isReplacing)
    }
  }

  /// Removes a theme that you have installed, and the theme's image files.
  ///
  /// If the theme is in use, another theme takes its place: the system's theme of the same name, or
  /// else the built-in theme of its style.
  ///
  /// - Parameter name: The theme's name.
  /// - Throws: A `NightError`: `refused` if you have not installed a theme with this name, or
  ///   `notDurable` if it cannot be removed.
  public func remove(theme name: String) async throws(NightError) {
    if let previewDaemon {
      try await previewDaemon.answer { (state) throws(NightError) in try state.remove(name) }
      return previewDaemon.themeListChanged()
    }
    try await Self.onDisk { (installer) throws(NightError) in try installer.removed(name) }
  }

  /// Reads and writes themes on another thread, because a slow disk would block the caller's actor.
  @concurrent
  private static func onDisk<Answer: Sendable>(
    _ work: @Sendable (ThemeInstaller) throws(NightError) -> Answer
  ) async throws(NightError) -> Answer {
    try work(.ofUser())
  }
}

extension ThemeInstaller {
  /// Makes an installer for the user's folders, which the environment variables determine.
  static func ofUser() throws(NightError) -> ThemeInstaller {
    guard
      let folders = StandardFolders(environment: { getenv($0).map { String(cString: $0) } })
    else {
      throw .notDurable("your themes folder is unknown: neither XDG_DATA_HOME nor HOME is set")
    }
    return ThemeInstaller(ThemeFolders(folders, message: SystemError.message))
  }

  func installed(
    _ install: (ThemeInstaller) throws(Refusal) -> Installed
  ) throws(NightError) -> String {
    do throws(Refusal) { return try install(self).name } catch { throw NightError(error) }
  }

  func installed(
    themesAt path: String,
    as name: String?,
    replacing isReplacing: Bool
  ) throws(NightError) -> [String] {
    let themes = try candidates(at: path, as: name)
    do throws(Refusal) { return try install(themes, replace: isReplacing) } catch {
      throw NightError(error)
    }
  }

  /// Reads the themes in a file or folder; `check` then resolves their parents and references.
  func candidates(at path: String, as name: String?) throws(NightError) -> [ThemeCandidate] {
    do throws(Refusal) {
      return try ThemeImporter(folders, .init(name: name)).themes(at: path)
    } catch { throw NightError(error) }
  }

  func removed(_ name: String) throws(NightError) {
    do throws(ThemeFolders.Flaw) { _ = try folders.remove(name) } catch {
      let why =
        "cannot remove the theme “\(name)”: \(folders.reason(error, name, folders.find(name)))"
      throw if case .refused = error { .notDurable(why) } else { .refused(why) }
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
  /// Checks a theme as nightd does, and adds it to the preview; writes no file.
  func install(
    replacing isReplacing: Bool,
    _ resolve: @Sendable (ThemeInstaller) throws(ThemeInstaller.Refusal) -> NightCore.Theme
  ) async throws(NightError) -> String {
    let installer = try ThemeInstaller.ofUser()
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

  /// Adds all themes of a file or folder to the preview; writes no file.
  func install(
    themesAt path: String,
    as name: String?,
    replacing isReplacing: Bool
  ) async throws(NightError) -> [String] {
    let installer = try ThemeInstaller.ofUser()
    let candidates = try installer.candidates(at: path, as: name)
    let (resolved, findings) = installer.check(candidates)
    guard findings.isEmpty else { throw NightError(.flawed(findings)) }
    let themes = resolved.compactMap { $0.map { Theme($0) } }
    try await answer { (state) throws(NightError) in
      for theme in themes { try state.install(theme, replacing: isReplacing) }
    }
    themeListChanged()
    return themes.map(\.name)
  }
}
