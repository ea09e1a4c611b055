import Glibc
import NightCore
package import NightTime
package import NightValues

/// The last found place on disk: best effort, since the place can be found again.
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
    let bytes: [UInt8]?
    do throws(FileFlaw) { bytes = try file.read() } catch { return .flawed(.file(error)) }
    guard let bytes else { return .missing }
    do throws(Flaw) {
      return .place(try PlaceFile.place(bytes))
    } catch {
      return .flawed(.unread(error))
    }
  }

  /// Replaces the file; the folder must exist.
  package func write(_ place: Place, at when: Instant) throws(Disk.Refusal) {
    try file.write(PlaceFile.bytes(place, at: when), isSynced: true)
  }

  /// Removes the file and what a killed daemon left beside it, of any kind.
  package func remove() throws(Disk.Refusal) {
    for path in [file.newPath, path] where (try? disk.look(path)) != nil {
      do throws(Disk.Refusal) {
        try disk.remove(path)
      } catch {
        // Another daemon may have removed the file meanwhile.
        guard error.code == ENOENT else { throw error }
      }
    }
  }
}

/// Why the file of the last place is unusable.
package enum PlaceFlaw: Equatable, Sendable {
  case file(FileFlaw)
  case unread(Flaw)
}
