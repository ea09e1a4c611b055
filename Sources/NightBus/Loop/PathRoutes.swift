import CDBus
import Glibc

/// The routes that the kernel takes when it follows some paths, and the folders that are watched
/// for these routes.
///
/// `PathRoutes` is a value type, so that another thread can follow the paths; following a path may
/// hang.
struct PathRoutes: Sendable {
  private struct Folder {
    let path: String
    var kinds: UInt32
  }

  let inotify: Inotify
  private(set) var all: [String: Route] = [:]
  private var folders: [Int32: Folder] = [:]

  init(_ inotify: Inotify) { self.inotify = inotify }

  var failures: [PathWatch.Failure] { all.values.compactMap(\.failure) }

  /// The path of a watched folder.
  func path(of folder: Int32) -> String? { folders[folder]?.path }

  /// Removes a folder from the list of watched folders, because its watch has ended.
  mutating func forget(_ folder: Int32) { folders[folder] = nil }

  /// Follows a path again; returns whether the file existed before, and whether it exists now.
  mutating func follow(_ path: String) -> (before: Bool, now: Bool) {
    let before = all[path]?.isThere ?? false
    let route = findRoute(to: path)
    all[path] = route
    return (before, route.isThere)
  }

  /// Stops watching the folders that no route needs, and the kinds of events that no route needs.
  ///
  /// If a folder was replaced, `add` returns a new number when its path is added again. No route
  /// has the new number yet, so `settle` removes the new watch. No change is missed, because the
  /// removal of the old folder has caused an event, after which the path is followed again.
  mutating func settle() {
    var wanted: [Int32: UInt32] = [:]
    for step in all.values.lazy.flatMap(\.steps) {
      wanted[step.folder, default: 0] |= step.kinds
    }
    for (number, folder) in folders {
      guard let kinds = wanted[number] else {
        inotify.remove(number)
        folders[number] = nil
        continue
      }
      guard kinds != folder.kinds else { continue }
      let found = try? inotify.add(folder.path, kinds | UInt32(IN_DONT_FOLLOW))
      folders[number]?.kinds = kinds
      if let found, found != number, folders[found] == nil { inotify.remove(found) }
    }
  }
}

// MARK: - Following a path

extension PathRoutes {
  /// The limits for one path: as many links as Linux follows, and more steps than a real path has.
  private static let mostLinks = 40
  private static let mostSteps = 4_096

  /// Follows a path as the kernel does, and watches each folder before reading names in it.
  ///
  /// So if the route changes during this search, an event comes, and the path is followed again.
  private mutating func findRoute(to path: String) -> Route {
    var route = Route()
    // The folder reached so far, without links in its path; empty for the root.
    var folder = ""
    var rest = Self.parts(path)
    var links = 0
    for _ in 0..<Self.mostSteps {
      guard let name = rest.popLast() else {
        route.isThere = true
        return route
      }
      if name == ".." {
        folder = Self.parent(of: folder)
        continue
      }
      let place = "\(folder)/\(name)"
      if !rest.isEmpty, enter(place, &route) {
        folder = place
        continue
      }
      let kinds = rest.isEmpty ? Route.written : Route.snapshot
      let number = watch(folder, kinds, &route)
      switch Self.look(place) {
      case .link(let target):
        route.add(number, name, Route.snapshot)
        links += 1
        guard links <= Self.mostLinks, !target.isEmpty else { return route }
        if target.hasPrefix("/") { folder = "" }
        rest += Self.parts(target)
      // The folder was created only after `enter` was called above, so enter the folder again.
      case .folder where !rest.isEmpty: rest.append(name)
      case .missing(let code):
        // The kernel does not report the removal of a folder that a process still has open. A new
        // folder of the same name may be created while the removed one is still open. So watch the
        // parent folder for events about the folder's name. Do not watch higher folders, such as
        // the user's home: changes to other names would wake the loop.
        if !folder.isEmpty, rest.isEmpty || code == EACCES {
          let kinds = Route.coming | (code == EACCES ? UInt32(IN_ATTRIB) : 0)
          let number = watch(Self.parent(of: folder), kinds, &route)
          route.add(number, Self.name(of: folder), kinds)
        }
        route.add(number, name, rest.isEmpty ? kinds : Route.coming)
        return route
      case .folder, .other:
        route.add(number, name, kinds)
        route.isThere = rest.isEmpty
        return route
      }
    }
    return route
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

  /// Watches a folder on the route; returns false if the folder does not exist.
  private mutating func enter(_ folder: String, _ route: inout Route) -> Bool {
    do throws(BusError) {
      route.add(try add(folder, Route.own), "", Route.own)
      return true
    } catch {
      // An unreadable folder cannot be watched, but the path may still lead through it.
      guard case .folder = Self.look(folder) else { return false }
      if case .system(_, ENOSPC) = error {
        route.failure = PathWatch.Failure(folder: folder, error: error)
      }
      return true
    }
  }

  /// Watches a folder for events about a name in it; returns -1 if the folder cannot be watched.
  private mutating func watch(_ folder: String, _ kinds: UInt32, _ route: inout Route) -> Int32 {
    do throws(BusError) {
      return try add(folder, kinds)
    } catch .system(_, ENOENT), .system(_, ENOTDIR) {
      // The folder was just removed, and the event that reports the removal is in the queue.
      return -1
    } catch {
      route.failure = PathWatch.Failure(folder: folder.isEmpty ? "/" : folder, error: error)
      return -1
    }
  }

  private mutating func add(_ folder: String, _ kinds: UInt32) throws(BusError) -> Int32 {
    let path = folder.isEmpty ? "/" : folder
    let more = UInt32(IN_MASK_ADD | IN_DONT_FOLLOW)
    let number = try inotify.add(path, kinds | more)
    folders[number] = Folder(path: path, kinds: kinds | (folders[number]?.kinds ?? 0))
    return number
  }

  // Compare bytes, as the kernel does: Swift treats a slash with a combining mark as one character.
  private static let slash = UInt8(ascii: "/")

  /// The names in a path, last name first, without `.`.
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

/// The route to a file: all names whose change makes the path lead to another file.
struct Route: Sendable {
  struct Step {
    /// The number of the watched folder; -1 if the folder cannot be watched.
    let folder: Int32
    /// The name in the folder; empty if the step is about the folder itself.
    let name: String
    /// The events that may change the route.
    let kinds: UInt32
  }

  /// Events about a folder itself; they are watched for every folder on the route.
  static let own = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
  /// The events to request for a missing name.
  static let coming = own | UInt32(IN_CREATE | IN_MOVED_TO)
  /// The events to request for a link.
  static let snapshot = coming | UInt32(IN_MOVED_FROM | IN_DELETE)
  /// The events to request for the file itself; a change of its mode may allow or forbid reading.
  static let written = snapshot | UInt32(IN_CLOSE_WRITE | IN_ATTRIB)
  /// Events after which a path through the folder must be followed again.
  static let loss = own | UInt32(IN_UNMOUNT | IN_IGNORED)

  /// The steps to the file; if the file exists, the last step is the file itself.
  var steps: [Step] = []
  /// Whether the file exists.
  var isThere = false
  /// The folder on the route that cannot be watched; nil if all folders are watched.
  var failure: PathWatch.Failure?

  mutating func add(_ folder: Int32, _ name: String, _ kinds: UInt32) {
    steps.append(Step(folder: folder, name: name, kinds: kinds))
  }
}
