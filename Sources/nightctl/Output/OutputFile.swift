import Glibc
import NightBus

/// A file that a person names to have something written into it.
struct OutputFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Puts the text there all at once, so that nobody ever sees half of it.
  ///
  /// A link stays, and what it leads to is replaced. A pipe or a device has it written into it.
  func replace(with text: String) throws(Failure) {
    var facts = stat()
    let exists = stat(path, &facts) == 0
    guard !exists || facts.st_mode & S_IFMT != S_IFDIR else { throw failure(Words.isFolder) }
    guard !exists || facts.st_mode & S_IFMT == S_IFREG else { return try pour(text) }
    // The folder may let it be replaced where the file itself is not to be written.
    guard !exists || access(path, W_OK) == 0 else { throw failure(SystemError.message(errno)) }
    let target = try target()
    let slash = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
    var name = Array((target[..<slash] + ".nightctl-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw failure(SystemError.message(errno)) }
    defer { close(descriptor) }
    let mask = umask(0)
    umask(mask)
    let mode = exists ? facts.st_mode & 0o777 : 0o666 & ~mask
    var code = StandardStreams.write(text, to: descriptor)
    if code == 0, fchmod(descriptor, mode) != 0 || fsync(descriptor) != 0 { code = errno }
    if code == 0, rename(name, target) != 0 { code = errno }
    guard code == 0 else {
      unlink(name)
      throw failure(SystemError.message(code))
    }
    try syncFolder(slash == target.startIndex ? "." : String(target[..<slash]))
  }

  /// Without this a loss of power could bring the old file back.
  private func syncFolder(_ folder: String) throws(Failure) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    // What may be written into but not read cannot be synced, and that is no fault of a disk.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // Some file systems do not sync folders.
    guard fsync(descriptor) == 0 || errno == EINVAL else {
      throw .system(Words.mayBeLost(path, SystemError.message(errno)))
    }
  }

  private func pour(_ text: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(SystemError.message(errno)) }
    defer { close(descriptor) }
    let code = StandardStreams.write(text, to: descriptor)
    guard code == 0 else { throw failure(SystemError.message(code)) }
  }

  private func target() throws(Failure) -> String {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return path }
    guard let resolved = realpath(path, nil) else { throw failure(SystemError.message(errno)) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func failure(_ why: String) -> Failure { .system(Words.cannotWrite(path, why)) }
}
