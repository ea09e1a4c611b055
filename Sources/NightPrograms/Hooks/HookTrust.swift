/// Decides whether other users could have written a hook.
///
/// A hook runs with all rights of the user. So the hook's file and all folders above it must belong
/// to the user or root, and must not be writable by anybody else.
package struct HookTrust: Sendable {
  /// The facts about a file or folder that decide whether it is trusted.
  package struct Entry: Equatable, Sendable {
    package let path: String
    package let owner: UInt32
    package let group: UInt32
    /// The permission bits, including the sticky bit.
    package let mode: UInt32
    package let isFolder: Bool
    /// The bytes of the attribute `system.posix_acl_access`; empty if the file has no access list.
    package let accessList: [UInt8]

    package init(
      path: String,
      owner: UInt32,
      group: UInt32,
      mode: UInt32,
      isFolder: Bool,
      accessList: [UInt8] = []
    ) {
      self.path = path
      self.owner = owner
      self.group = group
      self.mode = mode
      self.isFolder = isFolder
      self.accessList = accessList
    }
  }

  /// A placeholder for an access list that cannot be read.
  ///
  /// nightd assumes that such a list lets other users write.
  package static let unknownList: [UInt8] = [0]

  private let user: UInt32
  /// The user's private group, which has no other member; nil if the user has no private group.
  private let privateGroup: UInt32?

  package init(user: UInt32, privateGroup: UInt32?) {
    self.user = user
    self.privateGroup = privateGroup
  }

  /// Returns why a file is refused, as a sentence; nil if only the user and root can write it.
  ///
  /// `entries` are the file and all folders above it, with links resolved.
  package func refusal(_ entries: [Entry]) -> String? {
    entries.lazy.compactMap(refusal).first
  }

  private func refusal(_ entry: Entry) -> String? {
    guard entry.owner == user || entry.owner == 0 else {
      return "\(entry.path) belongs to another user (\(entry.owner))"
    }
    // In a sticky folder such as /tmp or Nix's store, only the owner of a file can replace it.
    if entry.isFolder, entry.mode & 0o1000 != 0 { return nil }
    if entry.mode & 0o002 != 0 {
      return "\(entry.path) is writable by everyone; to change that, run chmod o-w \(entry.path)"
    }
    if entry.mode & 0o020 != 0, entry.group != privateGroup, entry.group != 0 {
      return "\(entry.path) is writable by its group; to change that, run chmod g-w \(entry.path)"
    }
    // If the file has an access list, the mode's group bits are the list's mask. If the mask
    // forbids writing, no entry of the list allows it.
    guard entry.mode & 0o020 != 0, let other = AccessList.writer(entry.accessList, isOther) else {
      return nil
    }
    return "\(entry.path) is writable by \(other) through its access list; "
      + "to change that, run setfacl -b \(entry.path)"
  }

  /// Whether an entry of an access list is for a user or group other than the user, root and the
  /// private group.
  private func isOther(isUser: Bool, number: UInt32) -> Bool {
    guard number != 0 else { return false }
    return isUser ? number != user : number != privateGroup
  }
}

/// Reads an access list in the form in which the kernel stores it.
///
/// The list has four bytes for the version, then eight bytes for each entry: its tag, its
/// permissions and its number.
private enum AccessList {
  private static let versionBytes = 4
  private static let entryBytes = 8
  private static let (userTag, groupTag): (UInt8, UInt8) = (0x02, 0x08)
  private static let write: UInt8 = 0x02

  /// The first named user or group with write permission, such as `user 1001`; nil if the list has
  /// no such entry.
  ///
  /// nightd assumes that a malformed list lets other users write.
  static func writer(_ bytes: [UInt8], _ counts: (Bool, UInt32) -> Bool) -> String? {
    guard !bytes.isEmpty else { return nil }
    let entries = bytes.dropFirst(versionBytes)
    guard bytes.starts(with: [2, 0, 0, 0]), entries.count % entryBytes == 0 else {
      return "unknown users"
    }
    for start in stride(from: entries.startIndex, to: entries.endIndex, by: entryBytes) {
      let tag = entries[start]
      guard tag == userTag || tag == groupTag, entries[start + 2] & write != 0 else { continue }
      let number = (0..<4).reduce(UInt32(0)) { $0 | UInt32(entries[start + 4 + $1]) << (8 * $1) }
      if counts(tag == userTag, number) {
        return "\(tag == userTag ? "user" : "group") \(number)"
      }
    }
    return nil
  }
}
