import Glibc
import NightBus
import NightStore
import Synchronization

extension Nightctl {
  /// How long a command waits for files on a disk or server that may hang.
  private static let fileMilliseconds = 2_000

  /// Throws if one of the files cannot be read in time.
  ///
  /// Later, the command reads these files without a time limit.
  func awaitFiles(_ paths: [String]) throws(Failure) {
    let current = CurrentFile()
    let loop: Loop
    do throws(BusError) { loop = try Loop() } catch { throw .system("\(error)") }
    let reading = EarlyReading(on: loop) {
      for path in paths {
        current.path.withLock { $0 = path }
        _ = Disk.system.reading(path, limit: LayerFiles.byteLimit)
      }
    } late: { _ in
    }
    let answer: Void? = withExtendedLifetime(loop) {
      reading.wait(milliseconds: Self.fileMilliseconds)
    }
    guard answer != nil else { throw .system(Messages.fileSilent(current.path.withLock(\.self))) }
  }
}

private final class CurrentFile: Sendable {
  let path = Mutex("")
}
