import Glibc
import NightCore

/// Lets nightctl write themes, but only into the user's own folder.
extension ThemeFolders {
  /// Why a theme could not be written or removed.
  package enum Flaw: Error, Equatable, Sendable {
    /// The folder of the user's themes is unknown.
    case noFolder
    /// The user already has a theme of this name, and it must not be replaced.
    case taken
    /// The theme exists as a folder, which a file must not replace.
    case isFolder
    /// The theme exists as a file, which a folder must not replace.
    case isFile
    /// The user's theme is a symbolic link, which would be lost if it were replaced.
    case isLink
    /// The given files do not make up a theme.
    case noTheme
    /// The user has no theme of this name to remove.
    case notThere
    /// Both a file and a folder have this name, so it is unclear which theme is meant.
    case twice
    case refused(Disk.Refusal)
  }

  /// Writes a theme's file in one step, so that no program reads a half-written file; returns its
  /// path.
  ///
  /// The name must be one that a theme may have. When this call returns, the file has been synced
  /// to the disk.
  package func put(
    _ name: String,
    _ bytes: [UInt8],
    replacing: Bool = false
  ) throws(Flaw) -> String {
    guard let user, ThemeName.flaw(name) == nil else { throw .noFolder }
    let path = "\(user)/\(name)\(Self.ending)"
    try prepare(user)
    guard try !isTaken("\(user)/\(name)/\(Self.folderFile)") else { throw .isFolder }
    let temporary = try attempt { () throws(Disk.Refusal) in
      // No lock is held here, so each process needs its own temporary name; `Disk.replace` always
      // uses the same name.
      try freeName(in: user) { path throws(Disk.Refusal) in
        try disk.make(path, bytes, isSynced: true)
      }.path
    }
    do throws(Disk.Refusal) {
      if replacing { try disk.rename(temporary, path) } else { try place(temporary, at: path) }
    } catch {
      try? disk.remove(temporary)
      throw error.code == EEXIST ? .taken : .refused(error)
    }
    try attempt { () throws(Disk.Refusal) in try disk.syncFolder(user) }
    return path
  }

  /// Renames a file but, unlike rename(2), never replaces another file.
  private func place(_ temporary: String, at path: String) throws(Disk.Refusal) {
    do throws(Disk.Refusal) {
      try disk.link(temporary, path)
      // The file is already in place, so ignore an error when removing its temporary name.
      try? disk.remove(temporary)
    } catch {
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) else { throw error }
      // This file system has no hard links, so reserve the name with an empty file.
      disk.close(try disk.create(path))
      do throws(Disk.Refusal) { try disk.rename(temporary, path) } catch {
        try? disk.remove(path)
        throw error
      }
    }
  }

  func attempt<Result>(_ body: () throws(Disk.Refusal) -> Result) throws(Flaw) -> Result {
    do throws(Disk.Refusal) { return try body() } catch { throw .refused(error) }
  }

  func isTaken(_ path: String) throws(Flaw) -> Bool {
    try attempt { () throws(Disk.Refusal) in try isThere(path) }
  }

  func prepare(_ user: String) throws(Flaw) {
    _ = try attempt { () throws(Disk.Refusal) in try disk.makeFolders(to: user, isSynced: true) }
    sweep(user)
  }
}

// MARK: - Folders

/// Themes that are folders, with `theme.json5` and its assets.
extension ThemeFolders {
  private static let mostRivals = 16

  /// Writes a theme's folder in one step; returns the path of its `theme.json5`.
  ///
  /// Paths in `files` are relative to the folder, and must include `theme.json5`. During a
  /// replacement, the theme is missing for a moment, because the old folder is moved away before
  /// the new one gets its name.
  package func put(
    folder name: String,
    files: [(way: String, bytes: [UInt8])],
    replacing: Bool = false
  ) throws(Flaw) -> String {
    guard let user, ThemeName.flaw(name) == nil else { throw .noFolder }
    guard files.contains(where: { $0.way == Self.folderFile }),
      files.allSatisfy(\.way.leadsBelow)
    else { throw .noTheme }
    let path = "\(user)/\(name)"
    try prepare(user)
    guard try !isTaken(path + Self.ending) else { throw replacing ? .isFile : .taken }
    let temporary = try attempt { () throws(Disk.Refusal) in
      try freeName(in: user, disk.makeFolder).path
    }
    do throws(Flaw) {
      try attempt { () throws(Disk.Refusal) in try fill(folder: temporary, files) }
      try move(temporary, to: path, replacing: replacing)
    } catch {
      try? removeTree(temporary)
      throw error
    }
    try attempt { () throws(Disk.Refusal) in try disk.syncFolder(user) }
    return "\(path)/\(Self.folderFile)"
  }

  private func fill(
    folder: String,
    _ files: [(way: String, bytes: [UInt8])]
  ) throws(Disk.Refusal) {
    var made = [folder], seen: Set<[UInt8]> = [Array(folder.utf8)]
    for file in files {
      let path = "\(folder)/\(file.way)"
      let missing = path.foldersAbove.prefix { seen.insert(Array($0.utf8)).inserted }.reversed()
      for path in missing { try disk.makeFolder(path) }
      made += missing
      try disk.make(path, file.bytes, isSynced: true)
    }
    for path in made.reversed() { try disk.syncFolder(path) }
  }

  private func move(
    _ temporary: String,
    to path: String,
    replacing: Bool
  ) throws(Flaw) {
    var old: [String] = [], tries = 0
    defer { for path in old { try? removeTree(path) } }
    while true {
      do throws(Disk.Refusal) {
        // The rename may replace an empty folder, which does no harm, because an empty folder is
        // not a theme.
        return try disk.rename(temporary, path)
      } catch {
        let isTaken = [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.code)
        if isTaken, !replacing { throw .taken }
        // By now, another process may have replaced the same theme, so try again, but only a few
        // times.
        tries += 1
        guard isTaken, tries < Self.mostRivals else {
          if let last = old.last { try? disk.rename(last, path) }
          throw .refused(error)
        }
      }
      if let moved = try moveAway(path) { old.append(moved) }
    }
  }

  /// Moves a theme to a hidden name.
  ///
  /// Throws if something other than a theme is at the path; returns nil if nothing is there.
  private func moveAway(_ path: String) throws(Flaw) -> String? {
    let seen = try attempt { () throws(Disk.Refusal) in try disk.look(path) }
    guard let seen else { return nil }
    guard seen.kind != .link else { throw .isLink }
    guard try isTaken("\(path)/\(Self.folderFile)") else {
      if try isTaken(path) { throw .taken }
      return nil
    }
    return try attempt { () throws(Disk.Refusal) in
      try hide(path, in: path.parentFolder, replacing: path.fileName)
    }
  }
}
