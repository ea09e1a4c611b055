package import NightCore

/// The desktop's last report on disk: best effort, since the desktop will report its value again.
package struct LastDesktop: Sendable {
  private let file: CacheFile

  package init(folder: String, disk: Disk = .system) {
    file = CacheFile(folder + "/desktop.json", most: DesktopMemoryFile.bytes, disk: disk)
  }

  /// An unreadable file counts as missing: the next report replaces it.
  package func read() -> DesktopMemory {
    guard let bytes = try? file.read() else { return DesktopMemory() }
    return DesktopMemoryFile.memory(bytes) ?? DesktopMemory()
  }

  /// Replaces the file without a sync, so that a set does not wait for the disk.
  ///
  /// After a power cut an empty file counts as missing.
  package func write(_ memory: DesktopMemory) throws(Disk.Refusal) {
    try file.write(DesktopMemoryFile.bytes(memory), isSynced: false)
  }
}
