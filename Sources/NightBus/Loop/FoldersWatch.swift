import CDBus
import Glibc

/// Tells that something came to be, changed or went in any of some folders, by any program.
///
/// Only finished changes count, as for one folder.
package final class FoldersWatch {
  private let events: FolderEvents
  private var folders: [Int32: String] = [:]

  /// What is no folder, or not there, is passed over; `sayUnwatched` hears of what cannot be watched
  /// for another reason.
  package init(
    _ folders: [String],
    on loop: Loop,
    _ handler: @escaping () -> Void,
    sayUnwatched: (String, BusError) -> Void
  ) throws(BusError) {
    events = try FolderEvents(on: loop)
    for folder in folders {
      do throws(BusError) {
        self.folders[try events.add(folder, FolderWatch.wanted)] = folder
      } catch {
        guard case .system(_, let code) = error, ![ENOENT, ENOTDIR].contains(code) else { continue }
        sayUnwatched(folder, error)
      }
    }
    events.onNews = { [unowned self] in if readNews() { handler() } }
  }

  private func readNews() -> Bool {
    var isNews = false
    events.forEach { event in
      guard event.isAny(UInt32(IN_CREATE)), let folder = folders[event.folder] else {
        isNews = true
        return
      }
      if FolderEvents.isWhole("\(folder)/\(event.name)") { isNews = true }
    }
    return isNews
  }
}
