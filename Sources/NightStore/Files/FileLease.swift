import Glibc

/// A read lease on an open file.
///
/// As long as the lease lasts, no program can open the file for writing.
///
/// A program that tries to open the file for writing must wait until the lease ends. `isWanted` is
/// true while a program waits for the end of the lease.
package struct FileLease {
  // glibc's headers define these numbers only with _GNU_SOURCE.
  private static let setSignal: Int32 = 10
  private static let set: Int32 = 1_024
  private static let get: Int32 = 1_025

  private let file: Int32
  /// Whether the lease was granted; some file systems have no leases.
  let isHeld: Bool

  /// Takes the lease, which ends when the file is closed.
  ///
  /// Throws `isBeingWritten` if a program has the file open for writing.
  init(on file: Int32) throws(FileReplacement.Failure) {
    self.file = file
    // When another program waits, the kernel sends a signal: by default SIGIO, which would end this
    // process. So choose SIGURG, which is ignored by default.
    isHeld =
      fcntl(file, Self.setSignal, SIGURG) == 0 && fcntl(file, Self.set, Int32(F_RDLCK)) == 0
    guard isHeld || errno != EAGAIN else { throw .isBeingWritten }
  }

  /// Keeps other programs from writing an open file until the file is closed; returns false if a
  /// program already has the file open for writing.
  package static func keepsWritersOut(of file: Int32) -> Bool {
    (try? FileLease(on: file)) != nil
  }

  /// Whether a program is waiting to open the file for writing.
  var isWanted: Bool { isHeld && fcntl(file, Self.get) != Int32(F_RDLCK) }
}
