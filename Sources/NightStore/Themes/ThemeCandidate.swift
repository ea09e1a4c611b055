package import NightThemes

/// A theme that is to be installed, and its origin.
package struct ThemeCandidate: Sendable {
  package var file: ThemeFile
  /// The name of the given file, for messages.
  package let source: String
  /// The text of the file if it is a nightd theme; other themes are written anew.
  package var text: OwnThemeText?
  /// The other files of the theme's folder; nil for a theme that is only one file.
  package var assets: [ThemeFolderFiles.File]?
  /// What follows `NAME-` if several themes are called NAME.
  package var shortName: String

  package init(
    _ file: ThemeFile,
    from source: String,
    _ text: OwnThemeText? = nil,
    assets: [ThemeFolderFiles.File]? = nil,
    shortName: String? = nil
  ) {
    self.file = file
    self.source = source
    self.text = text
    self.assets = assets
    self.shortName = shortName ?? file.name
  }

  package var name: String { file.name }

  /// The bytes to write.
  package var bytes: [UInt8] { text?.bytes ?? Array(file.text.utf8) }

  /// The theme for the checks before it is written.
  package var checked: ThemeText {
    ThemeText(
      name: name,
      origin: .user,
      file: source,
      content: .bytes(bytes),
      assets: assets.map { Set($0.map(\.path)) }
    )
  }
}
