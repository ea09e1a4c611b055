import NightClient
import NightContract
import NightCore
import NightPrograms
import NightStore

/// Makes the light and the dark theme from the wallpaper, if the preference `wallpaper.theme` is
/// true.
///
/// A record says from which picture each theme was made. While a picture stays the same, its theme
/// is neither made nor chosen again. So the change of the theme, after which nightd runs
/// `programs apply` again, starts no loop.
struct WallpaperThemes: Command {
  let nightctl: Nightctl

  /// The base name of the themes, and the name of the program that shows wallpapers.
  static let name = "wallpaper"

  /// Makes the themes whose pictures have changed, and chooses them for their styles.
  ///
  /// Returns the made themes, and a sentence for each failure; after a failure, the earlier theme
  /// stays. The caller holds the lock `RunLock.Purpose.programs`.
  ///
  /// If no theme can be made from a picture, this failure is remembered; `retries` means to try
  /// again even if the picture is the same.
  func update(
    _ session: ProgramSession,
    _ client: Client,
    retries: Bool
  ) -> (made: [String], problems: [String]) {
    var made: [ThemeFile] = [], problems: [String] = []
    do throws(Failure) {
      var file = try RecordFile<WallpaperThemeRecord>(session.context, keepsAside: true)
      problems += [file.damage].compactMap(\.self)
      guard session.makesThemes else {
        // Forget from which pictures the themes were made, so that nightctl makes them again if the
        // user switches `wallpaper.theme` on again.
        for style in file.content.themes.keys { file.content.themes[style]?.picture = "" }
        try file.store()
        return ([], problems)
      }
      let installer = ThemeInstaller(try ThemeFolders(environment))
      let wallpaper = Wallpaper(session.context)
      for style in Style.allCases {
        let own = wallpaper.picture(for: style)
        guard let picture = own ?? wallpaper.picture(for: style.opposite) else { continue }
        let key = PreferenceTable.wallpaper(own == nil ? style.opposite : style)
        if let missing = WallpaperSetter.missing(picture, key) {
          problems.append(missing)
          continue
        }
        let stamp = Self.stamp(picture)
        var entry = file.content.themes[style.rawValue] ?? .blank
        let isDue = entry.picture != picture || entry.stamp != stamp
        if isDue || retries && !entry.problem.isEmpty {
          (entry.picture, entry.stamp, entry.problem) = (picture, stamp, "")
          do throws(Failure) {
            let theme = try theme(picture, style)
            entry.theme = try install(theme, from: picture, installer, replacing: entry.theme)
            made.append(theme)
          } catch { entry.problem = "\(key): " + error.sentence }
          file.content.themes[style.rawValue] = entry
        }
        if !entry.problem.isEmpty { problems.append(entry.problem) }
      }
      do throws(Failure) { try choose(made, client) } catch {
        // Remember that the themes could not be chosen: if an administrator has locked the choice
        // of the theme, each new attempt would fail too.
        for theme in made { file.content.themes[theme.style.rawValue]?.problem = error.sentence }
        problems.append(error.sentence)
      }
      try file.store()
    } catch { problems.append(error.sentence) }
    return (made.map(\.name), problems.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
  }

  private func theme(_ picture: String, _ style: Style) throws(Failure) -> ThemeFile {
    let pixels = try ThemeFromPicture(nightctl: nightctl).pixels(picture)
    let themes = PictureThemes.make(
      pixels,
      .tonalSpot,
      named: Self.name,
      title: picture.fileName
    )
    return themes.first { $0.style == style } ?? ThemeFile(name: Self.name, style: style)
  }

  /// Installs a theme, and returns the fingerprint of its file.
  ///
  /// A theme of this name is replaced only if its file is still as nightctl made it, because
  /// otherwise it has the user's own changes.
  private func install(
    _ theme: ThemeFile,
    from picture: String,
    _ installer: ThemeInstaller,
    replacing fingerprint: String
  ) throws(Failure) -> String {
    let candidate = ThemeCandidate(theme, from: picture)
    var isOwn = false
    if case .bytes(let bytes)? = installer.folders.find(theme.name)?.content {
      isOwn = bytes == candidate.bytes || Fingerprint.of(bytes) == fingerprint
    }
    do throws(ThemeInstaller.Refusal) {
      _ = try installer.install([candidate], replace: isOwn)
    } catch {
      throw .system(error.message + (isOwn ? "" : ThemeMessages.madeFromWallpaper))
    }
    return Fingerprint.of(candidate.bytes)
  }

  private func choose(_ themes: [ThemeFile], _ client: Client) throws(Failure) {
    guard !themes.isEmpty else { return }
    _ = try ask(client) { (client) throws(ClientError) in
      try client.write(
        themes.map { PreferenceEdit(ThemeSlot($0.style).preference, .string($0.name)) }
      )
    }
  }

  /// A text that becomes different when the file at this path is replaced or changed.
  private static func stamp(_ path: String) -> String {
    guard let file = (try? Disk.system.lookThroughLinks(path)) ?? nil else { return "" }
    return "\(file.number) \(file.size) \(file.changedSeconds).\(file.changedNanoseconds)"
  }
}

/// From which pictures nightctl made the themes, stored in `programs/wallpaper-themes.json` in the
/// state folder.
struct WallpaperThemeRecord: StoredRecord {
  static let blank = Self()
  static let loss = "it says from which wallpapers nightctl made themes"

  struct Entry: Record {
    static let blank = Self()

    /// The picture's path; empty if the theme must be made again.
    var picture = ""
    /// The inode number, the size and the time of the last change of the picture's file.
    var stamp = ""
    /// The fingerprint of the theme's file.
    var theme = ""
    /// Why no theme could be made from the picture; empty if the theme was made.
    var problem = ""

    mutating func visit(_ fields: inout Fields) {
      fields.required("picture", &picture)
      fields.required("stamp", &stamp)
      fields.required("theme", &theme)
      fields.field("problem", &problem)
    }
  }

  /// For each style, the picture from which its theme was made.
  var themes: [String: Entry] = [:]

  var isEmpty: Bool { themes.isEmpty }

  mutating func visit(_ fields: inout Fields) { fields.required("themes", &themes) }
}

extension RecordFile<WallpaperThemeRecord> {
  init(_ context: ProgramContext, keepsAside: Bool) throws(Failure) {
    try self.init(context.own("wallpaper-themes.json"), keepsAside: keepsAside)
  }
}
