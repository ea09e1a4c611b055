import Glibc

/// What stands in the folders.
extension ThemeFolders {
  private static let mostAssets = 4_096
  private static let mostLevels = 8

  /// None where it cannot be read.
  func names(in folder: String) -> [String] {
    (try? disk.list(folder, Self.mostNames)) ?? []
  }

  func isThere(_ path: String, throughLinks: Bool = false) throws(Disk.Refusal) -> Bool {
    do throws(Disk.Refusal) {
      return try (throughLinks ? disk.lookThroughLinks(path) : disk.look(path)) != nil
    } catch {
      // A file stands in a folder's place.
      guard error.code == ENOTDIR else { throw error }
      return false
    }
  }

  /// Whether a folder is a theme's, as far as is known: one that may not be looked into is told.
  func isTheme(_ folder: String) -> Bool {
    do throws(Disk.Refusal) {
      return try isThere("\(folder)/\(Self.folderFile)", throughLinks: true)
    } catch {
      return error.code != ELOOP && error.code != ENAMETOOLONG
    }
  }

  /// What stands beside a theme's own file.
  struct Beside {
    /// Of each file, by its way below the theme's folder, a text that is another one where the file
    /// is another.
    var marks: [String: String] = [:]
    var links: Set<String> = []
    var subfolders: [String] = []
  }

  /// Links are told apart and not followed: what they lead to may be anything of the user's.
  func beside(_ folder: String) -> Beside {
    var beside = Beside()
    var folders = [(way: "", level: 1)]
    while let next = folders.popLast(), beside.marks.count < Self.mostAssets {
      let path = next.way.isEmpty ? folder : "\(folder)/\(next.way)"
      for name in (try? disk.list(path, Folder.most)) ?? [] {
        let way = next.way.isEmpty ? name : "\(next.way)/\(name)"
        guard beside.marks.count < Self.mostAssets, way != Self.folderFile,
          let found = try? disk.look("\(folder)/\(way)")
        else { continue }
        switch found.kind {
        case .file: beside.marks[way] = found.mark
        case .folder:
          guard next.level < Self.mostLevels else { continue }
          beside.subfolders.append(way)
          folders.append((way, next.level + 1))
        case .link:
          if beside.links.count < Self.mostAssets { beside.links.insert(way) }
        case .other: break
        }
      }
    }
    return beside
  }
}

extension FileIdentity {
  /// The device is left out: its number may be another one after each start of the machine.
  fileprivate var mark: String { "\(number) \(size) \(changedSeconds) \(changedNanoseconds)" }
}
