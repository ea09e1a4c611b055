import Glibc
package import NightCore

/// A small cache file in the state folder, read and written without a lock.
///
/// A write replaces the whole file in one step. If the file is lost, nightd makes it again.
package struct CacheFile: Sendable {
  package let path: String
  private let most: Int
  private let disk: Disk

  package init(_ path: String, most: Int, disk: Disk) {
    self.path = path
    self.most = most
    self.disk = disk
  }

  package func read() -> FileReading.Content {
    do throws(Disk.Refusal) { return try readChecked() } catch {
      return .flawed(.unreadable(Disk.Refusal(error.call, path, code: error.code)))
    }
  }

  private func readChecked() throws(Disk.Refusal) -> FileReading.Content {
    guard let found = try disk.look(path) else { return .missing }
    guard found.kind == .file else { return .flawed(.notAFile) }
    guard found.isOwn else { return .flawed(.notOwn) }
    let file = try disk.open(path)
    defer { disk.close(file) }
    let bytes = try disk.read(file, most)
    return bytes.count <= most ? .bytes(bytes) : .flawed(.tooLarge(limit: most))
  }

  /// Replaces the file; the folder must exist.
  package func write(_ bytes: [UInt8], isSynced: Bool) throws(Disk.Refusal) {
    try disk.replace(path, with: bytes, isSynced: isSynced)
  }

  package var newPath: String { path + ".new" }
}

extension Disk {
  /// Removes the `.new` files that a killed daemon left beside the caches and the history.
  package func removeUnfinishedCaches(in folder: String) {
    for name in ["desktop.json", "place.json", "history.jsonl"] {
      try? remove("\(folder)/\(name).new")
    }
  }
}

/// The file that stores the last message in which the desktop reported its style.
///
/// If the file is lost, the desktop sends the style again.
package struct LastDesktop: Sendable {
  private let file: CacheFile

  package init(folder: String, disk: Disk = .system) {
    file = CacheFile(folder + "/desktop.json", most: DesktopMemoryFile.bytes, disk: disk)
  }

  /// Reads the stored values; a file that cannot be read is treated as missing, and the desktop's
  /// next message replaces it.
  package func read() -> DesktopMemory {
    guard case .bytes(let bytes) = file.read() else { return DesktopMemory() }
    return DesktopMemoryFile.memory(bytes) ?? DesktopMemory()
  }

  /// Replaces the file without a sync, so that changing the style does not wait for the disk.
  ///
  /// If a power cut left the file empty, `read` treats it as missing.
  package func write(_ memory: DesktopMemory) throws(Disk.Refusal) {
    try file.write(DesktopMemoryFile.bytes(memory), isSynced: false)
  }
}

/// The file that stores the last known location.
///
/// If the file is lost, nightd can find the location again.
package struct LastPlace: Sendable {
  private let file: CacheFile
  private let disk: Disk

  package var path: String { file.path }

  package init(folder: String, disk: Disk = .system) {
    file = CacheFile(folder + "/place.json", most: PlaceFile.bytes, disk: disk)
    self.disk = disk
  }

  package enum Contents: Equatable, Sendable {
    case missing
    case place(Place)
    case flawed(PlaceFlaw)

    package var place: Place? { if case .place(let place) = self { place } else { nil } }
  }

  package func read() -> Contents {
    switch file.read() {
    case .missing: return .missing
    case .flawed(let flaw): return .flawed(.file(flaw))
    case .bytes(let bytes):
      do throws(Flaw) {
        return .place(try PlaceFile.place(bytes))
      } catch {
        return .flawed(.unread(error))
      }
    }
  }

  /// Replaces the file; the folder must exist.
  package func write(_ place: Place, at when: Instant) throws(Disk.Refusal) {
    try file.write(PlaceFile.bytes(place, at: when), isSynced: true)
  }

  /// Removes whatever is at the file's path, and the `.new` file that a killed daemon left.
  package func remove() throws(Disk.Refusal) {
    for path in [file.newPath, path] where (try? disk.look(path)) != nil {
      do throws(Disk.Refusal) {
        try disk.remove(path)
      } catch {
        // By now, another daemon may have removed the file.
        guard error.code == ENOENT else { throw error }
      }
    }
  }
}

/// Why the file with the last known location is unusable.
package enum PlaceFlaw: Equatable, Sendable {
  case file(FileFlaw)
  case unread(Flaw)
}
