import Glibc
import NightCore

/// What nightctl takes away: of the user's own folder alone.
extension ThemeFolders {
  /// Why a theme could not be taken away.
  package enum RemoveFlaw: Error, Equatable, Sendable {
    case notThere
    /// Its file and its folder both stand there, and which one is meant is not known.
    case twice
    case refused(Disk.Refusal)
  }

  /// No folder of a theme is deeper; what is, stays, and the flaw names it.
  private static let mostLevels = 64

  /// Takes a theme of the user's away, its folder with all that stands in it; answers its path.
  ///
  /// A folder is gone all at once for whoever reads themes. Links are taken away and not followed.
  package func remove(_ name: String) throws(RemoveFlaw) -> String {
    guard let user, ThemeName.flaw(name) == nil else { throw .notThere }
    let folder = "\(user)/\(name)"
    let file = folder + Self.ending
    let (isFile, isFolder) = try tried { () throws(Disk.Refusal) in
      (
        try disk.look(file) != nil,
        try disk.lookThroughLinks("\(folder)/\(Self.folderFile)") != nil
      )
    }
    guard isFile || isFolder else { throw .notThere }
    guard !isFile || !isFolder else { throw .twice }
    try tried { () throws(Disk.Refusal) in
      isFile ? try removeEntry(file, in: user) : try removeFolder(folder, in: user)
    }
    return isFile ? file : folder
  }

  private func tried<Answer>(
    _ body: () throws(Disk.Refusal) -> Answer
  ) throws(RemoveFlaw) -> Answer {
    do throws(Disk.Refusal) { return try body() } catch { throw .refused(error) }
  }

  private func removeEntry(_ path: String, in user: String) throws(Disk.Refusal) {
    try disk.remove(path)
    try disk.syncFolder(user)
  }

  private func removeFolder(_ path: String, in user: String) throws(Disk.Refusal) {
    guard try disk.look(path)?.kind != .link else { return try removeEntry(path, in: user) }
    let hidden = try freeName(user)
    try disk.rename(path, hidden)
    try disk.syncFolder(user)
    try removeTree(hidden, level: 1)
  }

  private func removeTree(_ path: String, level: Int) throws(Disk.Refusal) {
    guard level <= Self.mostLevels else { throw Disk.Refusal("rmdir", path, code: ELOOP) }
    while true {
      // A large folder is listed in parts.
      let names = Folder(path: path).names()
      guard !names.isEmpty else { return try disk.removeFolder(path) }
      for name in names {
        let below = "\(path)/\(name)"
        if try disk.look(below)?.kind == .folder {
          try removeTree(below, level: level + 1)
        } else {
          try disk.remove(below)
        }
      }
    }
  }
}
