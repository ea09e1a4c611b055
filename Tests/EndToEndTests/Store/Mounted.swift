import Glibc
import TestSupport

/// A small file system that is mounted for one test.
struct Mounted {
  static var isPossible: Bool {
    guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
    guard let mounted = try? Mounted(folder.path, options: "size=4k") else { return false }
    mounted.end()
    return true
  }

  let folder: String

  init(_ folder: String, options: String) throws {
    self.folder = folder
    let finished = try Program.run(
      "mount",
      ["-t", "tmpfs", "-o", options, "nightd-test", folder]
    )
    guard finished.exit == .exited(0) else { throw CancellationError() }
  }

  func remount(_ options: String) throws {
    let finished = try Program.run("mount", ["-o", "remount,\(options)", folder])
    guard finished.exit == .exited(0) else { throw CancellationError() }
  }

  func end() { _ = try? Program.run("umount", ["-l", folder]) }
}
