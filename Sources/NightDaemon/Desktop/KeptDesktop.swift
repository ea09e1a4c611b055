import Glibc
import NightBus
import NightCore
import NightStore

/// Keeps what the desktop said, off the loop's thread; of a flurry only the last word.
final class KeptDesktop {
  private let file: LastDesktop
  private let loop: Loop
  private let work: PendingWork
  private let log: Log
  private var waiting: DesktopMemory?
  /// Kept until there is a folder for it: the first set makes one.
  private var homeless: DesktopMemory?
  private var writing: PendingWork.Piece?
  private var isRefusalSaid = false

  init(_ file: LastDesktop, on loop: Loop, _ work: PendingWork, log: Log) {
    self.work = work
    self.file = file
    self.loop = loop
    self.log = log
  }

  func write(_ memory: DesktopMemory) {
    guard writing == nil else { return waiting = memory }
    writing = work.begin()
    homeless = nil
    loop.offload { [file] () -> Disk.Refusal? in
      do throws(Disk.Refusal) { try file.write(memory) } catch { return error }
      return nil
    } then: { [weak self] refusal in
      self?.written(memory, refusal)
    }
  }

  /// Writes what had no folder, now that there may be one.
  func writeAgain() {
    if let memory = homeless.take() { write(memory) }
  }

  private func written(_ memory: DesktopMemory, _ refusal: Disk.Refusal?) {
    if refusal?.code == ENOENT {
      homeless = memory
    } else if let refusal, !isRefusalSaid {
      // Once, until the disk takes something again.
      log.warning(Messages.desktopNotKept(refusal))
    }
    isRefusalSaid = refusal != nil
    let next = waiting.take()
    // The next piece begins before this one ends.
    let piece = writing.take()
    if let next { write(next) }
    piece?.end()
  }
}
