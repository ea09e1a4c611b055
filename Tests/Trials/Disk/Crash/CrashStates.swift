/// Calculates every state in which a crash at any moment could leave the disk.
///
/// The model assumes that the disk keeps only what POSIX requires. A file's data is safe only after
/// a sync of the file, and a folder's entry only after a sync of the folder. Of all other changes,
/// a crash may lose any part. Real file systems lose less, but each loses different parts, so the
/// model allows all of them.
struct CrashStates {
  let folders: Set<String>
  let files: [String: [UInt8]]
  let actions: [DiskAction]

  /// The highest number of unsafe entries; with more, there would be too many states.
  static let mostUnsafe = 12

  struct TooMany: Error {}

  func all() throws -> Set<CrashState> {
    var states: Set<CrashState> = []
    for count in 0...actions.count {
      states.formUnion(try after(Array(actions.prefix(count))))
    }
    return states
  }

  private func after(_ done: [DiskAction]) throws -> [CrashState] {
    let entries = done.indices.filter { done[$0].folder != nil }
    let loose = entries.filter { index in
      !done[index...].contains { $0 == .syncFolder(done[index].folder ?? "") }
    }
    guard loose.count <= Self.mostUnsafe else { throw TooMany() }
    let isTold = done.contains(.tell)
    var states: [CrashState] = []
    for mask in 0..<(1 << loose.count) {
      let lost = Set(loose.indices.filter { mask >> $0 & 1 == 1 }.map { loose[$0] })
      guard let names = names(entries.filter { !lost.contains($0) }.map { done[$0] }) else {
        continue
      }
      for contents in contents(done) {
        var state = CrashState(folders: names.folders, files: [:], isTold: isTold)
        for (path, file) in names.files { state.files[path] = contents[file] ?? [] }
        states.append(state)
      }
    }
    return states
  }

  private struct Names {
    var folders: Set<String>
    var files: [String: Int]
  }

  /// Files that existed before the recording have negative numbers.
  private var before: (names: [String: Int], contents: [Int: [UInt8]]) {
    var names: [String: Int] = [:]
    var contents: [Int: [UInt8]] = [:]
    for (index, path) in files.keys.sorted().enumerated() {
      names[path] = -1 - index
      contents[-1 - index] = files[path]
    }
    return (names, contents)
  }

  /// The names in the folders after these changes; nil if a change depends on another one that was
  /// lost.
  private func names(_ changes: [DiskAction]) -> Names? {
    var names = Names(folders: folders, files: before.names)
    for change in changes {
      // If a folder was lost, all changes in it were also lost.
      guard let folder = change.folder, names.folders.contains(folder) else { continue }
      switch change {
      case .makeFolder(let path): names.folders.insert(path)
      case .create(let path, let file): names.files[path] = file
      case .rename(let from, let to):
        guard let file = names.files.removeValue(forKey: from) else { return nil }
        names.files[to] = file
      case .link(let from, let to):
        guard let file = names.files[from] else { return nil }
        names.files[to] = file
      case .remove(let path):
        guard names.files.removeValue(forKey: path) != nil else { return nil }
      case .write, .sync, .syncFolder, .tell: break
      }
    }
    return names
  }

  /// The possible contents of each file: none, half, or all of the part that was not synced may be
  /// there.
  private func contents(_ done: [DiskAction]) -> [[Int: [UInt8]]] {
    var safe = before.contents
    var loose: [Int: [UInt8]] = [:]
    for action in done {
      switch action {
      case .write(let file, let bytes): loose[file, default: []] += bytes
      case .sync(let file): safe[file, default: []] += loose.removeValue(forKey: file) ?? []
      default: break
      }
    }
    var all = [safe]
    for (file, bytes) in loose {
      all = all.flatMap { contents in
        [0, bytes.count / 2, bytes.count].map { count in
          contents.merging([file: (contents[file] ?? []) + bytes.prefix(count)]) { $1 }
        }
      }
    }
    return all
  }
}
