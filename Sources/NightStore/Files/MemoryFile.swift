import CFiles
import Glibc

/// A file that exists only in memory, from which a child process reads.
package struct MemoryFile: ~Copyable {
  package let number: Int32
  /// `MFD_CLOEXEC`, which glibc's headers define only with _GNU_SOURCE.
  private static let closesOnExec: UInt32 = 1

  /// Makes a file with these bytes; a child process reads them from the beginning.
  package init(_ bytes: [UInt8]) throws(Disk.Refusal) {
    number = memfd_create("nightctl", Self.closesOnExec)
    guard number >= 0 else { throw Disk.Refusal("memfd_create", "", code: errno) }
    try Disk.system.write(number, bytes)
    lseek(number, 0, SEEK_SET)
  }

  deinit { if number >= 0 { close(number) } }
}
