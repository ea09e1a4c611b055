import Glibc

/// Mounts that nobody sees but a thread, and the threads and programs that it starts from then on.
///
/// Whoever else makes mounts of their own takes a copy of all that there are, and a file system
/// that somebody has a copy of lives on when it is unmounted: mounted again, it would be the same.
package enum OwnMounts {
  struct NotMade: Error, CustomStringConvertible { let description: String }

  private static let newMounts: Int32 = 0x2_0000

  /// Gives them to this thread until it ends; root's leave is needed.
  package static func begin() throws {
    guard let unshare = GnuCalls.unshare, unshare(newMounts) == 0 else {
      throw NotMade(
        description: "there can be no mounts of our own: \(String(cString: strerror(errno)))"
      )
    }
    // They would still be told to everybody where the machine shares its mounts.
    let done = try Program.run(
      "mount",
      ["--make-rprivate", "/"],
      environment: ["PATH": Tool.searchPath]
    )
    guard done.exit == .exited(0) else { throw NotMade(description: "mount \(done)") }
  }
}
