package import NightCore

/// The file of a nightd theme before nightd changes its name and style for the installation.
package struct ThemeDraft: Sendable {
  /// The name of the file, for messages.
  package let source: String
  package let folder: ThemeFolderFiles?
  private let bytes: [UInt8]
  /// The file as JSON5; nil if the file cannot be read as JSON5.
  ///
  /// nightd reports the error later, when it reads the file as a theme.
  private let root: JSONNode?
  private let title: String?

  /// `title` is the name of the file or of its folder.
  package init(
    _ bytes: [UInt8],
    title: String?,
    source: String,
    folder: ThemeFolderFiles? = nil
  ) {
    self.bytes = bytes
    self.title = title
    self.source = source
    self.folder = folder
    root = try? JSONReader.read(bytes)
  }

  /// The name in the file's text, otherwise the name of the file; nil if both are missing.
  package var name: String? { (ownName?.text ?? title).map(ThemeName.composed) }

  package var hasImages: Bool { root?["images"]?.members?.isEmpty == false }

  /// Whether the file looks like a theme of nightd, even if it has mistakes.
  func isProbablyTheme(named file: String) -> Bool {
    let isOwn = file.hasSuffix(ThemeFolders.ending)
    guard let root else { return isOwn }
    let sections = ThemeKind.allCases.map(\.section) + ["palette", "parent"]
    return (isOwn || root["style"] != nil) && sections.contains { root[$0] != nil }
  }

  /// The text of the file, with the name, the style and the parent replaced if they differ.
  package func text(
    called name: String,
    _ style: Style?,
    parent: String? = nil
  ) -> OwnThemeText {
    var edits: [(node: JSONNode, text: String)] = []
    if let own = ownName, !own.text.isSameText(as: name) { edits.append((own.node, name)) }
    if let parent, let node = root?["parent"] { edits.append((node, parent)) }
    if let style, let node = root?["style"], case .string(let text) = node.value,
      Style(rawValue: text) == style.opposite
    {
      edits.append((node, style.rawValue))
    }
    return OwnThemeText(bytes, replacing: edits)
  }

  private var ownName: (node: JSONNode, text: String)? {
    guard let node = root?["name"], case .string(let text) = node.value else { return nil }
    return (node, text)
  }
}

extension ThemeDraft {
  /// The theme with this name and style, and the findings about the theme's own file.
  ///
  /// The theme is nil if its file has an error. This function does not read the theme's parents.
  package func candidate(
    named name: String,
    _ style: Style? = nil
  ) -> (theme: ThemeCandidate?, findings: [ThemeFinding]) {
    let text = text(called: name, style)
    let theme = ThemeText(
      name: name,
      origin: .user,
      file: source,
      content: .bytes(text.bytes),
      assets: folder?.assets
    )
    let line = ThemeLine(theme) { _ in nil }
    let findings = line.findings.filter { $0.file == source }.map { $0.placed(by: text) }
    guard let file = line.members.first?.file else { return (nil, findings) }
    var candidate = ThemeCandidate(
      file,
      from: source,
      text,
      assets: folder?.otherFiles,
      shortName: self.name
    )
    candidate.draft = (self, style)
    return (candidate, findings.filter { $0.severity != .error })
  }
}
