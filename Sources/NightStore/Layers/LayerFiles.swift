import NightCore
import NightValues

/// The files that people write by hand: the user's and the machine's.
///
/// They are read through links, and never written.
package struct LayerFiles: Sendable {
  /// More than that is not read.
  package static let byteLimit = JSONLimits.standard.bytes
  /// Whom the kernel shows where it cannot tell.
  ///
  /// In the unit's user namespace (`PrivateUsers=`) everybody but the user is this one, root
  /// included.
  private static let nobody: UInt32 = 65_534

  /// Nil where there is no place for one.
  package let user: String?
  package let systems: [(config: String, locks: String)]
  private let disk: Disk

  package init(_ places: Places, disk: Disk = .system) {
    user = places.userConfig
    systems = places.systemFolders.map { ($0 + "/config.json5", $0 + "/locks") }
    self.disk = disk
  }

  /// Each once.
  package var paths: [String] {
    let paths = [user].compactMap(\.self) + systems.flatMap { [$0.config, $0.locks] }
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }

  package func read(_ path: String) -> FileReading {
    disk.reading(path, limit: Self.byteLimit) { found in
      if !found.isOwn, found.owner != 0, found.owner != Self.nobody { return .notOwn }
      return found.isWritableByAll ? .writableByAll : nil
    }
  }
}
