import CDBus
import Glibc

/// Gives memory back once a loop that served much has nothing to serve for a while.
///
/// The C library keeps what was freed for the next time. After a storm a program that rests would keep it
/// for as long as it lives.
final class Rest {
  /// How long nothing has to come before the loop counts as resting.
  static let milliseconds = 2_000
  /// Less is not worth a wake-up: a program that asks for the style now and then must cause none.
  private static let calls = 1_000
  private static let heapBytes = 512 << 10
  private static let freeBytes = 1 << 20

  private unowned let loop: Loop
  private var served = 0
  /// How many calls had been served when the timer was set.
  private var servedBefore: Int?
  /// Where the heap ends.
  ///
  /// The C library knows it: no system call is made.
  private let end: () -> Int
  private var endBefore: Int
  /// How many bytes the C library keeps that were freed.
  ///
  /// The C library walks the list of all free pieces to count them: half a microsecond if there are few,
  /// and milliseconds if there are 100,000. So nobody asks after each call.
  private let free: () -> Int
  /// The least that was kept since memory was given back: what lies between pieces in use counts as kept
  /// even then.
  private var freeBefore: Int
  private var isWorkDone = false
  private lazy var timer = loop.timer { [unowned self] in look() }

  init(on loop: Loop, heapEnd: @escaping () -> Int, freeBytes: @escaping () -> Int) {
    self.loop = loop
    end = heapEnd
    endBefore = heapEnd()
    free = freeBytes
    freeBefore = freeBytes()
    // Large pieces are mapped by themselves and unmapped when they are freed. By default the C library
    // raises that limit to the largest piece that was ever freed, and then keeps pieces of megabytes.
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
    mallopt(M_TRIM_THRESHOLD, 128 << 10)
  }

  func callServed() { served += 1 }

  /// Called when another thread has done some work, such as a commit: what that replaced is free now.
  func workDone() { isWorkDone = true }

  /// Called before each wait of the loop.
  ///
  /// The heap grows also by what comes after a call, such as its change once that is on disk.
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
  /// From now on gives memory back when it rests after much was served.
  package func giveMemoryBackAtRest(
    heapEnd: @escaping () -> Int = { Int(bitPattern: sbrk(0)) },
    freeBytes: @escaping () -> Int = { Int(clamping: mallinfo2().fordblks) }
  ) {
    rest = Rest(on: self, heapEnd: heapEnd, freeBytes: freeBytes)
  }
}
