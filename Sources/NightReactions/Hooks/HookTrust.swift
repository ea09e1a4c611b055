/// Decides whether other users could have written a hook.
///
/// A hook runs with all rights of the user. So neither the file nor a folder above it may be writable
/// by anyone but its owner, who must be the user or root.
package struct HookTrust: Sendable {
  /// What counts of a file or folder.
  package struct Entry: Equatable, Sendable {
    package let path: String
    package let owner: UInt32
    package let group: UInt32
    /// The permissions, with the sticky bit.
    package let mode: UInt32
    package let isFolder: Bool

    package init(path: String, owner: UInt32, group: UInt32, mode: UInt32, isFolder: Bool) {
      self.path = path
      self.owner = owner
      self.group = group
      self.mode = mode
      self.isFolder = isFolder
    }
  }

  private let user: UInt32
  /// The user's private group: a group without any other member.
  private let privateGroup: UInt32?

  package init(user: UInt32, privateGroup: UInt32?) {
    self.user = user
    self.privateGroup = privateGroup
  }

  /// Returns why a file is refused, as a sentence; nil if only the user and root can write it.
  ///
  /// `entries` are the file and all folders above it, without links.
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
      return "\(entry.path) is writable by everyone; chmod o-w \(entry.path) changes that"
    }
    if entry.mode & 0o020 != 0, entry.group != privateGroup, entry.group != 0 {
      return "\(entry.path) is writable by its group; chmod g-w \(entry.path) changes that"
    }
    return nil
  }
}
