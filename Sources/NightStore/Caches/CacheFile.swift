/// A small file in the state folder for a value that can be found again: best effort, no lock.
///
/// A write replaces the whole file in one step.
package struct CacheFile: Sendable {
  package let path: String
  private let most: Int
  private let disk: Disk

  package init(_ path: String, most: Int, disk: Disk) {
    self.path = path
    self.most = most
    self.disk = disk
  }

  /// Returns nil if there is no such file.
  package func read() throws(FileFlaw) -> [UInt8]? {
    let outcome: Result<[UInt8]?, FileFlaw>
    do throws(Disk.Refusal) { outcome = try readChecked() } catch {
      throw .unreadable(Disk.Refusal(error.call, path, code: error.code))
    }
    return try outcome.get()
  }

  private func readChecked() throws(Disk.Refusal) -> Result<[UInt8]?, FileFlaw> {
    guard let found = try disk.look(path) else { return .success(nil) }
    guard found.kind == .file else { return .failure(.notAFile) }
    guard found.isOwn else { return .failure(.notOwn) }
    let file = try disk.open(path)
    defer { disk.close(file) }
    let bytes = try disk.read(file, most)
    return bytes.count <= most ? .success(bytes) : .failure(.tooLarge(limit: most))
  }

  /// Replaces the file; the folder must exist.
  ///
  /// A file that is not synced may be empty after a power cut.
  package func write(_ bytes: [UInt8], isSynced: Bool) throws(Disk.Refusal) {
    // A killed daemon may have left a file here, and nightd must not write through a link.
    if try disk.look(newPath) != nil { try disk.remove(newPath) }
    let file = try disk.create(newPath)
    do throws(Disk.Refusal) {
      do {
        defer { disk.close(file) }
        try disk.write(file, bytes)
        if isSynced { try disk.sync(file) }
      }
      try disk.rename(newPath, path)
    } catch {
      try? disk.remove(newPath)
      throw Disk.Refusal(error.call, path, code: error.code)
    }
  }

  package var newPath: String { path + ".new" }
}
