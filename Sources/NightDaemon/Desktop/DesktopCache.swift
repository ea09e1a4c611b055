import Glibc
import NightBus
import NightCore
import NightStore

/// Writes the `DesktopMemory` to its file, on another thread than the loop's.
///
/// If several values wait to be written, only the last one is written.
final class DesktopCache {
  private let file: LastDesktop
  private let loop: Loop
  private let work: PendingWork
  private let log: Log
  private var waiting: DesktopMemory?
  /// The memory that could not be written because its folder is missing; the first commit makes it.
  private var withoutFolder: DesktopMemory?
  private var writing: PendingWork.Piece?
  private var isRefusalLogged = false

  init(_ file: LastDesktop, on loop: Loop, _ work: PendingWork, log: Log) {
    self.work = work
    self.file = file
    self.loop = loop
    self.log = log
  }

  func write(_ memory: DesktopMemory) {
    guard writing == nil else { return waiting = memory }
    writing = work.begin()
    withoutFolder = nil
    loop.offload { [file] () -> Disk.Refusal? in
      do throws(Disk.Refusal) { try file.write(memory) } catch { return error }
      return nil
    } then: { [weak self] refusal in
      self?.written(memory, refusal)
    }
  }

  /// Writes the memory again if its folder was missing, because the folder may exist now.
  func retry() {
    if let memory = withoutFolder.take() { write(memory) }
  }

  private func written(_ memory: DesktopMemory, _ refusal: Disk.Refusal?) {
    if refusal?.code == ENOENT {
      withoutFolder = memory
    } else if let refusal, !isRefusalLogged {
      // The log names a failure once, until a write succeeds again.
      log.warning(Messages.desktopNotKept(refusal))
    }
    isRefusalLogged = refusal != nil
    let next = waiting.take()
    // The next piece of work begins before this one ends, or the daemon could end in between.
    let piece = writing.take()
    if let next { write(next) }
    piece?.end()
  }
}
