import Glibc

/// The open file that is to be replaced, with its attributes at the time of opening.
final class OldFile {
  /// The device number and the inode number of a file.
  struct Number: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// Reads the device and inode numbers of the file at a path; nil if no file is there.
    init?(at path: String) {
      var facts = stat()
      guard lstat(path, &facts) == 0 else { return nil }
      self.init(facts)
    }

    /// Reads the device and inode numbers of an open file; nil if fstat(2) fails.
    init?(of file: Int32) {
      var facts = stat()
      guard fstat(file, &facts) == 0 else { return nil }
      self.init(facts)
    }

    fileprivate init(_ facts: stat) { (device, number) = (facts.st_dev, facts.st_ino) }
  }

  let attributes: FileAttributes
  private var file: Int32

  /// Opens the file; returns nil if it does not exist.
  init?(_ path: String) throws(FileReplacement.Failure) {
    // Without O_NONBLOCK, opening a fifo would wait for a program at the other end.
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .lastError
    }
    do throws(FileReplacement.Failure) {
      attributes = try FileAttributes(of: file)
      guard attributes.facts.st_mode & S_IFMT == S_IFREG else { throw .isNoFile }
      // A read-only file is not replaced, even if the folder's permissions allow it.
      guard access(path, W_OK) == 0 else { throw .lastError }
    } catch {
      Glibc.close(file)
      throw error
    }
    self.file = file
  }

  deinit { close() }

  /// Closes the file, which ends its lease.
  func close() {
    if file >= 0 { Glibc.close(file) }
    file = -1
  }

  /// Copies the old file's attributes to the new file again, if another program has changed them
  /// since the old file was opened.
  func copyChanges(to new: Int32) throws(FileReplacement.Failure) {
    let present = try FileAttributes(of: file)
    if !present.isSame(as: attributes) { try present.copy(to: new) }
  }

  /// Takes a lease on the file, and compares its bytes with `bytes`; throws if the file or its
  /// bytes have changed.
  func compare(_ bytes: [UInt8], at path: String) throws(FileReplacement.Failure) -> FileLease {
    let lease = try FileLease(on: file)
    // While the file is locked, other nightctl processes do not remove it, even if it has a
    // temporary name.
    flock(file, LOCK_SH | LOCK_NB)
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw .lastError }
    let before = attributes.facts
    guard facts.st_ctim.tv_sec == before.st_ctim.tv_sec,
      facts.st_ctim.tv_nsec == before.st_ctim.tv_nsec, Number(at: path) == Number(facts),
      hasBytes(bytes)
    else { throw .changed }
    return lease
  }

  /// The number of hard links that the file had when it was opened.
  var nameCount: Int { Int(attributes.facts.st_nlink) }

  /// Whether this path still leads to the same file, and the file still has the compared bytes and
  /// the same number of hard links.
  func isStill(_ bytes: [UInt8], at path: String, _ lease: FileLease) -> Bool {
    var facts = stat()
    guard !lease.isWanted, fstat(file, &facts) == 0, facts.st_nlink == attributes.facts.st_nlink
    else { return false }
    return Number(at: path) == Number(facts) && (lease.isHeld || hasBytes(bytes))
  }

  private func hasBytes(_ bytes: [UInt8]) -> Bool {
    guard lseek(file, 0, SEEK_SET) == 0 else { return false }
    return (try? Disk.system.read(file, bytes.count)) == bytes
  }
}
