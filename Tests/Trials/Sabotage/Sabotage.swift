import TestSupport

/// A daemon made to break a promise, so that a trial shows whether it would have noticed.
///
/// A small library is built from sabotage.c beside this file and loaded into the daemon by its
/// environment. It must be kept for as long as a daemon is started with it.
package final class Sabotage: Sendable {
  package enum Fault: Sendable, CustomStringConvertible {
    /// fsync on a folder answers yes and does nothing.
    case noFolderSync
    /// fsync on a file answers yes and does nothing.
    case noFileSync
    /// flock answers yes to everyone.
    case noLock
    /// flock answers ENOLCK for the lock file in the store's folder, as on NFS without lockd.
    case locklessHome
    /// flock answers EACCES while somebody else has the lock, as on CIFS.
    case cifsLock
    /// Every so many messages one is never let go.
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

  /// What to add to the environment of the daemon.
  package let environment: [String: String]
  private let folder: TemporaryFolder

  /// Why none can be made here, or nothing.
  package static var obstacle: String? {
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
