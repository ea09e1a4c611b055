import Glibc
import TestSupport

/// A file system inside a file, whose power can be cut.
///
/// After the cut, the kernel writes nothing more to the file system, not even the journal. So the
/// next mount finds the state in which a power cut would leave the disk. Only the thread that makes
/// the disk, and the programs and threads that it starts, see the disk. When this thread and those
/// programs and threads have ended, the disk no longer exists.
final class LoopDisk {
  enum Kind: String, Sendable {
    case ext4, xfs

    var maker: [String] {
      switch self {
      case .ext4: ["mkfs.ext4", "-q", "-F"]
      case .xfs: ["mkfs.xfs", "-q", "-f"]
      }
    }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  let folder: TemporaryFolder
  let path: String
  private let image: String

  /// Why no such disk can be made here; nil if one can.
  static func skipReason(_ kind: Kind) -> String? {
    guard geteuid() == 0 else { return "mounting needs root" }
    guard access("/dev/loop-control", R_OK) == 0 else { return "there are no loop devices" }
    for tool in ["mount", "umount", "xfs_io", kind.maker[0]] where Tool.path(tool) == nil {
      return "\(tool) is not installed"
    }
    do { _ = try LoopDisk(kind) } catch { return "\(error)" }
    return nil
  }

  init(_ kind: Kind) throws {
    try OwnMounts.begin()
    folder = try TemporaryFolder()
    image = folder.file("image")
    path = try folder.makeFolder("disk")
    try folder.write("", to: "image")
    // This is the smallest size that xfs accepts; the file is sparse.
    guard truncate(image, 320 << 20) == 0 else { throw Failure(description: "no room in /tmp") }
    try Self.run(kind.maker + [image])
    try mount()
  }

  deinit { try? unmount() }

  func mount() throws { try Self.run(["mount", "-o", "loop", image, path]) }

  /// Unmounts the disk and removes the loop device.
  ///
  /// The caller must first end all programs that use the disk.
  func unmount() throws { try Self.run(["umount", path]) }

  func flush() throws {
    // After a cut, the first sync may report an earlier write that failed on the loop device; so
    // try twice.
    do { try Self.run(["sync", "-f", path]) } catch { try Self.run(["sync", "-f", path]) }
  }

  /// Cuts the power; if `afterJournal` is true, the journal is written first, but file data is not.
  func cutPower(afterJournal: Bool = false) throws {
    try Self.run(["xfs_io", "-x", "-c", afterJournal ? "shutdown -f" : "shutdown", path])
  }

  func bringBack() throws {
    try unmount()
    try mount()
  }

  private static func run(_ words: [String]) throws {
    let done = try Program.run(
      words[0],
      Array(words.dropFirst()),
      environment: ["PATH": Tool.searchPath]
    )
    guard done.exit == .exited(0) else {
      throw Failure(description: "\(words.joined(separator: " ")): \(done)")
    }
  }
}
