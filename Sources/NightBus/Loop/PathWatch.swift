import CDBus
import Glibc

/// Follows a list of files, and reports which of them may have changed.
///
/// The watch reports when a file is written, replaced, removed or created. The watch also reports
/// changes to links and folders on the route to a file, even if the links and folders are missing
/// at first. A change to any other name in a watched folder wakes the loop, but is not reported.
/// Mounts, and writes through another hard link, are not reported.
package final class PathWatch {
  /// A folder that cannot be watched; changes in this folder may be missed.
  package struct Failure: Equatable, Sendable {
    package let folder: String
    package let error: BusError
  }

  /// Called when the kernel has reported events.
  ///
  /// When this handler is called, call `beginLook`, which returns a `Look` to examine the events.
  /// Until that `Look` is given back to `end`, all further events wait in the kernel's queue.
  package var onEvents: () -> Void = {}

  private let events: FolderEvents
  private var routes: PathRoutes
  /// The events since the last `Look`; the key is the affected path.
  private var met: [String: Met]

  package var failures: [Failure] { routes.failures }

  fileprivate struct Met: Sendable {
    /// Whether an event is about the file itself.
    var isOwn = false
    /// Whether an event is about a link or a folder on the route.
    var isOnWay = false
    /// New files that are perhaps not completely written yet.
    var created: Set<String> = []
  }

  /// Watches nothing until the first `Look`, which follows all paths.
  package init(unseen paths: [String], on loop: Loop) throws(BusError) {
    events = try FolderEvents(on: loop)
    routes = PathRoutes(events.inotify)
    met = Dictionary(paths.map { ($0, Met(isOwn: true)) }) { first, _ in first }
    events.isPaused = true
    events.onEvents = { [unowned self] in
      readEvents()
      guard !met.isEmpty else { return }
      events.isPaused = true
      // Call the handler last, because the handler may release this watch.
      onEvents()
    }
  }

  /// Calls `handler` with the absolute paths that a burst of changes may have affected.
  ///
  /// Read the files only after this initializer has returned; from then on, every change is
  /// reported. Each `Look` is performed on the loop's thread, so the loop blocks if the file system
  /// hangs.
  package convenience init(
    _ paths: [String],
    on loop: Loop,
    _ handler: @escaping (Set<String>) -> Void
  ) throws(BusError) {
    try self.init(unseen: paths, on: loop)
    _ = lookHere()
    onEvents = { [unowned self] in
      let changed = lookHere()
      // Call the handler last, because the handler may release this watch.
      if !changed.isEmpty { handler(changed) }
    }
  }

  private func lookHere() -> Set<String> {
    guard var look = beginLook() else { return [] }
    look.perform()
    end(look)
    return look.changed
  }

  private func readEvents() {
    events.forEach { event in
      for (path, route) in routes.all { note(event, for: path, route) }
      if event.isAny(UInt32(IN_IGNORED)) { routes.forget(event.folder) }
    }
  }

  private func note(_ event: FolderEvents.Event, for path: String, _ route: Route) {
    if event.isAny(UInt32(IN_Q_OVERFLOW)) {
      met[path, default: Met()].isOwn = true
      return
    }
    if event.isAny(Route.loss) {
      if route.steps.contains(where: { $0.folder == event.folder }) {
        met[path, default: Met()].isOnWay = true
      }
      return
    }
    let step = route.steps.last {
      $0.folder == event.folder && $0.name == event.name && event.isAny($0.kinds)
    }
    guard let step else { return }
    // Only the step for the file itself has the value `written` in `kinds`. Any other step is a
    // link or a missing folder.
    if step.kinds != Route.written {
      met[path, default: Met()].isOnWay = true
    } else if event.isAny(UInt32(IN_CREATE)), let folder = routes.path(of: event.folder) {
      met[path, default: Met()].created.insert("\(folder)/\(event.name)")
    } else {
      met[path, default: Met()].isOwn = true
    }
  }
}

// MARK: - Looks

extension PathWatch {
  /// Finds the routes to the affected paths; the thread that does this blocks if the file system
  /// hangs.
  ///
  /// The caller performs the look and then gives it back to `end`. The watch may be released while
  /// a look is being performed.
  package struct Look: Sendable {
    fileprivate var routes: PathRoutes
    fileprivate let met: [String: Met]
    /// The paths whose files may have been changed, replaced, removed or created.
    package private(set) var changed: Set<String> = []

    fileprivate init(_ routes: PathRoutes, _ met: [String: Met]) {
      self.routes = routes
      self.met = met
    }

    /// Performs the look; calls `willFollow` before each path, so that you know which path hangs.
    package mutating func perform(willFollow: (String) -> Void = { _ in }) {
      for (path, met) in met {
        willFollow(path)
        let isOwn = met.isOwn || met.created.contains(where: FolderEvents.isFinished)
        guard isOwn || met.isOnWay else { continue }
        let (wasThere, isThere) = routes.follow(path)
        if isOwn || wasThere || isThere { changed.insert(path) }
      }
      routes.settle()
    }
  }

  /// Whether events have come that a `Look` must examine.
  package var needsLook: Bool { !met.isEmpty }

  /// Returns the `Look` to perform now; nil if no events have come, or if another `Look` has not
  /// ended.
  package func beginLook() -> Look? {
    guard needsLook else { return nil }
    defer { met = [:] }
    return Look(routes, met)
  }

  /// Applies the results of a `Look`, and reads events again.
  ///
  /// If another watch began the `Look`, this call does nothing.
  package func end(_ look: Look) {
    guard look.routes.inotify === events.inotify else { return }
    routes = look.routes
    events.isPaused = false
  }
}
