import Glibc
import Synchronization

/// The clock of this machine, which all tests share.
package enum MachineClock {
  private static let use = Mutex(())

  /// Why it cannot be set here, or nothing.
  package static let obstacle: String? = {
    var isSet = false
    alone { isSet = set() }
    return isSet ? nil : "nobody here may set the clock"
  }()

  /// Sets it to what it says and a nanosecond more.
  ///
  /// The kernel tells everyone who waits for a moment of it, as for any other time; of a clock that
  /// is set to the very same it would not. One that is read and set again would fall behind.
  @discardableResult
  package static func set() -> Bool {
    // A timex: what is to be done (an offset, in nanoseconds), and as its eleventh word how many.
    var words = [UInt64](repeating: 0, count: 64)
    words[0] = 0x2100
    words[10] = 1
    return words.withUnsafeMutableBytes { words in
      GnuCalls.adjustTime.map { $0(words.baseAddress) >= 0 } ?? false
    }
  }

  /// Does what must not meet a clock that another test sets; so does who sets it.
  package static func alone(_ body: () throws -> Void) rethrows {
    try use.withLock { _ in try body() }
  }

  /// In microseconds since 1970.
  package static var now: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
  }
}
