import Glibc

/// Mounts that only one thread sees, together with the threads and programs that it starts later.
///
/// When another process makes a mount namespace, the new namespace gets a copy of every mount. As
/// long as such a copy exists, the file system also exists, even if it is unmounted here. A new
/// mount would then give the same file system again.
package enum OwnMounts {
  struct NotMade: Error, CustomStringConvertible { let description: String }

  private static let newMounts: Int32 = 0x2_0000

  /// Gives this thread its own mounts until it ends; this needs root.
  package static func begin() throws {
    guard let unshare = GnuCalls.unshare, unshare(newMounts) == 0 else {
      throw NotMade(
        description: "there can be no mounts of our own: \(String(cString: strerror(errno)))"
      )
    }
    // On a machine with shared mounts, new mounts would otherwise appear in other namespaces, too.
    let done = try Program.run(
      "mount",
      ["--make-rprivate", "/"],
      environment: ["PATH": Tool.searchPath]
    )
    guard done.exit == .exited(0) else { throw NotMade(description: "mount \(done)") }
  }
}
