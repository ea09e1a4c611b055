import Glibc
import NightCore

/// Lets nightctl remove themes, but only from the user's own folder.
extension ThemeFolders {
  /// The result of a successful removal, after which programs can no longer find the theme.
  package struct Removed: Equatable, Sendable {
    package let path: String
    /// The error because of which hidden files of the theme remain, or a power cut may bring the
    /// theme back; nil if no error occurred.
    package let trouble: Disk.Refusal?
  }

  /// Removes one of the user's themes: the theme's file, or its folder with all contents.
  ///
  /// For other programs, the theme's folder disappears in a single step. Links are not followed.
  package func remove(_ name: String) throws(Flaw) -> Removed {
    guard let user, ThemeName.flaw(name) == nil else { throw .notThere }
    let folder = "\(user)/\(name)"
    let file = folder + Self.ending
    let (isFile, isFolder) = try attempt { () throws(Disk.Refusal) in
      (try isThere(file), try isThere("\(folder)/\(Self.folderFile)", throughLinks: true))
    }
    guard isFile || isFolder else { throw .notThere }
    guard !isFile || !isFolder else { throw .twice }
    let path = isFile ? file : folder
    return try attempt { () throws(Disk.Refusal) in
      sweep(user)
      // Check whether the path is a file or a folder, because a folder may also have a name such as
      // `NAME.json5`.
      let isTree = try disk.look(path)?.kind == .folder
      let trouble = isTree ? try removeFolder(path, in: user) : try removeEntry(path, in: user)
      return Removed(path: path, trouble: trouble)
    }
  }

  private func removeEntry(_ path: String, in user: String) throws(Disk.Refusal) -> Disk.Refusal? {
    try disk.remove(path)
    return trouble { () throws(Disk.Refusal) in try disk.syncFolder(user) }
  }

  private func removeFolder(
    _ path: String,
    in user: String
  ) throws(Disk.Refusal) -> Disk.Refusal? {
    guard let hidden = try hide(path, in: user) else { return nil }
    return trouble { () throws(Disk.Refusal) in
      try disk.syncFolder(user)
      try removeTree(hidden)
    }
  }

  private func trouble(_ body: () throws(Disk.Refusal) -> Void) -> Disk.Refusal? {
    do throws(Disk.Refusal) { try body() } catch { return error }
    return nil
  }
}

// MARK: - Hidden files

/// Temporary files and folders beside the themes; their names begin with a dot.
extension ThemeFolders {
  private static let hidden = ".nightctl-"
  private static let mostTries = 1_000
  /// While a theme is being replaced, its hidden name has this character before the theme's name.
  private static let replaced: Character = "="
  /// The maximum length of a theme's name, in bytes, so that it fits into a hidden name.
  private static let mostNameBytes = 200

  /// Makes a file or folder under a hidden name that no other process uses.
  ///
  /// Only a file that has been made reserves its name, because another process may try the same
  /// name. In a home folder shared by several machines, another process may even have the same
  /// process ID.
  func freeName<Made>(
    in folder: String,
    for theme: String? = nil,
    _ make: (String) throws(Disk.Refusal) -> Made
  ) throws(Disk.Refusal) -> (path: String, made: Made) {
    let theme =
      theme.flatMap { $0.utf8.count <= Self.mostNameBytes ? "\(Self.replaced)\($0)" : nil } ?? ""
    var number = 0
    while true {
      let path = "\(folder)/\(Self.hidden)\(getpid())-\(number)\(theme)"
      do throws(Disk.Refusal) { return (path, try make(path)) } catch {
        guard error.code == EEXIST, number < Self.mostTries else { throw error }
        number += 1
      }
    }
  }

  /// Moves a folder to a hidden name in one step.
  ///
  /// Returns the new path; nil if the folder no longer exists.
  ///
  /// If the folder is a theme that is being replaced, its hidden name contains the theme's name. If
  /// this command is killed before the new theme is in place, the next command restores the old
  /// theme.
  func hide(
    _ path: String,
    in folder: String,
    replacing theme: String? = nil
  ) throws(Disk.Refusal) -> String? {
    // The hidden folder that was just made is empty, so the rename can replace it.
    let hidden = try freeName(in: folder, for: theme, disk.makeFolder).path
    do throws(Disk.Refusal) { try disk.rename(path, hidden) } catch {
      try? disk.removeFolder(hidden)
      guard error.code == ENOENT else { throw error }
      return nil
    }
    return hidden
  }

  /// Restores themes that a killed command was replacing, and removes other leftovers of killed
  /// commands.
  ///
  /// Errors are ignored. This function may also remove the hidden files of a command that is
  /// running on another machine, if no process here has that command's process ID. If a command's
  /// hidden files are removed, the command fails, but it leaves no incomplete theme, because a
  /// folder is moved away before it is emptied.
  func sweep(_ folder: String) {
    for name in (try? disk.list(folder, Self.mostNames)) ?? [] where isLeft(name) {
      let path = "\(folder)/\(name)"
      if putBack(name, in: folder) { continue }
      if (try? disk.look(path))??.kind == .folder {
        if let hidden = try? hide(path, in: folder) { try? removeTree(hidden) }
      } else {
        try? disk.remove(path)
      }
    }
  }

  private func putBack(_ name: String, in folder: String) -> Bool {
    guard let mark = name.firstIndex(of: Self.replaced) else { return false }
    let theme = String(name[name.index(after: mark)...])
    guard ThemeName.flaw(theme) == nil,
      (try? isThere("\(folder)/\(theme)\(Self.ending)")) == false,
      (try? isThere("\(folder)/\(name)/\(Self.folderFile)")) == true
    else { return false }
    // If a theme with this name exists by now, this rename fails.
    return (try? disk.rename("\(folder)/\(name)", "\(folder)/\(theme)")) != nil
  }

  private func isLeft(_ name: String) -> Bool {
    guard name.hasPrefix(Self.hidden),
      let number = name.dropFirst(Self.hidden.utf8.count).split(separator: "-").first,
      let process = Int32(number), process > 0
    else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// Removes a hidden folder with everything in it; links are not followed.
  ///
  /// Subfolders are moved up before they are emptied, so that no path becomes too long.
  func removeTree(_ top: String) throws(Disk.Refusal) {
    var number = 0
    try empty(top) { folder throws(Disk.Refusal) in
      try empty(folder) { deep throws(Disk.Refusal) in
        while true {
          do throws(Disk.Refusal) { return try disk.rename(deep, "\(top)/\(number)") } catch {
            guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.code) else { throw error }
            number += 1
          }
        }
      }
    }
  }

  private func empty(
    _ folder: String,
    ofFolders away: (String) throws(Disk.Refusal) -> Void
  ) throws(Disk.Refusal) {
    while true {
      // List the folder repeatedly, because one call lists only a part of a large folder.
      let names = try disk.list(folder, Folder.most)
      guard !names.isEmpty else { return try disk.removeFolder(folder) }
      for name in names {
        let path = "\(folder)/\(name)"
        if try disk.look(path)?.kind == .folder { try away(path) } else { try disk.remove(path) }
      }
    }
  }
}
