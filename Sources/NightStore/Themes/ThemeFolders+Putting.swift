import NightCore

/// What nightctl writes: the user's own folder alone.
extension ThemeFolders {
  /// Why a theme could not be put there.
  package enum PutFlaw: Error, Equatable, Sendable {
    /// Nothing says where the user's themes would stand.
    case noFolder
    /// Another theme of this name is there, and is to stay.
    case taken
    /// It has a folder of its own, which a file does not replace.
    case isFolder
    case refused(Disk.Refusal)
  }

  /// Puts a theme's file there all at once, so that nobody ever reads half of it; answers its path.
  ///
  /// The name must be one of a theme. When this ends, the file is on the disk.
  package func put(
    _ name: String,
    _ bytes: [UInt8],
    replacing: Bool = false
  ) throws(PutFlaw) -> String {
    guard let user, ThemeName.flaw(name) == nil else { throw .noFolder }
    let path = "\(user)/\(name)\(Self.ending)"
    do throws(Disk.Refusal) {
      try makeFolders(user)
      if try disk.look("\(user)/\(name)/\(Self.folderFile)") != nil { throw Stop.isFolder }
      // Two that write at once make two files.
      let temporary = try freeName(user)
      do throws(Disk.Refusal) {
        try write(bytes, to: temporary)
        if replacing {
          try disk.rename(temporary, path)
        } else {
          // Unlike a rename it never takes another one's place.
          try disk.link(temporary, path)
          try disk.remove(temporary)
        }
      } catch {
        try? disk.remove(temporary)
        throw error
      }
      try disk.syncFolder(user)
    } catch {
      switch error {
      case Stop.isFolder: throw .isFolder
      case _ where error.call == "link" && (try? disk.look(path)) != nil: throw .taken
      default: throw .refused(error)
      }
    }
    return path
  }

  private enum Stop {
    static let isFolder = Disk.Refusal("", "", code: 0)
  }

  /// Begins with a dot, as no theme does, and is not there.
  func freeName(_ folder: String) throws(Disk.Refusal) -> String {
    var number = 0
    while true {
      let path = "\(folder)/.nightctl-\(number)"
      guard try disk.look(path) != nil, number < 1_000 else { return path }
      number += 1
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(Disk.Refusal) {
    let file = try disk.create(path)
    defer { disk.close(file) }
    try disk.write(file, bytes)
    try disk.sync(file)
  }

  /// Makes what is missing of the way, from above, each durably.
  private func makeFolders(_ folder: String) throws(Disk.Refusal) {
    var missing: [String] = []
    var next = folder
    while try disk.lookThroughLinks(next) == nil {
      missing.append(next)
      next = Self.parent(of: next)
    }
    for path in missing.reversed() {
      do throws(Disk.Refusal) { try disk.makeFolder(path) } catch {
        // Another one may have been quicker.
        guard try disk.lookThroughLinks(path) != nil else { throw error }
      }
      try disk.syncFolder(Self.parent(of: path))
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
