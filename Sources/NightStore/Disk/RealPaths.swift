import Glibc
import NightCore

/// Resolves the links in many paths, and the links in each folder's path only once.
package final class RealPaths {
  /// The path of each folder with all links resolved; nil if the folder does not exist.
  private var folders: [String: String?] = [:]
  private var targets: [String: String] = [:]

  package init() {}

  /// The path with all links resolved; nil if nothing exists at the path.
  package subscript(path: String) -> String? {
    let name = path.fileName
    guard path.hasPrefix("/"), path.hasSuffix("/" + name), name != ".", name != ".." else {
      return Disk.realPath(path)
    }
    let folder = path.parentFolder
    let known = folders[folder] ?? Disk.realPath(folder)
    folders[folder] = known
    guard let known else { return nil }
    let real = (known == "/" ? "" : known) + "/" + name
    guard let entry = (try? Disk.system.look(real)) ?? nil else { return nil }
    return entry.kind == .link ? Disk.realPath(real) : real
  }

  /// The path with all links resolved; the file itself, and folders above it, may be missing.
  ///
  /// The target of each path is resolved only once.
  package func target(_ path: String) -> String {
    let target = targets[path] ?? self[path] ?? Disk.targetPath(path)
    targets[path] = target
    return target
  }
}
