import Glibc

/// Mounts that only one thread sees, and the threads and programs that it starts later.
///
/// Another process that makes a mount namespace copies all mounts. A file system with such a copy
/// lives on after it is unmounted, and mounting it again would show the same one.
package enum OwnMounts {
  struct NotMade: Error, CustomStringConvertible { let description: String }

  private static let newMounts: Int32 = 0x2_0000

  /// Gives this thread its own mounts until it ends; needs root.
  package static func begin() throws {
    guard let unshare = GnuCalls.unshare, unshare(newMounts) == 0 else {
      throw NotMade(
        description: "there can be no mounts of our own: \(String(cString: strerror(errno)))"
      )
    }
    // Otherwise the mounts would propagate to other namespaces if the machine shares its mounts.
    let done = try Program.run(
      "mount",
      ["--make-rprivate", "/"],
      environment: ["PATH": Tool.searchPath]
    )
    guard done.exit == .exited(0) else { throw NotMade(description: "mount \(done)") }
  }
}
