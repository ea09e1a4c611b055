package import NightCore

/// What the desktop said last, on disk: best effort, for the desktop says it again.
package struct LastDesktop: Sendable {
  private let file: KeptFile

  package init(folder: String, disk: Disk = .system) {
    file = KeptFile(folder + "/desktop.json", most: DesktopMemoryFile.bytes, disk: disk)
  }

  /// A file that cannot be read counts as none: the next word of the desktop replaces it.
  package func read() -> DesktopMemory {
    guard let bytes = try? file.read() else { return DesktopMemory() }
    return DesktopMemoryFile.memory(bytes) ?? DesktopMemory()
  }

  /// Not synced: a set that comes meanwhile must not wait for it, and after a power cut an empty file
  /// counts as none.
  package func write(_ memory: DesktopMemory) throws(Disk.Refusal) {
    try file.write(DesktopMemoryFile.bytes(memory), isSynced: false)
  }
}
