import Glibc

/// Temporary files that nightctl left beside a user's file because it was killed during a write.
enum LeftoverFiles {
  /// What the name of each temporary file begins with; six letters and digits follow.
  static let prefix = ".nightctl-"
  private static let randomLetters = 6
  /// A write takes much less time, so an older file belongs to no write that is under way.
  private static let seconds = 60

  /// Removes old temporary files of this user from a folder; best effort.
  static func remove(from folder: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    while let entry = readdir(entries) {
      // An entry may be shorter than its type, so read the name in place.
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard isTemporary(name) else { continue }
      var facts = stat()
      guard fstatat(dirfd(entries), name, &facts, AT_SYMLINK_NOFOLLOW) == 0,
        facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(), facts.st_nlink == 1,
        time(nil) - facts.st_mtim.tv_sec > seconds
      else { continue }
      unlinkat(dirfd(entries), name, 0)
    }
  }

  private static func isTemporary(_ name: UnsafePointer<CChar>) -> Bool {
    let length = prefix.utf8.count
    guard strlen(name) == length + randomLetters, strncmp(name, prefix, length) == 0 else {
      return false
    }
    return (length..<length + randomLetters).allSatisfy { isalnum(Int32(name[$0])) != 0 }
  }
}
