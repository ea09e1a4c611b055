import Glibc
import Synchronization

/// The clock of this machine, which all tests share.
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
  /// The kernel then wakes every program that waits for a time of day, which it would not do if the
  /// time stayed the same. If the test read the clock and set it to the same time, the clock would
  /// fall behind.
  @discardableResult
  package static func set() -> Bool {
    // The kernel's struct timex, as an array of words: the first word is the mode (add an offset in
    // nanoseconds), and the eleventh is the offset.
    var words = [UInt64](repeating: 0, count: 64)
    words[0] = 0x2100
    words[10] = 1
    return words.withUnsafeMutableBytes { words in
      GnuCalls.adjustTime.map { $0(words.baseAddress) >= 0 } ?? false
    }
  }

  /// Runs the body; meanwhile no other test sets the clock.
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
