import Glibc
import NightCore
import NightPrograms
import NightStore

/// Checks whether other users could have written a file that nightctl runs or takes instructions
/// from.
///
/// The facts about each folder are read only once, because many files are in the same folder.
final class FileTrust {
  private lazy var trust = HookTrust(user: geteuid(), privateGroup: FileTrust.privateGroup())
  private let realPaths = RealPaths()
  private var folders: [String: HookTrust.Entry] = [:]

  /// Why other users could have written a file; nil if they could not.
  func refusal(_ path: String) -> String? {
    // Check the folders above a link, and the folders above its target.
    var paths = [path]
    if let target = realPaths[path], target != path { paths.append(target) }
    return paths.lazy.compactMap { self.trust.refusal(self.chain($0)) }.first
  }

  /// The file, followed by each folder above the file except the root.
  private func chain(_ path: String) -> [HookTrust.Entry] {
    [Self.entry(path)].compactMap { $0 }
      + path.foldersAbove.dropLast().compactMap { folder in
        let entry = folders[folder] ?? Self.entry(folder)
        folders[folder] = entry
        return entry
      }
  }

  private static func entry(_ path: String) -> HookTrust.Entry? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return HookTrust.Entry(
      path: path,
      owner: facts.st_uid,
      group: facts.st_gid,
      mode: facts.st_mode & 0o7777,
      isFolder: facts.st_mode & S_IFMT == S_IFDIR,
      accessList: FileAttributes.accessList(of: path) ?? HookTrust.unknownList
    )
  }

  /// The group that only this user is a member of; nil if the user's group has other members.
  private static func privateGroup() -> UInt32? {
    guard let user = getpwuid(geteuid()) else { return nil }
    let number = user.pointee.pw_gid
    let name = String(cString: user.pointee.pw_name)
    guard let group = getgrgid(number) else { return nil }
    guard String(cString: group.pointee.gr_name) == name else { return nil }
    var member = group.pointee.gr_mem
    while let text = member?.pointee {
      guard String(cString: text) == name else { return nil }
      member = member?.advanced(by: 1)
    }
    return number
  }
}
