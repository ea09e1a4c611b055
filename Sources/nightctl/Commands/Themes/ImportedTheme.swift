import NightBus
import NightCore
import NightStore
import NightThemes
import NightValues

/// A theme to be imported, and its origin.
struct ImportedTheme {
  var file: ThemeFile
  /// The name of the given file, for messages.
  let source: String
  /// The text of the file if it is a nightd theme.
  var text: OwnThemeText?
  /// All files of the theme's folder, if a folder was given instead of a file.
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

  /// The bytes to write.
  var bytes: [UInt8] { text?.bytes ?? Array(file.text.utf8) }

  /// The theme for the checks before it is written.
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

/// A nightd theme to be imported, before `--as` and `--style` change it.
struct ImportDraft {
  /// The name of the file, for messages.
  let source: String
  let folder: ThemeFolderFiles?
  private let bytes: [UInt8]
  /// The file as JSON5; nil if the file cannot be read as JSON5.
  ///
  /// The error is reported when the file is read as a theme.
  private let root: JSONNode?
  private let title: String?

  /// `title` is the name of the file or of its folder.
  init(_ bytes: [UInt8], title: String?, source: String, folder: ThemeFolderFiles? = nil) {
    self.bytes = bytes
    self.title = title
    self.source = source
    self.folder = folder
    root = try? JSONReader.read(bytes)
  }

  var name: String? { ownName?.text ?? title }

  var hasImages: Bool { root?["images"]?.members?.isEmpty == false }

  /// The text of the file, with the name and the style replaced if they differ.
  func text(called name: String, _ style: Style?) -> OwnThemeText {
    var edits: [(node: JSONNode, text: String)] = []
    if let own = ownName, !own.text.isSameText(as: name) { edits.append((own.node, name)) }
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

/// The text of a theme's file in which some strings are replaced, and every other byte is kept.
struct OwnThemeText {
  private(set) var bytes: [UInt8]
  /// How many columns longer each new string is than the old string, in the order of the file.
  private var growths: [(position: Position, count: Int)] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Replaces strings.
  ///
  /// The nodes must come from these bytes.
  init(_ bytes: [UInt8], replacing texts: [(node: JSONNode, text: String)]) {
    self.init(bytes)
    let places = texts.map { ($0.node.position.line, $0.node.position.column) }
    // Replace the last string first, so that the positions of the earlier strings stay valid.
    for index in texts.indices.sorted(by: { places[$0] > places[$1] }) {
      replace(texts[index].node, texts[index].text)
    }
  }

  private mutating func replace(_ node: JSONNode, _ text: String) {
    guard let start = offset(of: node.position), let end = textEnd(start) else { return }
    let new = Array(JSON.string(text).text(pretty: false).utf8)
    func width(_ bytes: some Sequence<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }
    growths.insert((node.position, width(new) - width(bytes[start..<end])), at: 0)
    bytes.replaceSubrange(start..<end, with: new)
  }

  /// Converts a position in the new text to the position in the given file.
  func original(_ position: Position) -> Position {
    var column = position.column
    for growth in growths
    where growth.position.line == position.line && column > growth.position.column {
      column -= growth.count
    }
    return Position(line: position.line, column: column)
  }

  /// The byte offset of a position, with lines and columns counted as by the JSON reader.
  private func offset(of position: Position) -> Int? {
    var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1, column = 1
    while at < bytes.count {
      if line == position.line, column == position.column { return at }
      let byte = bytes[at]
      at += 1
      let isBreak = byte == 0x0A || byte == 0x0D && (at == bytes.count || bytes[at] != 0x0A)
      if isBreak {
        line += 1
        column = 1
      } else {
        // A character of several bytes is one column.
        while at < bytes.count, bytes[at] & 0xC0 == 0x80 { at += 1 }
        column += 1
      }
    }
    return nil
  }

  /// The offset after the closing quotation mark of the string that begins at `start`.
  private func textEnd(_ start: Int) -> Int? {
    let quote = bytes[start]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
    var at = start + 1
    while at < bytes.count, bytes[at] != quote {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return at < bytes.count ? at + 1 : nil
  }
}

/// The files of a theme's folder to be imported, with subfolders, by their relative paths.
struct ThemeFolderFiles {
  private static let mostBytes = 64 << 20
  private static let mostFiles = 4_096
  private static let mostLevels = 8

  private(set) var files: [(path: String, bytes: [UInt8])] = []
  private let folder: String
  private var left = mostBytes

  /// Reads a folder, and skips hidden files, which belong to other programs.
  ///
  /// Throws if the folder contains a link, because a link can point to any file.
  init(_ folder: String) throws(Failure) {
    self.folder = folder
    var open = [(path: "", level: 1)]
    while let next = open.popLast() {
      for name in try names(next.path) where !name.hasPrefix(".") {
        let path = next.path.isEmpty ? name : "\(next.path)/\(name)"
        switch try look(path) {
        case .file: try read(path)
        case .folder:
          guard next.level < Self.mostLevels else { throw refused(path, Messages.tooDeep) }
          open.append((path, next.level + 1))
        case .link: throw refused(path, Messages.isLink)
        case .other: throw refused(path, Messages.isNeither)
        }
      }
    }
  }

  var theme: [UInt8]? { files.first { $0.path == ThemeFolders.folderFile }?.bytes }

  var assets: Set<String> { Set(files.map(\.path)).subtracting([ThemeFolders.folderFile]) }

  /// The files, with these bytes instead of the bytes of theme.json5.
  func files(theme bytes: [UInt8]) -> [(way: String, bytes: [UInt8])] {
    files.map { ($0.path, $0.path == ThemeFolders.folderFile ? bytes : $0.bytes) }
  }

  private func full(_ path: String) -> String { path.isEmpty ? folder : "\(folder)/\(path)" }

  private func names(_ path: String) throws(Failure) -> [String] {
    let names: [String]
    let foreign: String?
    do throws(Disk.Refusal) {
      names = try Disk.system.list(full(path), Self.mostFiles + 1)
      foreign = try Disk.nameThatIsNoText(in: full(path), most: Self.mostFiles + 1)
    } catch {
      throw refused(path, SystemError.message(error.code))
    }
    if let foreign { throw refused(path, Messages.nameIsNoText(foreign)) }
    guard names.count <= Self.mostFiles else { throw refused("", Messages.tooMany(Self.mostFiles)) }
    return names
  }

  private func look(_ path: String) throws(Failure) -> FileIdentity.Kind {
    do throws(Disk.Refusal) {
      // If the file has just been deleted, reading it fails with a message.
      return try Disk.system.look(full(path))?.kind ?? .file
    } catch { throw refused(path, SystemError.message(error.code)) }
  }

  private mutating func read(_ path: String) throws(Failure) {
    guard files.count < Self.mostFiles else { throw refused("", Messages.tooMany(Self.mostFiles)) }
    switch Disk.system.reading(full(path), limit: left).content {
    case .bytes(let bytes):
      left -= bytes.count
      files.append((path, bytes))
    case .missing: throw refused(path, SystemError.message(2))
    case .flawed(.tooLarge): throw refused("", Messages.tooLarge(Self.mostBytes))
    case .flawed(let flaw): throw refused(path, "it " + flaw.predicate(SystemError.message))
    }
  }

  private func refused(_ path: String, _ why: String) -> Failure {
    .system(Messages.cannotRead(full(path), why))
  }
}
