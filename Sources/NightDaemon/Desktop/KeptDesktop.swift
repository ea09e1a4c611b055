import Glibc
import NightBus
import NightCore
import NightStore

/// Keeps what the desktop said, off the loop's thread; of a flurry only the last word.
final class KeptDesktop {
  private let file: LastDesktop
  private let loop: Loop
  private let log: Log
  private var waiting: DesktopMemory?
  /// Kept until there is a folder for it: the first set makes one.
  private var homeless: DesktopMemory?
  private(set) var isWriting = false
  private var isRefusalSaid = false

  /// Called when nothing is being written any more.
  var onIdle: () -> Void = {}

  init(_ file: LastDesktop, on loop: Loop, log: Log) {
    self.file = file
    self.loop = loop
    self.log = log
  }

  func write(_ memory: DesktopMemory) {
    guard !isWriting else { return waiting = memory }
    isWriting = true
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
    isWriting = false
    if refusal?.code == ENOENT {
      homeless = memory
    } else if let refusal, !isRefusalSaid {
      // Once, until the disk takes something again.
      log.warning(Words.desktopNotKept(refusal))
    }
    isRefusalSaid = refusal != nil
    if let memory = waiting.take() { write(memory) } else { onIdle() }
  }
}
