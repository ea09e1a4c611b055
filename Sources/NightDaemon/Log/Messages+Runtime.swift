import NightStore

extension Messages {
  /// Why nightd has no folder in the user's runtime folder.
  static func words(_ flaw: RuntimeFolder.Flaw) -> String {
    switch flaw {
    case .missing(let path): "\(path) does not exist"
    case .foreignParent(let path), .notOwn(let path): "\(path) belongs to another user"
    case .notAFolder(let path): "\(path) is not a folder"
    case .open(let path): "other users may enter \(path)"
    case .refused(let refusal): words(refusal)
    }
  }
}
