import CDBus
import Glibc

/// Watches one or several folders, and reports changes in them.
///
/// For one folder, the watch reports the names of the changed files; for several folders, the watch
/// reports only that something changed.
///
/// Folders are watched instead of files, because a rename that replaces a file would end a watch on
/// the file. In one folder, only finished changes are reported: a file was closed after writing,
/// moved in or out, linked or removed.
package final class FolderWatch {
  private let events: FolderEvents
  private var folders: [Int32: String] = [:]

  /// Whether reports are paused.
  ///
  /// When the pause ends, one report contains all changes that happened during the pause.
  package var isPaused: Bool {
    get { events.isPaused }
    set { events.isPaused = newValue }
  }

  /// Calls `handler` with the names of the changed files after each burst of changes.
  ///
  /// `handler` is called with nil if the kernel lost some names, or if the folder is gone. Throws
  /// if the folder does not exist or cannot be watched.
  package init(
    _ folder: String,
    on loop: Loop,
    _ handler: @escaping (Set<String>?) -> Void
  ) throws(BusError) {
    events = try FolderEvents(on: loop)
    folders[try events.inotify.add(folder, Self.kinds)] = folder
    report(to: handler)
  }

  /// Calls `handler` once for each burst of changes in the folders that `add` adds.
  ///
  /// Unfinished changes are reported too, because checking whether a file is finished could hang.
  package init(on loop: Loop, _ handler: @escaping () -> Void) throws(BusError) {
    events = try FolderEvents(on: loop)
    events.onEvents = { [unowned self] in
      var isAny = false
      events.forEach { _ in isAny = true }
      // Call the handler last, because the handler may release this watch.
      if isAny { handler() }
    }
  }

  /// Lets any thread add folders to the watch; if the file system hangs, only that thread is
  /// blocked.
  package var addition: Addition { Addition(inotify: events.inotify) }

  package struct Addition: Sendable {
    fileprivate let inotify: Inotify

    /// Adds folders; returns the folders that cannot be watched.
    ///
    /// Ignores paths that do not exist or are not folders.
    package func add(_ folders: some Sequence<String>) -> [PathWatch.Failure] {
      folders.compactMap { folder in
        do throws(BusError) {
          _ = try inotify.add(folder, FolderWatch.kinds)
          return nil
        } catch {
          if case .system(_, let code) = error, [ENOENT, ENOTDIR].contains(code) { return nil }
          return PathWatch.Failure(folder: folder, error: error)
        }
      }
    }
  }

  private func report(to handler: @escaping (Set<String>?) -> Void) {
    events.onEvents = { [unowned self] in
      let names = readNames()
      guard names?.isEmpty != true else { return }
      // Call the handler last, because the handler may release this watch.
      handler(names)
    }
  }

  /// The names of the changed files; nil if the kernel lost some names, or if a folder is gone.
  private func readNames() -> Set<String>? {
    var names: Set<String>? = []
    events.forEach { event in
      if event.isAny(Self.loss) {
        names = nil
      } else if isFinished(event) {
        names?.insert(event.name)
      }
    }
    return names
  }

  private func isFinished(_ event: FolderEvents.Event) -> Bool {
    guard event.isAny(UInt32(IN_CREATE)), let folder = folders[event.folder] else { return true }
    return FolderEvents.isFinished("\(folder)/\(event.name)")
  }

  fileprivate static let kinds =
    UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    | UInt32(IN_DELETE_SELF | IN_MOVE_SELF)

  /// The events after which the list of changed files is incomplete: the kernel lost events, or the
  /// folder is gone.
  private static let loss =
    UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_UNMOUNT | IN_IGNORED)
}

/// Reads the kernel's events for any number of folders from one inotify instance.
final class FolderEvents {
  struct Event {
    /// The folder's number, which `add` returned; -1 for an event about all folders.
    let folder: Int32
    let mask: UInt32
    /// The name in the folder; empty for an event about the folder itself.
    let name: String

    func isAny(_ kinds: UInt32) -> Bool { mask & kinds != 0 }
  }

  let inotify: Inotify
  private var watch: Watch?

  /// Called when there may be events to read.
  var onEvents: () -> Void = {}

  /// Whether reading is paused, so that events stay in the kernel's queue.
  var isPaused = false {
    didSet { watch?.events = isPaused ? 0 : Int16(POLLIN) }
  }

  init(on loop: Loop) throws(BusError) {
    inotify = try Inotify()
    watch = loop.watch(inotify.descriptor.number, events: Int16(POLLIN)) { [unowned self] _ in
      onEvents()
    }
  }

  /// Reads all queued events.
  func forEach(_ body: (Event) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while let count = inotify.descriptor.read(into: buffer) {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          offset = min(start + Int(event.len), count)
          let bytes = buffer[start..<offset].prefix { $0 != 0 }
          let name = String(decoding: bytes, as: UTF8.self)
          body(Event(folder: event.wd, mask: event.mask, name: name))
        }
      }
    }
  }

  /// Whether a new file is already complete, in which case no further event will come.
  ///
  /// A link is complete as soon as it exists. For a new regular file, one more event comes when the
  /// file is closed.
  static func isFinished(_ path: String) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT != S_IFREG || facts.st_nlink > 1
  }
}

/// An inotify instance, to which folders can be added on any thread.
///
/// A file system that hangs blocks only the thread that adds the folder.
final class Inotify: Sendable {
  let descriptor: FileDescriptor

  init() throws(BusError) {
    descriptor = try FileDescriptor(
      inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)),
      from: "inotify_init1"
    )
  }

  /// Watches a folder, even if the path contains links; returns the folder's number, which stays
  /// the same if the folder is added again.
  func add(_ folder: String, _ kinds: UInt32) throws(BusError) -> Int32 {
    let number = inotify_add_watch(descriptor.number, folder, kinds | UInt32(IN_ONLYDIR))
    guard number >= 0 else { throw SystemError.last("inotify_add_watch") }
    return number
  }

  func remove(_ folder: Int32) { inotify_rm_watch(descriptor.number, folder) }
}
