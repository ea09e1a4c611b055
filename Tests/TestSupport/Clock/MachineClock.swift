import Glibc
import Synchronization

/// The clock of this machine, which all tests share.
package enum MachineClock {
  private static let use = Mutex(())

  /// Why it cannot be set here, or nothing.
  package static let obstacle: String? = {
    var isSet = false
    alone { isSet = setToItself() }
    return isSet ? nil : "nobody here may set the clock"
  }()

  /// Sets it to what it says, less what that takes.
  ///
  /// The kernel tells everyone who waits for a moment of it, as for any other time.
  @discardableResult
  package static func setToItself() -> Bool {
    var now = timespec()
    return clock_gettime(CLOCK_REALTIME, &now) == 0 && clock_settime(CLOCK_REALTIME, &now) == 0
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
