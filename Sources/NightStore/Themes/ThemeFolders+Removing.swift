import Glibc
import NightCore
import NightThemes

/// What nightctl takes away: of the user's own folder alone.
extension ThemeFolders {
  /// Why a theme could not be taken away.
  package enum RemoveFlaw: Error, Equatable, Sendable {
    case notThere
    /// Its file and its folder both stand there, and which one is meant is not known.
    case twice
    case refused(Disk.Refusal)
  }

  /// What is gone for whoever reads themes.
  package struct Removed: Equatable, Sendable {
    package let path: String
    /// Why something of it is left, out of sight, or may come back after a power cut.
    package let trouble: Disk.Refusal?
  }

  /// Takes a theme of the user's away, its folder with all that stands in it.
  ///
  /// A folder is gone all at once for whoever reads themes. Links are taken away and not followed.
  package func remove(_ name: String) throws(RemoveFlaw) -> Removed {
    guard let user, ThemeName.flaw(name) == nil else { throw .notThere }
    let folder = "\(user)/\(name)"
    let file = folder + Self.ending
    let (isFile, isFolder) = try asked { () throws(Disk.Refusal) in
      (try isThere(file), try isThere("\(folder)/\(Self.folderFile)", throughLinks: true))
    }
    guard isFile || isFolder else { throw .notThere }
    guard !isFile || !isFolder else { throw .twice }
    let path = isFile ? file : folder
    return try asked { () throws(Disk.Refusal) in
      sweep(user)
      // A folder may be called as a file is.
      let isTree = try disk.look(path)?.kind == .folder
      let trouble = isTree ? try removeFolder(path, in: user) : try removeEntry(path, in: user)
      return Removed(path: path, trouble: trouble)
    }
  }

  private func asked<Answer>(
    _ body: () throws(Disk.Refusal) -> Answer
  ) throws(RemoveFlaw) -> Answer {
    do throws(Disk.Refusal) { return try body() } catch { throw .refused(error) }
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
