/// Functions that write nightd's own files, which no other program writes.
///
/// Use `FileReplacement` for files that the user or other programs may also write.
extension Disk {
  /// Replaces a file in one step, so that no reader sees a half-written file; the folder must
  /// exist.
  ///
  /// If the old file has a second hard link, the file under the second name stays as it is. If the
  /// path is a symbolic link, the link itself is replaced. If `isSynced` is false, the file may be
  /// empty after a power cut.
  func replace(_ path: String, with bytes: [UInt8], isSynced: Bool = false) throws(Refusal) {
    let new = path + ".new"
    do throws(Refusal) {
      try writeNew(new, bytes, isSynced: isSynced)
      do throws(Refusal) { try rename(new, path) } catch {
        try? remove(new)
        throw error
      }
    } catch {
      throw Refusal(error.call, path, code: error.code)
    }
  }

  /// Makes a file, after removing any file that a killed process left at the path.
  func writeNew(_ path: String, _ bytes: [UInt8], isSynced: Bool) throws(Refusal) {
    if try look(path) != nil { try remove(path) }
    try make(path, bytes, isSynced: isSynced)
  }

  /// Makes a file at a free path; removes the file if its bytes cannot be written.
  ///
  /// If fsync fails for a file, the file is never synced again, because the kernel would then
  /// report success although data may be lost.
  func make(_ path: String, _ bytes: [UInt8], isSynced: Bool) throws(Refusal) {
    let file = try create(path)
    do throws(Refusal) {
      defer { close(file) }
      try write(file, bytes)
      if isSynced { try sync(file) }
    } catch {
      try? remove(path)
      throw Refusal(error.call, path, code: error.code)
    }
  }
}
