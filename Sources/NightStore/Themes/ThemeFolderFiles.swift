import NightCore

/// The files of a folder that is to be installed as a theme, including those in subfolders.
package struct ThemeFolderFiles: Sendable {
  /// Why a folder, or a file in it, cannot be installed.
  package struct Refusal: Error, Equatable, Sendable {
    package let path: String
    /// A sentence without the path, such as `it is a link`, or the message of a system error.
    package let why: String

    package init(path: String, why: String) {
      self.path = path
      self.why = why
    }
  }

  package typealias File = (path: String, bytes: [UInt8])

  /// The maximum number of files in a folder.
  package static let mostFiles = 4_096
  /// Why a folder with more files is refused, as a sentence without the path, like `Refusal.why`.
  package static let tooMany = "it has more than \(mostFiles) files"

  static let mostBytes = 64 << 20
  static let tooLarge = "it is larger than \(mostBytes >> 20) MiB"
  private static let mostLevels = 8

  package private(set) var files: [File] = []
  private let folder: String
  private let disk: Disk
  private let message: @Sendable (Int32) -> String
  private var left = mostBytes

  /// Reads a folder, and skips hidden files, which belong to other programs.
  ///
  /// Throws if the folder contains a link, because a link can point to any file.
  package init(
    _ folder: String,
    disk: Disk = .system,
    message: @escaping @Sendable (Int32) -> String
  ) throws(Refusal) {
    self.folder = folder
    self.disk = disk
    self.message = message
    var open = [(path: "", level: 1)]
    while let next = open.popLast() {
      for name in try names(next.path) where !name.hasPrefix(".") {
        let path = next.path.isEmpty ? name : "\(next.path)/\(name)"
        switch try look(path) {
        case .file: try read(path)
        case .folder:
          guard next.level < Self.mostLevels else {
            throw refused(path, "its folders are nested too deeply")
          }
          open.append((path, next.level + 1))
        case .link: throw refused(path, "it is a link, and links are not followed")
        case .other: throw refused(path, "it is neither a file nor a folder")
        }
      }
    }
  }

  /// The theme's own file; nil if the folder has no theme of nightd.
  package var theme: [UInt8]? { files.first { $0.path == ThemeFolders.folderFile }?.bytes }

  /// All files except the theme's own file.
  package var otherFiles: [File] { files.filter { $0.path != ThemeFolders.folderFile } }

  package var assets: Set<String> { Set(otherFiles.map(\.path)) }

  private func full(_ path: String) -> String { path.isEmpty ? folder : "\(folder)/\(path)" }

  private func names(_ path: String) throws(Refusal) -> [String] {
    let names: [String]
    let foreign: String?
    do throws(Disk.Refusal) {
      names = try disk.list(full(path), Self.mostFiles + 1)
      foreign = try Disk.nameThatIsNoText(in: full(path), most: Self.mostFiles + 1)
    } catch {
      throw refused(path, message(error.code))
    }
    if let foreign {
      throw refused(
        path,
        "the name of its file “\(foreign)” is not UTF-8, so no theme can use that file; rename or "
          + "remove the file"
      )
    }
    guard names.count <= Self.mostFiles else { throw refused("", Self.tooMany) }
    return names
  }

  private func look(_ path: String) throws(Refusal) -> FileIdentity.Kind {
    do throws(Disk.Refusal) {
      // If the object has just been deleted, treat it as a file, because reading it then fails with
      // a message.
      return try disk.look(full(path))?.kind ?? .file
    } catch { throw refused(path, message(error.code)) }
  }

  private mutating func read(_ path: String) throws(Refusal) {
    guard files.count < Self.mostFiles else { throw refused("", Self.tooMany) }
    switch disk.reading(full(path), limit: left).content {
    case .bytes(let bytes):
      left -= bytes.count
      files.append((path, bytes))
    case .missing: throw refused(path, message(2))
    case .flawed(.tooLarge): throw refused("", Self.tooLarge)
    case .flawed(let flaw): throw refused(path, "it " + flaw.predicate(message))
    }
  }

  private func refused(_ path: String, _ why: String) -> Refusal {
    Refusal(path: full(path), why: why)
  }
}
