import CFiles
import Glibc

/// The mode, the owner, the access list and the extended attributes of a file.
package struct FileAttributes {
  private static let accessList = "system.posix_acl_access"
  /// The attributes that contain signatures of a file's bytes; a signature is not valid for new
  /// bytes.
  private static let signatures: Set = ["security.evm", "security.ima"]
  /// The prefixes of attributes that only the system can set.
  ///
  /// A failure to copy an attribute with one of these prefixes is not an error.
  private static let systemPrefixes = ["security.", "trusted."]

  let facts: stat
  private let extended: [(name: String, value: [UInt8])]

  /// Reads the attributes of an open file.
  init(of file: Int32) throws(FileReplacement.Failure) {
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw .lastError }
    self.facts = facts
    var extended: [(name: String, value: [UInt8])] = []
    for name in try Self.names(of: file) where !Self.signatures.contains(name) {
      let value = try Self.filled { fgetxattr(file, name, $0, $1) }
      if let value { extended.append((name, value)) }
    }
    self.extended = extended
  }

  /// Gives a new file these attributes; throws if the owner, group or an attribute cannot be kept.
  ///
  /// The order of the calls matters, because chown(2) clears mode bits, and the access list sets
  /// the group's mode bits.
  func copy(to file: Int32) throws(FileReplacement.Failure) {
    var present = stat()
    fstat(file, &present)
    if present.st_uid != facts.st_uid || present.st_gid != facts.st_gid {
      guard fchown(file, facts.st_uid, facts.st_gid) == 0 else {
        throw present.st_uid == facts.st_uid
          ? .groupIsNotKept(facts.st_gid) : .ownerIsNotKept(facts.st_uid)
      }
    }
    // Remove an access list that the new file inherited, and attributes that the old file no longer
    // has.
    for name in try Self.names(of: file) + [Self.accessList]
    where !extended.contains(where: { $0.name == name })
      && !Self.systemPrefixes.contains(where: name.hasPrefix)
    { fremovexattr(file, name) }
    for (name, value) in extended where fsetxattr(file, name, value, value.count, 0) != 0 {
      let code = errno
      guard Self.systemPrefixes.contains(where: name.hasPrefix) else {
        throw .attributeIsNotKept(name, code: code)
      }
    }
    // If the file has an access list, fchmod(2) also sets the list's mask, which does no harm,
    // because the mask already has this value.
    guard fchmod(file, facts.st_mode & 0o7777) == 0 else {
      throw .lastError
    }
  }

  /// Whether the mode, owner, group and extended attributes are equal.
  func isSame(as other: FileAttributes) -> Bool {
    facts.st_mode == other.facts.st_mode && facts.st_uid == other.facts.st_uid
      && facts.st_gid == other.facts.st_gid && extended.elementsEqual(other.extended, by: ==)
  }

  /// The access list of the file or folder to which a path leads; empty if there is no access list.
  ///
  /// The value is nil if the access list cannot be read.
  package static func accessList(of path: String) -> [UInt8]? {
    do throws(FileReplacement.Failure) {
      return try filled { getxattr(path, accessList, $0, $1) } ?? []
    } catch { return nil }
  }

  private static func names(of file: Int32) throws(FileReplacement.Failure) -> [String] {
    let list = try filled { buffer, size in
      flistxattr(file, buffer?.assumingMemoryBound(to: CChar.self), size)
    }
    return (list ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the bytes that `body` writes; nil if the attribute does not exist or is unsupported.
  ///
  /// The first call, without a buffer, returns the size that the second call needs.
  private static func filled(
    _ body: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileReplacement.Failure) -> [UInt8]? {
    while true {
      let size = body(nil, 0)
      guard size > 0 else {
        guard size == 0 || [ENODATA, ENOTSUP, ENOSYS].contains(errno) else {
          throw .lastError
        }
        return size == 0 ? [] : nil
      }
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let answer = body(buffer.baseAddress, size)
        count = max(answer, 0)
        code = answer < 0 ? errno : 0
      }
      if code == 0 { return bytes }
      if code == ENODATA { return nil }
      guard code == ERANGE else { throw .refused(code: code) }
    }
  }
}
