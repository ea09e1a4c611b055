import Glibc
import NightBus
import NightCore
import NightStore
import NightValues

/// A file that the user named and that is to be written.
struct OutputFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Replaces the file atomically, so that no reader sees half of the text.
  ///
  /// If the path is a symbolic link, its target is replaced. If the path is a pipe or a device, the
  /// text is written into it.
  func replace(with text: String) throws(Failure) { try replace(with: Array(text.utf8)) }

  func replace(with bytes: [UInt8]) throws(Failure) { try replace(with: bytes, if: { true }) }

  /// Replaces the file only if the condition holds when all has been written; returns whether it held.
  ///
  /// Between the condition and the replacement there is only one system call, so that another
  /// program's write is hardly ever lost.
  @discardableResult
  func replace(
    with bytes: [UInt8],
    if condition: () -> Bool
  ) throws(Failure) -> Bool {
    var facts = stat()
    let exists = stat(path, &facts) == 0
    guard !exists || facts.st_mode & S_IFMT != S_IFDIR else { throw failure(Messages.isFolder) }
    guard !exists || facts.st_mode & S_IFMT == S_IFREG else {
      try write(bytes)
      return true
    }
    // A read-only file is not replaced, even if the permissions of its folder would allow it.
    guard !exists || access(path, W_OK) == 0 else { throw failure(SystemError.message(errno)) }
    let target = try target()
    let folder = Self.folder(of: target)
    LeftoverFiles.remove(from: folder)
    guard let (descriptor, name) = LeftoverFiles.make(in: folder) else {
      throw failure(SystemError.message(errno))
    }
    defer { close(descriptor) }
    let mask = umask(0)
    umask(mask)
    let mode = exists ? facts.st_mode & 0o777 : 0o666 & ~mask
    var code = StandardStreams.write(bytes, to: descriptor)
    if code == 0, fchmod(descriptor, mode) != 0 || fsync(descriptor) != 0 { code = errno }
    if code == 0, !condition() {
      unlink(name)
      return false
    }
    if code == 0, rename(name, target) != 0 { code = errno }
    guard code == 0 else {
      unlink(name)
      throw failure(SystemError.message(code))
    }
    try syncFolder(folder)
    return true
  }

  /// Removes the temporary files that killed nightctls left in the file's folder.
  func removeLeftovers() {
    if let target = try? target() { LeftoverFiles.remove(from: Self.folder(of: target)) }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Syncs a folder, because otherwise a power failure could bring back the old file.
  private func syncFolder(_ folder: String) throws(Failure) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    // A folder without read permission cannot be opened or synced. Such a folder is no error of the
    // disk.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // Some file systems cannot sync folders.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw .system(Messages.mayBeLost(path, SystemError.message(errno)))
    }
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(SystemError.message(errno)) }
    defer { close(descriptor) }
    let code = StandardStreams.write(bytes, to: descriptor)
    guard code == 0 else { throw failure(SystemError.message(code)) }
  }

  private func target() throws(Failure) -> String {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return path }
    guard let resolved = realpath(path, nil) else { throw failure(SystemError.message(errno)) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func failure(_ why: String) -> Failure { .system(Messages.cannotWrite(path, why)) }
}

/// A file that the user named and that is to be read; `-` is standard input.
struct InputFile {
  private let path: String
  /// The maximum number of bytes to read: the limit of the format with the highest limit.
  static let bytesAtMost = ThemeImporter.mostBytes

  init(_ path: String) { self.path = path }

  /// The name for messages.
  var name: String { path == "-" ? "standard input" : path }

  func bytes() throws(Failure) -> [UInt8] {
    guard path != "-" else { return try read(STDIN_FILENO) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(SystemError.message(errno)) }
    defer { close(descriptor) }
    return try read(descriptor)
  }

  private func read(_ descriptor: Int32) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(SystemError.message(errno))
      }
      bytes += buffer.prefix(count)
      guard bytes.count <= Self.bytesAtMost else {
        throw failure(Messages.tooLarge(Self.bytesAtMost))
      }
    }
  }

  private func failure(_ why: String) -> Failure {
    .system(Messages.cannotRead(name, why))
  }
}
