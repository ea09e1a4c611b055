import Glibc

/// Access to folders on disk; names are bytes, since they need not be UTF-8.
enum FolderTree {
  typealias Name = [CChar]

  /// The names in a folder; empty if the folder cannot be read.
  static func names(in path: Name) -> [Name] {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name), let folder = opendir(path)
    else { return [] }
    defer { closedir(folder) }
    var names: [Name] = []
    while let entry = readdir(folder) {
      // A directory entry may be shorter than its type, so read its name in place, without copying
      // the entry.
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      names.append(Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)))
    }
    let dot = CChar(bitPattern: UInt8(ascii: "."))
    return names.filter { $0 != [dot, 0] && $0 != [dot, dot, 0] }
  }

  /// Removes a folder and everything in it, as far as this user may.
  ///
  /// Links are removed but never followed. Folders are first made accessible, so that read-only
  /// folders are removed, too.
  static func remove(_ path: Name) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    chmod(path, 0o700)
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    for name in names(in: path) { remove(path.dropLast() + [slash] + name) }
    rmdir(path)
  }
}
