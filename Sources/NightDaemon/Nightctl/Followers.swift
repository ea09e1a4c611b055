import Glibc
package import NightCore
import NightPrograms
import NightStore

/// Checks whether any installed program follows nightd automatically; the check only looks at
/// files.
///
/// If no such program is installed, nightd does not start nightctl after a change. The files to
/// look at belong to the user and may be on a disk that hangs, so they are read on a thread other
/// than the loop's.
package struct Followers: Sendable {
  private static let mostBytes = 64 << 10

  /// The folders that may contain nightd's descriptions of other programs, the preferred folder
  /// first.
  private let places: [String]
  private let folders: BaseFolders
  /// The folders that `PATH` lists.
  private let programFolders: [String]
  /// Whether the session has a display, as far as nightd knows.
  private let hasDisplay: Bool

  /// Makes a check that uses the descriptions installed with the program at the path `nightctl`.
  package init(
    besides nightctl: String,
    _ folders: BaseFolders,
    programFolders: [String],
    hasDisplay: Bool
  ) {
    places = FollowerIndex.folders(besides: nightctl, folders)
    self.folders = folders
    self.programFolders = programFolders
    self.hasDisplay = hasDisplay
  }

  /// Whether nightctl has overwritten settings of the user, and has stored a record of them.
  package var hasRecord: Bool {
    folders.state.map { access($0 + "/nightd/programs/record.json", F_OK) == 0 } ?? false
  }

  /// Whether any installed program follows nightd automatically; programs in `off` are ignored.
  ///
  /// If the user has written a description of a program, this function returns true without reading
  /// the description.
  package func areHere(except off: Set<String>) -> Bool {
    let own = (folders.config ?? "") + "/nightd/programs"
    if (try? Disk.system.list(own, 1))?.isEmpty == false { return true }
    return index.entries.contains { entry in
      !off.contains(entry.name)
        && entry.evidence.contains { isUsable($0) && exists(folders.expanded($0)) }
    }
  }

  private var index: FollowerIndex {
    let file = "/" + FollowerIndex.fileName
    for place in places {
      if case .bytes(let text) = Disk.system.reading(place + file, limit: Self.mostBytes).content {
        return FollowerIndex(reading: String(decoding: text, as: UTF8.self))
      }
    }
    return FollowerIndex([])
  }

  /// Whether the existence of this file shows that a program is useful in this session.
  ///
  /// Most programs are useful only in a session with a display. A file in the user's home folder is
  /// accepted as proof even without a display.
  private func isUsable(_ evidence: String) -> Bool { hasDisplay || evidence.hasPrefix("~/") }

  private func exists(_ evidence: String) -> Bool {
    guard evidence.utf8.contains(UInt8(ascii: "/")) else {
      return ProgramSearch.has(evidence, in: programFolders)
    }
    guard evidence.utf8.contains(UInt8(ascii: "*")) else { return access(evidence, F_OK) == 0 }
    // Only `*` may act as a pattern in `evidence`. So escape the other special characters of
    // patterns, which the home folder's path may contain.
    var pattern: [UInt8] = []
    for byte in evidence.utf8 {
      if "[?\\".utf8.contains(byte) { pattern.append(UInt8(ascii: "\\")) }
      pattern.append(byte)
    }
    return !Disk.paths(matching: String(decoding: pattern, as: UTF8.self)).isEmpty
  }
}
