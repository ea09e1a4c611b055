import Glibc
import NightCore
package import NightTime
package import NightValues

/// The place that was found last, on disk: best effort, for it can be found again.
package struct LastPlace: Sendable {
  private let file: KeptFile
  private let disk: Disk

  package var path: String { file.path }

  package init(folder: String, disk: Disk = .system) {
    file = KeptFile(folder + "/place.json", most: PlaceFile.bytes, disk: disk)
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
    do throws(KeptFile.Flaw) { bytes = try file.read() } catch { return .flawed(PlaceFlaw(error)) }
    guard let bytes else { return .missing }
    do throws(Flaw) {
      return .place(try PlaceFile.place(bytes))
    } catch {
      return .flawed(.unread(error))
    }
  }

  /// Puts a new file in the place of the old one; the folder is there, or nothing is written.
  package func write(_ place: Place, at when: Instant) throws(Disk.Refusal) {
    try file.write(PlaceFile.bytes(place, at: when), isSynced: true)
  }

  /// Takes it away, whatever stands there.
  package func remove() throws(Disk.Refusal) {
    for path in [file.newPath, path] where (try? disk.look(path)) != nil {
      do throws(Disk.Refusal) {
        try disk.remove(path)
      } catch {
        // A twin may have been quicker.
        guard error.code == ENOENT else { throw error }
      }
    }
  }
}
