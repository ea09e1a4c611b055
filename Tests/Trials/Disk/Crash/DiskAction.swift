/// A change of the disk, a sync, or a message that reports a change; paths are relative to the
/// home.
enum DiskAction: Equatable {
  case makeFolder(String)
  /// A file is identified by a number, because its name can change.
  case create(String, file: Int)
  case write(file: Int, [UInt8])
  case sync(file: Int)
  case syncFolder(String)
  case rename(String, to: String)
  case link(String, to: String)
  case remove(String)
  /// The daemon sends a reply or a signal; from then on, the change must survive a crash.
  case tell

  /// The folder that must be synced to keep the change; nil if the change affects no folder's
  /// entry.
  var folder: String? {
    switch self {
    case .makeFolder(let path), .create(let path, _), .rename(_, let path), .link(_, let path),
      .remove(let path):
      Self.folder(of: path)
    case .write, .sync, .syncFolder, .tell: nil
    }
  }

  static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }
}
