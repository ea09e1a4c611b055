import NightCore

/// A theme of nightd that is to be taken in, as its file has it.
struct ImportDraft {
  /// The file, as messages name it.
  let source: String
  let folder: ThemeFolderFiles?
  private let bytes: [UInt8]
  /// Nothing where it is no JSON, which is told where it is read as a theme.
  private let root: JSONNode?
  private let title: String?

  /// The title is what its file is called, or its folder.
  init(_ bytes: [UInt8], title: String?, source: String, folder: ThemeFolderFiles? = nil) {
    self.bytes = bytes
    self.title = title
    self.source = source
    self.folder = folder
    root = try? JSONReader.read(bytes)
  }

  var name: String? { ownName?.text ?? title }

  var hasImages: Bool { root?["images"]?.members?.isEmpty == false }

  /// Its own file, with another name and style where these are other ones there.
  func text(called name: String, _ style: Style?) -> OwnThemeText {
    var edits: [(node: JSONNode, text: String)] = []
    if let own = ownName, !own.text.isSameText(as: name) { edits.append((own.node, name)) }
    if let style, let node = root?["style"], case .string(let word) = node.value,
      Style(rawValue: word) == style.opposite
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
