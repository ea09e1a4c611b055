import Glibc
import NightBus
import NightCore
import NightStore

/// Writes the desktop's memory off the loop's thread; of several values at once only the last one.
final class DesktopCache {
  private let file: LastDesktop
  private let loop: Loop
  private let work: PendingWork
  private let log: Log
  private var waiting: DesktopMemory?
  /// The memory that could not be written because the folder, made by the first set, is missing.
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

  /// Writes the memory that had no folder, now that the folder may exist.
  func retry() {
    if let memory = withoutFolder.take() { write(memory) }
  }

  private func written(_ memory: DesktopMemory, _ refusal: Disk.Refusal?) {
    if refusal?.code == ENOENT {
      withoutFolder = memory
    } else if let refusal, !isRefusalLogged {
      // Once, until a write succeeds again.
      log.warning(Messages.desktopNotKept(refusal))
    }
    isRefusalLogged = refusal != nil
    let next = waiting.take()
    // The next piece begins before this one ends.
    let piece = writing.take()
    if let next { write(next) }
    piece?.end()
  }
}
