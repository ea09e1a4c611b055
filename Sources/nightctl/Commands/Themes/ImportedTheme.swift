import NightCore

/// A theme that is to be taken in, and where it comes from.
struct ImportedTheme {
  var file: ThemeFile
  /// The file that was given, as messages name it.
  let source: String
  /// The file as it was given, where it is one of nightd.
  var text: OwnThemeText?
  /// What stands beside it, where a folder was given.
  var folder: ThemeFolderFiles?

  init(
    _ file: ThemeFile,
    from source: String,
    _ text: OwnThemeText? = nil,
    in folder: ThemeFolderFiles? = nil
  ) {
    self.file = file
    self.source = source
    self.text = text
    self.folder = folder
  }

  var name: String { file.name }

  /// What is to be written.
  var bytes: [UInt8] { text?.bytes ?? Array(file.text.utf8) }

  /// As it is looked at before it is written.
  var checked: ThemeText {
    ThemeText(
      name: name,
      origin: .user,
      file: source,
      content: .bytes(bytes),
      assets: folder?.assets
    )
  }
}
