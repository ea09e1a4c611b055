import TestSupport

/// A deliberate fault of the daemon, to show that a trial would detect it.
///
/// A small library is built from sabotage.c beside this file, and preloaded into the daemon. Keep
/// this object as long as daemons may be started with the library.
package final class Sabotage: Sendable {
  package enum Fault: Sendable, CustomStringConvertible {
    /// fsync on a folder reports success, but does nothing.
    case noFolderSync
    /// fsync on a file reports success, but does nothing.
    case noFileSync
    /// flock succeeds for every process, even for several at the same time.
    case noLock
    /// flock on the lock file in the store's folder fails with ENOLCK, as on NFS without lockd.
    case locklessHome
    /// While another process holds the lock, flock fails with EACCES, as on CIFS.
    case cifsLock
    /// One of every `every` blocks of memory is never freed.
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

  /// Variables to add to the daemon's environment.
  package let environment: [String: String]
  private let folder: TemporaryFolder

  /// Why the library cannot be built here; nil if it can.
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
