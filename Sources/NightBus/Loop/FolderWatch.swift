import CDBus
import Glibc

/// Tells which names changed in a folder, by any program.
///
/// It watches the folder and not a file, so that a file replaced by rename stays watched. Only
/// finished changes count: closed after writing, moved in or out, linked, removed.
package final class FolderWatch {
  private let folder: String
  private let descriptor: FileDescriptor
  private var watch: Watch?

  /// Whether changes wait to be told, all in one burst, until this is false again.
  package var isResting = false {
    didSet { watch?.events = isResting ? 0 : Int16(POLLIN) }
  }

  /// Calls with the names of one burst of changes; nil where there were too many to tell, or the
  /// folder itself went away.
  package init(
    _ folder: String,
    on loop: Loop,
    _ handler: @escaping (Set<String>?) -> Void
  ) throws(BusError) {
    self.folder = folder
    descriptor = try FileDescriptor(
      inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)),
      from: "inotify_init1"
    )
    let wanted =
      UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
      | UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    guard inotify_add_watch(descriptor.number, folder, wanted) >= 0 else {
      throw SystemError.last("inotify_add_watch")
    }
    watch = loop.watch(descriptor.number, events: Int16(POLLIN)) { [unowned self] _ in
      let names = readNames()
      guard names?.isEmpty != true else { return }
      handler(names)
    }
  }

  private func readNames() -> Set<String>? {
    var names: Set<String>? = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while let count = descriptor.read(into: buffer) {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          offset = start + Int(event.len)
          guard event.mask & Self.loss == 0, offset <= count else {
            names = nil
            continue
          }
          let bytes = buffer[start..<offset].prefix { $0 != 0 }
          let name = String(decoding: bytes, as: UTF8.self)
          guard event.mask & UInt32(IN_CREATE) == 0 || isWhole(name) else { continue }
          names?.insert(name)
        }
      }
    }
    return names
  }

  /// What says that names are missing, or will be from now on.
  private static let loss =
    UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_UNMOUNT | IN_IGNORED)

  /// Whether what was just made is all there: a link is, while a new file is told when it is closed.
  private func isWhole(_ name: String) -> Bool {
    var facts = stat()
    guard lstat(folder + "/" + name, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT != S_IFREG || facts.st_nlink > 1
  }
}
