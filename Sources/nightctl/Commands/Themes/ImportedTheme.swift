import NightBus
import NightCore
import NightStore

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

/// A theme's file in which some texts are other ones, and all else stays to the letter.
struct OwnThemeText {
  private(set) var bytes: [UInt8]
  /// How much longer the new texts are, in the order of the file.
  private var growths: [(position: Position, count: Int)] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The nodes are texts of this very file.
  init(_ bytes: [UInt8], replacing texts: [(node: JSONNode, text: String)]) {
    self.init(bytes)
    let places = texts.map { ($0.node.position.line, $0.node.position.column) }
    // From the last one on, so that those before stay where they are.
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

  /// Where something of the new file stands in the one that was given.
  func original(_ position: Position) -> Position {
    var column = position.column
    for growth in growths
    where growth.position.line == position.line && column > growth.position.column {
      column -= growth.count
    }
    return Position(line: position.line, column: column)
  }

  /// As the reader of JSON counts lines and columns.
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

  /// Behind the quotation mark that ends the text which begins there.
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

/// A theme's folder that is to be taken in: all files in it and below, by their ways.
struct ThemeFolderFiles {
  private static let mostBytes = 64 << 20
  private static let mostFiles = 4_096
  private static let mostLevels = 8

  private(set) var files: [(way: String, bytes: [UInt8])] = []
  private let folder: String
  private var left = mostBytes

  /// What begins with a dot is another program's and stays where it is; a link could lead anywhere.
  init(_ folder: String) throws(Failure) {
    self.folder = folder
    var open = [(way: "", level: 1)]
    while let next = open.popLast() {
      for name in try names(next.way) where !name.hasPrefix(".") {
        let way = next.way.isEmpty ? name : "\(next.way)/\(name)"
        switch try look(way) {
        case .file: try read(way)
        case .folder:
          guard next.level < Self.mostLevels else { throw refused(way, Words.tooDeep) }
          open.append((way, next.level + 1))
        case .link: throw refused(way, Words.isLink)
        case .other: throw refused(way, Words.isNeither)
        }
      }
    }
  }

  var theme: [UInt8]? { files.first { $0.way == ThemeFolders.folderFile }?.bytes }

  var assets: Set<String> { Set(files.map(\.way)).subtracting([ThemeFolders.folderFile]) }

  /// With another text for the theme's own file.
  func files(theme bytes: [UInt8]) -> [(way: String, bytes: [UInt8])] {
    files.map { ($0.way, $0.way == ThemeFolders.folderFile ? bytes : $0.bytes) }
  }

  private func path(_ way: String) -> String { way.isEmpty ? folder : "\(folder)/\(way)" }

  private func names(_ way: String) throws(Failure) -> [String] {
    let names: [String]
    let foreign: String?
    do throws(Disk.Refusal) {
      names = try Disk.system.list(path(way), Self.mostFiles + 1)
      foreign = try Disk.nameThatIsNoText(in: path(way), most: Self.mostFiles + 1)
    } catch {
      throw refused(way, SystemError.words(error.code))
    }
    if let foreign { throw refused(way, Words.nameIsNoText(foreign)) }
    guard names.count <= Self.mostFiles else { throw refused("", Words.tooMany(Self.mostFiles)) }
    return names
  }

  private func look(_ way: String) throws(Failure) -> FileIdentity.Kind {
    do throws(Disk.Refusal) {
      // What has just gone is told when it is read.
      return try Disk.system.look(path(way))?.kind ?? .file
    } catch { throw refused(way, SystemError.words(error.code)) }
  }

  private mutating func read(_ way: String) throws(Failure) {
    guard files.count < Self.mostFiles else { throw refused("", Words.tooMany(Self.mostFiles)) }
    switch Disk.system.reading(path(way), limit: left).content {
    case .bytes(let bytes):
      left -= bytes.count
      files.append((way, bytes))
    case .missing: throw refused(way, SystemError.words(2))
    case .flawed(.tooLarge): throw refused("", Words.tooLarge(Self.mostBytes))
    case .flawed(let flaw): throw refused(way, "it " + flaw.half(SystemError.words))
    }
  }

  private func refused(_ way: String, _ why: String) -> Failure {
    .system(Words.cannotRead(path(way), why))
  }
}
