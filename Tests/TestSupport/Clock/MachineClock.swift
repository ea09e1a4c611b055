import Glibc
import Synchronization

/// This machine's clock, which all tests share.
package enum MachineClock {
  private static let use = Mutex(())

  /// Why this machine's clock cannot be set; nil if it can.
  package static let skipReason: String? = {
    var isSet = false
    alone { isSet = set() }
    return isSet ? nil : "nobody here may set the clock"
  }()

  /// Moves the clock forward by a nanosecond.
  ///
  /// Setting the clock makes the kernel wake every program that waits for a time of day. The kernel
  /// would not wake them if the time stayed the same. Reading the clock and then setting the same
  /// time would put the clock back a little.
  @discardableResult
  package static func set() -> Bool {
    // The kernel's struct timex as an array of words: the first word is the mode (add an offset in
    // nanoseconds), and the eleventh word is the offset.
    var words = [UInt64](repeating: 0, count: 64)
    words[0] = 0x2100
    words[10] = 1
    return words.withUnsafeMutableBytes { words in
      GnuCalls.adjustTime.map { $0(words.baseAddress) >= 0 } ?? false
    }
  }

  /// Runs the body while no other test sets the clock.
  package static func alone(_ body: () throws -> Void) rethrows {
    try use.withLock { _ in try body() }
  }

  /// The time in microseconds since 1970.
  package static var now: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
  }
}
