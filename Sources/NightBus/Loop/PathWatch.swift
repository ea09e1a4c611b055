import CDBus
import Glibc

/// Tells which of some files may have changed, however that came about.
///
/// Written in place, replaced, removed or made, through links and folders on the way that are
/// switched, missing at first, or moved and made again. What happens to other names wakes the loop
/// at most. A file changed under another of its hard names is not seen, nor is a mount.
package final class PathWatch {
  /// What keeps a change from being told.
  package struct Obstacle: Equatable {
    package let folder: String
    package let error: BusError
  }

  private struct Folder {
    let path: String
    var kinds: UInt32
  }

  private let events: FolderEvents
  private var trails: [String: PathTrail] = [:]
  private var folders: [Int32: Folder] = [:]

  package var obstacles: [Obstacle] { trails.values.compactMap(\.obstacle) }

  /// Calls with those of the absolute paths that one burst of changes may concern.
  ///
  /// When this returns, any change from now on is told; so whoever reads the files reads them then.
  package init(
    _ paths: [String],
    on loop: Loop,
    _ handler: @escaping (Set<String>) -> Void
  ) throws(BusError) {
    events = try FolderEvents(on: loop)
    for path in paths { trails[path] = follow(path) }
    settle()
    events.onNews = { [unowned self] in
      let changed = readChanges()
      // It may let this watch go.
      if !changed.isEmpty { handler(changed) }
    }
  }

  private func readChanges() -> Set<String> {
    // The path, and whether the file itself was told of.
    var met: [String: Bool] = [:]
    events.forEach { event in
      for (path, trail) in trails {
        guard let isOwn = meets(event, trail) else { continue }
        met[path] = met[path] == true || isOwn
      }
      if event.isAny(UInt32(IN_IGNORED)) { folders[event.folder] = nil }
    }
    guard !met.isEmpty else { return [] }
    var changed: Set<String> = []
    for (path, isOwn) in met {
      let before = trails[path] ?? PathTrail()
      let after = follow(path)
      trails[path] = after
      if isOwn || before.isThere || after.isThere { changed.insert(path) }
    }
    settle()
    return changed
  }

  /// Nil where the event is no news; else whether it is about the file itself.
  private func meets(_ event: FolderEvents.Event, _ trail: PathTrail) -> Bool? {
    if event.isAny(UInt32(IN_Q_OVERFLOW)) { return true }
    if event.isAny(Self.loss) {
      return trail.steps.contains { $0.folder == event.folder } ? false : nil
    }
    let index = trail.steps.lastIndex {
      $0.folder == event.folder && $0.name == event.name && event.isAny($0.kinds)
    }
    guard let index else { return nil }
    // Else it is about a link, or about a folder that is missing.
    guard trail.steps[index].kinds == Self.written else { return false }
    if event.isAny(UInt32(IN_CREATE)), let folder = folders[event.folder] {
      return FolderEvents.isWhole("\(folder.path)/\(event.name)") ? true : nil
    }
    return true
  }

  /// Brings what is watched down to what the trails need.
  ///
  /// A folder that is another one by now gets another number. What was missed by that is told of
  /// already: whoever moved the old one away was seen.
  private func settle() {
    var wanted: [Int32: UInt32] = [:]
    for step in trails.values.lazy.flatMap(\.steps) {
      wanted[step.folder, default: 0] |= step.kinds
    }
    for (number, folder) in folders {
      guard let kinds = wanted[number] else {
        events.remove(number)
        folders[number] = nil
        continue
      }
      guard kinds != folder.kinds else { continue }
      let found = try? events.add(folder.path, kinds | UInt32(IN_DONT_FOLLOW))
      folders[number]?.kinds = kinds
      if let found, found != number, folders[found] == nil { events.remove(found) }
    }
  }
}

// MARK: - The way to a file

extension PathWatch {
  /// As many links as Linux follows, and a bound for paths that no one writes.
  private static let mostLinks = 40
  private static let mostSteps = 4_096

  /// The folder itself; what every folder on the way is watched for.
  private static let own = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
  /// A name that is missing.
  private static let coming = own | UInt32(IN_CREATE | IN_MOVED_TO)
  /// A link.
  private static let standing = coming | UInt32(IN_MOVED_FROM | IN_DELETE)
  /// The file at the end, whose mode decides whether it may be read.
  private static let written = standing | UInt32(IN_CLOSE_WRITE | IN_ATTRIB)
  /// The folder is no more what it was.
  private static let loss = own | UInt32(IN_UNMOUNT | IN_IGNORED)

  /// Walks to the file as the kernel would, and watches each place before it looks there.
  ///
  /// So whatever changes behind its back is in the queue already, and has it walk again.
  private func follow(_ path: String) -> PathTrail {
    var trail = PathTrail()
    // Without links in it, and empty for the root.
    var folder = ""
    var rest = Self.parts(path)
    var links = 0
    for _ in 0..<Self.mostSteps {
      guard let name = rest.popLast() else {
        trail.isThere = true
        return trail
      }
      if name == ".." {
        folder = Self.parent(of: folder)
        continue
      }
      let place = "\(folder)/\(name)"
      if !rest.isEmpty, enter(place, &trail) {
        folder = place
        continue
      }
      let kinds = rest.isEmpty ? Self.written : Self.standing
      let number = watch(folder, kinds, &trail)
      switch Self.look(place) {
      case .link(let target):
        trail.add(number, name, Self.standing)
        links += 1
        guard links <= Self.mostLinks, !target.isEmpty else { return trail }
        if target.hasPrefix("/") { folder = "" }
        rest += Self.parts(target)
      // It came a moment ago.
      case .folder where !rest.isEmpty: rest.append(name)
      case .missing(let code):
        // A folder that someone stands in is not told to be gone, but another may come. Only for the
        // last one: those above hold a home's many other names, and each would wake the loop.
        if !folder.isEmpty, rest.isEmpty || code == EACCES {
          let kinds = Self.coming | (code == EACCES ? UInt32(IN_ATTRIB) : 0)
          let number = watch(Self.parent(of: folder), kinds, &trail)
          trail.add(number, Self.name(of: folder), kinds)
        }
        trail.add(number, name, rest.isEmpty ? kinds : Self.coming)
        return trail
      case .folder, .other:
        trail.add(number, name, kinds)
        trail.isThere = rest.isEmpty
        return trail
      }
    }
    return trail
  }

  private enum Found {
    case missing(code: Int32)
    case folder, other
    case link(String)
  }

  private static func look(_ path: String) -> Found {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return .missing(code: errno) }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK:
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
        guard let start = buffer.baseAddress else { return .other }
        let count = readlink(path, start, buffer.count)
        guard count >= 0 else { return .missing(code: errno) }
        return .link(String(decoding: buffer.prefix(count), as: UTF8.self))
      }
    default: return .other
    }
  }

  /// Watches a folder on the way; false where there is none.
  private func enter(_ folder: String, _ trail: inout PathTrail) -> Bool {
    do throws(BusError) {
      trail.add(try add(folder, Self.own), "", Self.own)
      return true
    } catch {
      // One that may not be read may be passed through.
      guard case .folder = Self.look(folder) else { return false }
      if case .system(_, ENOSPC) = error { trail.obstacle = Obstacle(folder: folder, error: error) }
      return true
    }
  }

  /// Watches a folder for a name in it.
  private func watch(_ folder: String, _ kinds: UInt32, _ trail: inout PathTrail) -> Int32 {
    do throws(BusError) {
      return try add(folder, kinds)
    } catch .system(_, ENOENT), .system(_, ENOTDIR) {
      // It went a moment ago, which is in the queue.
      return -1
    } catch {
      trail.obstacle = Obstacle(folder: folder.isEmpty ? "/" : folder, error: error)
      return -1
    }
  }

  private func add(_ folder: String, _ kinds: UInt32) throws(BusError) -> Int32 {
    let path = folder.isEmpty ? "/" : folder
    let more = UInt32(IN_MASK_ADD | IN_DONT_FOLLOW)
    let number = try events.add(path, kinds | more)
    folders[number] = Folder(path: path, kinds: kinds | (folders[number]?.kinds ?? 0))
    return number
  }

  // Byte by byte, as the kernel reads them: a mark may join the slash before it to one character.
  private static let slash = UInt8(ascii: "/")

  /// From the last to the first.
  private static func parts(_ path: String) -> [String] {
    let parts = path.utf8.split(separator: slash).map { String(Substring($0)) }
    return parts.filter { $0 != "." }.reversed()
  }

  private static func parent(of folder: String) -> String {
    String(folder.prefix(upTo: folder.utf8.lastIndex(of: slash) ?? folder.startIndex))
  }

  private static func name(of folder: String) -> String {
    let name = folder.utf8.suffix(from: folder.utf8.lastIndex(of: slash) ?? folder.startIndex)
    return String(Substring(name.dropFirst()))
  }
}
