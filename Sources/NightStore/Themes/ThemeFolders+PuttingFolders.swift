import Glibc
import NightCore
import NightThemes
import NightValues

/// Themes that have a folder: `theme.json5` and what that names beside it.
extension ThemeFolders {
  private static let mostRivals = 16

  /// Puts a theme's folder there all at once; answers the path of its `theme.json5`, which must be
  /// among the files.
  ///
  /// Files are named by their ways below the folder. Where a folder is replaced, for a moment there
  /// is none: what was there is moved away, and then removed.
  package func put(
    folder name: String,
    files: [(way: String, bytes: [UInt8])],
    replacing: Bool = false
  ) throws(PutFlaw) -> String {
    guard let user, ThemeName.flaw(name) == nil else { throw .noFolder }
    guard files.contains(where: { $0.way == Self.folderFile }),
      files.allSatisfy(\.way.leadsBelow)
    else { throw .noTheme }
    let path = "\(user)/\(name)"
    try prepare(user)
    guard try !isTaken(path + Self.ending) else { throw replacing ? .isFile : .taken }
    let temporary = try tried { () throws(Disk.Refusal) in
      try freeName(in: user, disk.makeFolder).path
    }
    do throws(PutFlaw) {
      try tried { () throws(Disk.Refusal) in try fill(folder: temporary, files) }
      try move(temporary, to: path, replacing: replacing)
    } catch {
      try? removeTree(temporary)
      throw error
    }
    try tried { () throws(Disk.Refusal) in try disk.syncFolder(user) }
    return "\(path)/\(Self.folderFile)"
  }

  private func fill(
    folder: String,
    _ files: [(way: String, bytes: [UInt8])]
  ) throws(Disk.Refusal) {
    var made = [folder], seen: Set<[UInt8]> = [Array(folder.utf8)]
    for file in files {
      let path = "\(folder)/\(file.way)"
      var missing: [String] = [], next = path.parentFolder
      while seen.insert(Array(next.utf8)).inserted {
        missing.append(next)
        next = next.parentFolder
      }
      for path in missing.reversed() { try disk.makeFolder(path) }
      made += missing.reversed()
      try fill(try disk.create(path), file.bytes, at: path)
    }
    for path in made.reversed() { try disk.syncFolder(path) }
  }

  private func move(
    _ temporary: String,
    to path: String,
    replacing: Bool
  ) throws(PutFlaw) {
    var old: [String] = [], tries = 0
    defer { for path in old { try? removeTree(path) } }
    while true {
      do throws(Disk.Refusal) {
        // An empty folder gives way, and is no theme.
        return try disk.rename(temporary, path)
      } catch {
        let isTaken = [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.code)
        if isTaken, !replacing { throw .taken }
        // Another one that replaces it may be quicker, but not for ever.
        tries += 1
        guard isTaken, tries < Self.mostRivals else {
          if let last = old.last { try? disk.rename(last, path) }
          throw .refused(error)
        }
      }
      if let moved = try moveAway(path) { old.append(moved) }
    }
  }

  /// Moves out of sight only what is a theme; answers nothing where it went by itself.
  private func moveAway(_ path: String) throws(PutFlaw) -> String? {
    let seen = try tried { () throws(Disk.Refusal) in try disk.look(path) }
    guard let seen else { return nil }
    guard seen.kind != .link else { throw .isLink }
    guard try isTaken("\(path)/\(Self.folderFile)") else {
      if try isTaken(path) { throw .taken }
      return nil
    }
    let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) }
    return try tried { () throws(Disk.Refusal) in
      try hide(path, in: path.parentFolder, replacing: name)
    }
  }
}
