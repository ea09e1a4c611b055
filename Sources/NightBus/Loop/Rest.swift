import CDBus
import Glibc

/// Gives memory back to the system when a loop was busy and then serves no calls for a while.
///
/// The C library keeps freed memory for later use. After many calls, an idle program would keep
/// this memory for as long as it runs.
final class Rest {
  /// How long no call may come before the loop counts as idle.
  static let milliseconds = 2_000
  /// Below these limits, the loop does not wake up to give memory back.
  ///
  /// A program that asks for the style now and then must not cause such a wake-up.
  private static let calls = 1_000
  private static let heapBytes = 512 << 10
  private static let freeBytes = 1 << 20

  private unowned let loop: Loop
  private var served = 0
  /// How many calls had been served when the timer was set; nil if the timer is not set.
  private var servedBefore: Int?
  /// Returns the address at which the heap ends.
  ///
  /// The C library knows the address, so no system call is made.
  private let end: () -> Int
  private var endBefore: Int
  /// Returns how many freed bytes the C library keeps.
  ///
  /// To count the bytes, the C library walks the list of all free pieces. The walk takes half a
  /// microsecond if there are few pieces, and milliseconds if there are 100,000. So the bytes are
  /// not counted after each call.
  private let free: () -> Int
  /// The lowest count of kept bytes since memory was given back.
  ///
  /// This count is rarely 0, because it includes free memory between pieces that are in use.
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
    // freed. By default the C library raises the limit to the largest such piece that was freed,
    // and then keeps pieces of megabytes. A limit that a program sets stays the same.
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
    mallopt(M_TRIM_THRESHOLD, 128 << 10)
  }

  func callServed() { served += 1 }

  /// Called when another thread has done work, such as a commit, that may have freed memory.
  func workDone() { isWorkDone = true }

  /// Called before each wait of the loop.
  ///
  /// The heap is checked too, because it also grows after a call, such as when the change that the
  /// call made has been written to disk.
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
  /// From now on, gives memory back when the loop is idle after a busy time.
  package func giveMemoryBackAtRest(
    heapEnd: @escaping () -> Int = { Int(bitPattern: sbrk(0)) },
    freeBytes: @escaping () -> Int = { Int(clamping: mallinfo2().fordblks) }
  ) {
    rest = Rest(on: self, heapEnd: heapEnd, freeBytes: freeBytes)
  }
}
