import Glibc
package import NightCore

/// The place that was found last, on disk: best effort, for it can be found again.
///
/// It needs no lock: whoever replaces the file puts a whole one there.
package struct LastPlace: Sendable {
  package let path: String
  private let folder: String
  private let disk: Disk

  package init(folder: String, disk: Disk = .system) {
    self.folder = folder
    path = folder + "/place.json"
    self.disk = disk
  }

  package enum Contents: Equatable, Sendable {
    case missing
    case place(Place)
    case flawed(PlaceFlaw)

    package var place: Place? { if case .place(let place) = self { place } else { nil } }
  }

  package func read() -> Contents {
    do throws(Disk.Refusal) {
      guard let found = try disk.look(path) else { return .missing }
      guard found.kind == .file else { return .flawed(.notAFile) }
      guard found.isOwn else { return .flawed(.notOwn) }
      let file = try disk.open(path)
      defer { disk.close(file) }
      let bytes = try disk.read(file, PlaceFile.bytes)
      guard bytes.count <= PlaceFile.bytes else {
        return .flawed(.tooLarge(limit: PlaceFile.bytes))
      }
      do throws(PlaceFile.Flaw) {
        return .place(try PlaceFile.place(bytes))
      } catch {
        return .flawed(.unread(error))
      }
    } catch {
      return .flawed(.unreadable(Disk.Refusal(error.call, path, code: error.code)))
    }
  }

  /// Puts a new file in the place of the old one; the folder is there, or nothing is written.
  package func write(_ place: Place, at when: Instant) throws(Disk.Refusal) {
    // A daemon that was killed may have left one; a link there must not be written through.
    if try disk.look(newPath) != nil { try disk.remove(newPath) }
    let file = try disk.create(newPath)
    do throws(Disk.Refusal) {
      do {
        defer { disk.close(file) }
        try disk.write(file, PlaceFile.bytes(place, at: when))
        // Or it may be found empty after a power cut.
        try disk.sync(file)
      }
      try disk.rename(newPath, path)
    } catch {
      try? disk.remove(newPath)
      throw Disk.Refusal(error.call, path, code: error.code)
    }
  }

  /// Takes it away, whatever stands there.
  package func remove() throws(Disk.Refusal) {
    for path in [newPath, path] where (try? disk.look(path)) != nil {
      do throws(Disk.Refusal) {
        try disk.remove(path)
      } catch {
        // A twin may have been quicker.
        guard error.code == ENOENT else { throw error }
      }
    }
  }

  private var newPath: String { path + ".new" }
}
