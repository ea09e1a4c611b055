import NightBus
import NightCore
import NightStore

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
      throw refused(way, SystemError.message(error.code))
    }
    if let foreign { throw refused(way, Words.nameIsNoText(foreign)) }
    guard names.count <= Self.mostFiles else { throw refused("", Words.tooMany(Self.mostFiles)) }
    return names
  }

  private func look(_ way: String) throws(Failure) -> FileIdentity.Kind {
    do throws(Disk.Refusal) {
      // What has just gone is told when it is read.
      return try Disk.system.look(path(way))?.kind ?? .file
    } catch { throw refused(way, SystemError.message(error.code)) }
  }

  private mutating func read(_ way: String) throws(Failure) {
    guard files.count < Self.mostFiles else { throw refused("", Words.tooMany(Self.mostFiles)) }
    switch Disk.system.reading(path(way), limit: left).content {
    case .bytes(let bytes):
      left -= bytes.count
      files.append((way, bytes))
    case .missing: throw refused(way, SystemError.message(2))
    case .flawed(.tooLarge): throw refused("", Words.tooLarge(Self.mostBytes))
    case .flawed(let flaw): throw refused(way, "it " + flaw.half(SystemError.message))
    }
  }

  private func refused(_ way: String, _ why: String) -> Failure {
    .system(Words.cannotRead(path(way), why))
  }
}
