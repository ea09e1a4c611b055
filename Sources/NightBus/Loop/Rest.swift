import CDBus
import Glibc

/// Gives memory back to the system when a busy loop becomes idle.
///
/// The C library keeps freed memory for later. Without this class, an idle program would never give
/// back the memory that many calls have used.
final class Rest {
  /// The loop is treated as idle if no D-Bus call comes for this many milliseconds.
  static let milliseconds = 2_000
  /// The loop gives memory back after a busy time, in which it has served `calls` calls, the heap
  /// has grown by `heapBytes`, or the freed memory has grown by `freeBytes`.
  ///
  /// After less activity than that, the loop does not wake up just to give memory back. Occasional
  /// requests for the style must not cause such a wake-up.
  private static let calls = 1_000
  private static let heapBytes = 512 << 10
  private static let freeBytes = 1 << 20

  private unowned let loop: Loop
  private var served = 0
  /// How many calls the loop had served when the timer was set; nil if the timer is not set.
  private var servedBefore: Int?
  /// Returns the address of the heap's end; the C library knows this address without a system call.
  private let end: () -> Int
  private var endBefore: Int
  /// Returns how many freed bytes the C library keeps.
  ///
  /// To count the freed bytes, the C library walks through a list of all free pieces. The walk
  /// takes half a microsecond for a few pieces, but milliseconds for 100,000 pieces. So do not
  /// count the freed bytes after each call.
  private let free: () -> Int
  /// The lowest number of freed bytes that the C library has kept since memory was last given back.
  ///
  /// The number of kept bytes is rarely 0, because it includes gaps between pieces that are in use.
  private var freeBefore: Int
  private var isWorkDone = false
  private lazy var timer = loop.timer { [unowned self] in look() }

  init(on loop: Loop, heapEnd: @escaping () -> Int, freeBytes: @escaping () -> Int) {
    self.loop = loop
    end = heapEnd
    endBefore = heapEnd()
    free = freeBytes
    freeBefore = freeBytes()
    // The C library maps each piece above a size limit separately, and unmaps the piece when it is
    // freed. By default, the limit grows to the size of the largest piece that was freed, so the C
    // library would then keep even freed pieces of several megabytes. A limit that the program sets
    // does not grow.
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
    mallopt(M_TRIM_THRESHOLD, 128 << 10)
  }

  func callServed() { served += 1 }

  /// Called after another thread has done work that may have freed memory, such as a write to disk.
  func workDone() { isWorkDone = true }

  /// Called each time before the loop waits.
  ///
  /// `turnEnds` also checks the heap, which may grow after a call, for example during a write to
  /// disk.
  func turnEnds() {
    guard servedBefore == nil else { return }
    if served >= Self.calls || end() - endBefore >= Self.heapBytes || isMuchFree { wait() }
  }

  private var isMuchFree: Bool {
    guard isWorkDone else { return false }
    isWorkDone = false
    let now = free()
    freeBefore = min(freeBefore, now)
    return now - freeBefore >= Self.freeBytes
  }

  private func wait() {
    servedBefore = served
    timer.set(milliseconds: Self.milliseconds)
  }

  private func look() {
    guard served == servedBefore else { return wait() }
    servedBefore = nil
    served = 0
    loop.giveMemoryBack()
    endBefore = end()
    freeBefore = free()
    isWorkDone = false
    loop.onRest()
  }
}

extension Loop {
  /// From now on, gives memory back whenever the loop becomes idle after a busy time.
  package func giveMemoryBackAtRest(
    heapEnd: @escaping () -> Int = { Int(bitPattern: sbrk(0)) },
    freeBytes: @escaping () -> Int = { Int(clamping: mallinfo2().fordblks) }
  ) {
    rest = Rest(on: self, heapEnd: heapEnd, freeBytes: freeBytes)
  }
}
