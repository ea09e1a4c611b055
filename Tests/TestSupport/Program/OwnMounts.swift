import Glibc

/// Mounts that are visible only to one thread, and to the threads and programs that it starts
/// later.
///
/// If another process makes a mount namespace, the new namespace copies all mounts. A file system
/// with such a copy still exists after it is unmounted; if it were mounted again, the same file
/// system would appear.
package enum OwnMounts {
  struct NotMade: Error, CustomStringConvertible { let description: String }

  private static let newMounts: Int32 = 0x2_0000

  /// Gives this thread its own mounts until the thread ends; this needs root.
  package static func begin() throws {
    guard let unshare = GnuCalls.unshare, unshare(newMounts) == 0 else {
      throw NotMade(
        description: "there can be no mounts of our own: \(String(cString: strerror(errno)))"
      )
    }
    // If the machine shares its mounts, the mounts made here would otherwise appear in other
    // namespaces.
    let done = try Program.run(
      "mount",
      ["--make-rprivate", "/"],
      environment: ["PATH": Tool.searchPath]
    )
    guard done.exit == .exited(0) else { throw NotMade(description: "mount \(done)") }
  }
}
