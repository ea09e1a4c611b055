package import NightCore

/// A theme that is about to be installed, and the file from which it comes.
package struct ThemeCandidate: Sendable {
  package var file: ThemeFile
  /// The name of the file that the user gave, for messages.
  package let source: String
  /// For a nightd theme, its text; nil for other themes, whose text is made from `file`.
  package var text: OwnThemeText?
  /// The other files of the theme's folder; nil if the theme is a single file.
  package var assets: [ThemeFolderFiles.File]?
  /// The part after `NAME-` in the theme's new name if several themes are renamed together.
  package var shortName: String
  /// For a nightd theme, the file as it was read, and the style that the user gave; otherwise nil.
  var draft: (file: ThemeDraft, style: Style?)?

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

  /// The bytes to write into the installed theme's file.
  package var bytes: [UInt8] { text?.bytes ?? Array(file.text.utf8) }

  /// The theme as it is checked before it is written.
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

extension ThemeCandidate {
  /// Whether another theme of the same import has this theme as its parent.
  ///
  /// A nightd theme can have a parent from any file; other themes have parents from their own file.
  fileprivate func isParent(of other: ThemeCandidate) -> Bool {
    guard let parent = other.file.parent else { return false }
    return other.draft != nil
      ? shortName.isSameText(as: parent) : source == other.source && name.isSameText(as: parent)
  }

  fileprivate mutating func rename(to name: String, parent: String?) {
    file.name = name
    file.parent = parent ?? file.parent
    if let draft { text = draft.file.text(called: name, draft.style, parent: parent) }
  }
}

/// Themes that are installed together.
extension [ThemeCandidate] {
  /// Renames the theme to `name`; if there are several themes, each is called `NAME-THEME`.
  ///
  /// A parent that is among the themes is renamed too. Returns an error for each new name that is
  /// not allowed for a theme.
  package mutating func rename(to name: String) -> [ThemeFinding] {
    guard count != 1 else {
      self[0].file.name = name
      return []
    }
    let old = self
    let new = map { "\(name)-\($0.shortName)" }
    var findings: [ThemeFinding] = []
    for index in indices {
      let place = old.firstIndex { $0.isParent(of: old[index]) }
      self[index].rename(to: new[index], parent: place.map { new[$0] })
      guard let flaw = ThemeName.flaw(new[index]) else { continue }
      let why = "\(MessageText.quoted(new[index])) cannot be a theme's name: it \(flaw)"
      findings.append(ThemeFinding(.error, in: self[index].source, why))
    }
    return findings
  }

  /// The themes sorted so that each parent comes before its children and is written first.
  package var parentsFirst: [ThemeCandidate] {
    var rest = self, sorted: [ThemeCandidate] = []
    while !rest.isEmpty {
      let names = Set(rest.map(\.name))
      let waiting = rest.filter { theme in theme.file.parent.map(names.contains) ?? false }
      guard waiting.count < rest.count else { return sorted + rest }
      sorted += rest.filter { theme in !(theme.file.parent.map(names.contains) ?? false) }
      rest = waiting
    }
    return sorted
  }
}
