import CFiles
import Glibc

/// Reads the access lists of files, for which the Glibc module has no function.
package enum AccessListFile {
  private static let name = "system.posix_acl_access"
  /// The largest attribute that Linux allows, in bytes.
  private static let mostBytes = 65_536

  /// The access list of a file or folder, through links; empty if it has none.
  ///
  /// Nil if the list cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    // Most files have no list, and then the first call says so.
    let size = getxattr(path, name, nil, 0)
    guard size > 0 else { return size == 0 || errno == ENODATA || errno == ENOTSUP ? [] : nil }
    var buffer = [UInt8](repeating: 0, count: mostBytes)
    let count = getxattr(path, name, &buffer, buffer.count)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }
}
