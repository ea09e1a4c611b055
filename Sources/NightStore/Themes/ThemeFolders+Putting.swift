import Glibc
import NightCore
import NightThemes
import NightValues

/// What nightctl writes: the user's own folder alone.
extension ThemeFolders {
  /// Why a theme could not be put there.
  package enum PutFlaw: Error, Equatable, Sendable {
    /// Nothing says where the user's themes would stand.
    case noFolder
    /// Another theme of this name is there, and is to stay.
    case taken
    /// It has a folder of its own, which a file does not replace.
    case isFolder
    /// It has a file of its own, which a folder does not replace.
    case isFile
    /// A link of the user's leads to it, and would be lost.
    case isLink
    /// What should be put there is not the files of a theme.
    case noTheme
    case refused(Disk.Refusal)
  }

  /// Puts a theme's file there all at once, so that nobody ever reads half of it; answers its path.
  ///
  /// The name must be one of a theme. When this ends, the file is on the disk.
  package func put(
    _ name: String,
    _ bytes: [UInt8],
    replacing: Bool = false
  ) throws(PutFlaw) -> String {
    guard let user, ThemeName.flaw(name) == nil else { throw .noFolder }
    let path = "\(user)/\(name)\(Self.ending)"
    try prepare(user)
    guard try !isTaken("\(user)/\(name)/\(Self.folderFile)") else { throw .isFolder }
    let temporary = try tried { () throws(Disk.Refusal) in
      let made = try freeName(in: user, disk.create)
      try fill(made.made, bytes, at: made.path)
      return made.path
    }
    do throws(Disk.Refusal) {
      if replacing { try disk.rename(temporary, path) } else { try place(temporary, at: path) }
    } catch {
      try? disk.remove(temporary)
      throw error.code == EEXIST ? .taken : .refused(error)
    }
    try tried { () throws(Disk.Refusal) in try disk.syncFolder(user) }
    return path
  }

  /// Unlike a rename this never takes another one's place.
  private func place(_ temporary: String, at path: String) throws(Disk.Refusal) {
    do throws(Disk.Refusal) {
      try disk.link(temporary, path)
      // It is there; a second name of it that stays is passed over.
      try? disk.remove(temporary)
    } catch {
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) else { throw error }
      // A file has one name only on this disk. An empty one of our own keeps the place.
      disk.close(try disk.create(path))
      do throws(Disk.Refusal) { try disk.rename(temporary, path) } catch {
        try? disk.remove(path)
        throw error
      }
    }
  }

  /// A file that was just made, and is not there any more where it could not be filled.
  func fill(_ file: Int32, _ bytes: [UInt8], at path: String) throws(Disk.Refusal) {
    do throws(Disk.Refusal) {
      defer { disk.close(file) }
      try disk.write(file, bytes)
      try disk.sync(file)
    } catch {
      try? disk.remove(path)
      throw error
    }
  }

  func tried<Answer>(_ body: () throws(Disk.Refusal) -> Answer) throws(PutFlaw) -> Answer {
    do throws(Disk.Refusal) { return try body() } catch { throw .refused(error) }
  }

  func isTaken(_ path: String) throws(PutFlaw) -> Bool {
    try tried { () throws(Disk.Refusal) in try isThere(path) }
  }

  func prepare(_ user: String) throws(PutFlaw) {
    try tried { () throws(Disk.Refusal) in try makeFolders(user) }
    sweep(user)
  }

  /// Makes what is missing of the way, from above, each durably.
  func makeFolders(_ folder: String) throws(Disk.Refusal) {
    var missing: [String] = []
    var next = folder
    while try disk.lookThroughLinks(next) == nil {
      missing.append(next)
      next = next.parentFolder
    }
    for path in missing.reversed() {
      do throws(Disk.Refusal) { try disk.makeFolder(path) } catch {
        // Another one may have been quicker.
        guard try disk.lookThroughLinks(path) != nil else { throw error }
      }
      try disk.syncFolder(path.parentFolder)
    }
  }
}
