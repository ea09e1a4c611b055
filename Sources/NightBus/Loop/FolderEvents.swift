import CDBus
import Glibc

/// What happens in folders, as the kernel tells it.
///
/// One inotify instance, for any number of folders.
final class FolderEvents {
  struct Event {
    /// What `add` answered; -1 where it is about all of them.
    let folder: Int32
    let mask: UInt32
    /// Empty where it is about the folder itself.
    let name: String

    func isAny(_ kinds: UInt32) -> Bool { mask & kinds != 0 }
  }

  private let descriptor: FileDescriptor
  private var watch: Watch?

  /// Called where there may be some to read.
  var onNews: () -> Void = {}

  /// Whether they wait until this is false again.
  var isResting = false {
    didSet { watch?.events = isResting ? 0 : Int16(POLLIN) }
  }

  init(on loop: Loop) throws(BusError) {
    descriptor = try FileDescriptor(
      inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)),
      from: "inotify_init1"
    )
    watch = loop.watch(descriptor.number, events: Int16(POLLIN)) { [unowned self] _ in onNews() }
  }

  /// A folder has one number, however often it is added; links are followed.
  func add(_ folder: String, _ kinds: UInt32) throws(BusError) -> Int32 {
    let number = inotify_add_watch(descriptor.number, folder, kinds | UInt32(IN_ONLYDIR))
    guard number >= 0 else { throw SystemError.last("inotify_add_watch") }
    return number
  }

  func remove(_ folder: Int32) { inotify_rm_watch(descriptor.number, folder) }

  /// Reads all that are there.
  func forEach(_ body: (Event) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while let count = descriptor.read(into: buffer) {
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

  /// Whether what was just made is all there: a link is, while a new file is told when it is closed.
  static func isWhole(_ path: String) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT != S_IFREG || facts.st_nlink > 1
  }
}
