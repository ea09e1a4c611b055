import Glibc

/// The temporary files with which nightctl replaces a user's file, and those that it left because it
/// was killed.
enum LeftoverFiles {
  /// What the name of each temporary file begins with; six letters and digits follow.
  private static let prefix = ".nightctl-"
  private static let randomLetters = 6

  /// Makes an empty temporary file, and locks it until its descriptor is closed.
  ///
  /// Returns nil, with the reason in `errno`, if the folder allows none.
  static func make(in folder: String) -> (descriptor: Int32, name: [CChar])? {
    while true {
      var name = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
      let descriptor = mkstemp(&name)
      guard descriptor >= 0 else { return nil }
      flock(descriptor, LOCK_EX | LOCK_NB)
      var facts = stat()
      // Before the lock, another nightctl may have removed the file as a leftover.
      if fstat(descriptor, &facts) != 0 || facts.st_nlink > 0 { return (descriptor, name) }
      close(descriptor)
    }
  }

  /// Removes this user's temporary files from a folder, if no nightctl writes them; best effort.
  static func remove(from folder: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    while let entry = readdir(entries) {
      // An entry may be shorter than its type, so read the name in place.
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard isTemporary(name) else { continue }
      let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
      let descriptor = openat(dirfd(entries), name, flags)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var facts = stat()
      guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
        facts.st_uid == geteuid(), facts.st_nlink == 1, flock(descriptor, LOCK_EX | LOCK_NB) == 0
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
