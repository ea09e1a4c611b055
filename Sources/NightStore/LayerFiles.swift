import NightCore

/// The preference files that the user and the administrator write by hand.
///
/// nightd reads these files, even through symbolic links, but never writes them.
package struct LayerFiles: Sendable {
  /// The size of the largest file that is read, in bytes.
  package static let byteLimit = JSONLimits.standard.bytes
  /// The owner that the kernel reports for an unmapped user.
  ///
  /// In the user namespace of nightd's unit (`PrivateUsers=`), all users except nightd's own are
  /// unmapped, even root.
  private static let nobody: UInt32 = 65_534

  /// The path of the user's preference file; nil if the user's configuration folder is unknown.
  package let user: String?
  package let systems: [(config: String, locks: String)]
  private let disk: Disk

  package init(_ folders: StandardFolders, disk: Disk = .system) {
    user = folders.userConfig
    systems = folders.systemFolders.map { ($0 + "/config.json5", $0 + "/locks") }
    self.disk = disk
  }

  /// The paths of all files, without duplicates.
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
