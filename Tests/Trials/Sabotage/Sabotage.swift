import TestSupport

/// A fault in the daemon on purpose, which shows that a trial would notice it.
///
/// A small library is built from sabotage.c beside this file and preloaded into the daemon. Keep
/// this object as long as a daemon is started with it.
package final class Sabotage: Sendable {
  package enum Fault: Sendable, CustomStringConvertible {
    /// fsync on a folder succeeds and does nothing.
    case noFolderSync
    /// fsync on a file succeeds and does nothing.
    case noFileSync
    /// flock succeeds for everyone.
    case noLock
    /// flock fails with ENOLCK for the lock file in the store's folder, as on NFS without lockd.
    case locklessHome
    /// flock fails with EACCES while another process has the lock, as on CIFS.
    case cifsLock
    /// One of this many messages is never freed.
    case leak(every: Int)

    package var description: String {
      switch self {
      case .noFolderSync: "no-folder-sync"
      case .noFileSync: "no-file-sync"
      case .noLock: "no-lock"
      case .locklessHome: "lockless-home"
      case .cifsLock: "cifs-lock"
      case .leak(let every): "leak=\(every)"
      }
    }
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The variables to add to the daemon's environment.
  package let environment: [String: String]
  private let folder: TemporaryFolder

  /// Why no library can be built here; nil if one can.
  package static var skipReason: String? {
    Tool.path("cc") == nil ? "there is no C compiler (cc) on the PATH" : nil
  }

  package init(_ faults: Fault...) throws {
    folder = try TemporaryFolder()
    let library = folder.file("sabotage.so")
    let source = "\(Built.sourceRoot)/Tests/Trials/Sabotage/sabotage.c"
    let made = try Program.run(
      "cc",
      ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl"],
      environment: ["PATH": Tool.searchPath]
    )
    guard made.exit == .exited(0) else { throw Failure(description: "\(source): \(made)") }
    environment = [
      "LD_PRELOAD": library,
      "NIGHTD_SABOTAGE": faults.map(\.description).joined(separator: " "),
    ]
  }
}
