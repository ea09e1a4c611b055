import Glibc
import NightCore

/// A new file that is to replace another file in the same folder.
///
/// If the file system allows it, the file has no name until `link` gives it one. So the file
/// usually has a temporary name only during the replacement itself.
final class TemporaryFile {
  /// The beginning of each temporary file's name; random letters and fingerprints (hashes) follow.
  ///
  /// A name usually ends in the fingerprint of its own letters, which shows that nightd made the
  /// name, so the file may be removed as a leftover. While two files exchange names, another
  /// program's new file may get the temporary name. So the name for an exchange contains
  /// fingerprints of contents instead, and the file may be removed only if its contents match one
  /// of them.
  private static let prefix = ".nightctl-new-"
  private static let randomLetters = 12
  /// The maximum size in bytes of a leftover to compare with fingerprints; a larger one is not
  /// removed.
  private static let mostBytes = 64 << 20
  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
  )
  /// `O_TMPFILE`, which glibc's headers define only with _GNU_SOURCE.
  private static let nameless = 0o20000000 | O_DIRECTORY

  private let folder: String
  let file: Int32
  /// The path with the temporary name; nil if the file has no temporary name.
  private(set) var path: String?

  /// Makes an empty file, and locks it, so that no other nightctl removes it as a leftover.
  init(in folder: String, mode: mode_t) throws(FileReplacement.Failure) {
    self.folder = folder
    let file = Glibc.open(folder, Self.nameless | O_WRONLY | O_CLOEXEC, mode)
    // A file without a name can get one only through /proc.
    if file >= 0, access(Self.link(to: file), F_OK) == 0 {
      self.file = file
      flock(file, LOCK_EX | LOCK_NB)
      return
    }
    if file >= 0 { close(file) }
    while true {
      let path = Self.freePath(in: folder)
      let file = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard file >= 0 else {
        if errno == EEXIST { continue }
        throw .lastError
      }
      flock(file, LOCK_EX | LOCK_NB)
      var facts = stat()
      // Another nightctl may have removed the file as a leftover before this process had the lock.
      if fstat(file, &facts) != 0 || facts.st_nlink > 0 {
        self.file = file
        self.path = path
        return
      }
      Glibc.close(file)
    }
  }

  deinit {
    removeName()
    Glibc.close(file)
  }

  /// Removes the file that has the temporary name; by now, this may be the old file that was
  /// replaced.
  func removeName() {
    if let path { Self.remove(path) }
    path = nil
  }

  /// Removes a temporary file; tries twice, because a leftover would stay in the user's folder.
  static func remove(_ path: String) { if unlink(path) != 0 { unlink(path) } }

  /// Gives the file this name in its folder; returns false if another file has the name.
  func link(as target: String) throws(FileReplacement.Failure) -> Bool {
    let isLinked: Bool
    if let path {
      isLinked = try FileReplacement.rename(path, toFreeName: target)
    } else {
      isLinked =
        linkat(AT_FDCWD, Self.link(to: file), AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0
      guard isLinked || errno == EEXIST else { throw .lastError }
    }
    if isLinked { path = nil }
    return isLinked
  }

  /// Gives the file a temporary path; if `contents` is not empty, a file at this path is treated as
  /// a leftover only if it has one of these contents.
  func named(for contents: [[UInt8]]) throws(FileReplacement.Failure) -> String {
    while true {
      let new = Self.freePath(in: folder, for: contents)
      guard try link(as: new) else { continue }
      path = new
      return new
    }
  }

  /// Replaces another file by giving the other file's name to this file.
  func replace(_ target: String) throws(FileReplacement.Failure) {
    let path = if let path { path } else { try named(for: []) }
    guard Glibc.rename(path, target) == 0 else { throw .lastError }
    self.path = nil
  }

  func forgetName() { path = nil }

  private static func link(to file: Int32) -> String { "/proc/self/fd/\(file)" }

  /// A random path that is almost certainly free.
  ///
  /// If `contents` is not empty, a file at this path is a leftover only if it has one of these
  /// contents.
  static func freePath(in folder: String, for contents: [[UInt8]] = []) -> String {
    // Get the random bits for all letters in one system call.
    var number = UInt64.random(in: .min ... .max)
    let name = String(
      (0..<randomLetters).map { _ -> Character in
        defer { number /= UInt64(letters.count) }
        return letters[Int(number % UInt64(letters.count))]
      }
    )
    let marks = contents.isEmpty ? [Array(name.utf8)] : contents
    return "\(folder)/\(prefix)\(name)" + marks.map { "-" + Fingerprint.of($0) }.joined()
  }

  /// Removes the temporary files of killed nightctl processes from a folder; ignores errors.
  ///
  /// A file that another program or the user wrote is kept, and its path is returned.
  @discardableResult
  static func removeLeftovers(from folder: String) -> [String] {
    var kept: [String] = []
    eachTemporary(in: folder) { path, isForeign in
      if isForeign { kept.append(path) } else { removeLeftover(path) }
    }
    return kept
  }

  /// Whether a folder has temporary files of killed nightctl processes that could not be removed.
  static func hasLeftovers(in folder: String) -> Bool {
    var isFound = false
    eachTemporary(in: folder) { path, isForeign in isFound = isFound || !isForeign }
    return isFound
  }

  private static func eachTemporary(
    in folder: String,
    _ body: (_ path: String, _ isForeign: Bool) -> Void
  ) {
    try? Disk.eachName(in: folder) { name in
      guard isTemporary(name) else { return true }
      let path = "\(folder)/\(String(cString: name))"
      body(path, isForeign(path, toContentsIn: path.fileName))
      return true
    }
  }

  /// Whether a file's contents match none of the fingerprints in `name`, the name of a leftover.
  ///
  /// If the name contains the fingerprint of its own letters, the file may be removed, no matter
  /// what it contains.
  static func isForeign(_ path: String, toContentsIn name: String) -> Bool {
    let parts = name.split(separator: "-").dropFirst(2).map(String.init)
    let contents = parts.dropFirst()
    if let letters = parts.first, contents.contains(Fingerprint.of(letters)) { return false }
    guard case .bytes(let bytes) = Disk.system.reading(path, limit: mostBytes).content else {
      return true
    }
    return !contents.contains(Fingerprint.of(bytes))
  }

  private static func removeLeftover(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_uid == geteuid(), facts.st_nlink == 1, flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlink(path)
  }

  private static func isTemporary(_ name: UnsafePointer<CChar>) -> Bool {
    let length = prefix.utf8.count
    let count = strlen(name), end = length + randomLetters
    guard count >= end, strncmp(name, prefix, length) == 0, count == end || name[end] == 0x2D
    else { return false }
    return (length..<count).allSatisfy { isalnum(Int32(name[$0])) != 0 || name[$0] == 0x2D }
  }
}
