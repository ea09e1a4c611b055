import Glibc

/// A point on the monotonic clock at which a loop calls; it ends when it is let go.
///
/// For waits that count from now. What belongs to the calendar is a `WallTimer`.
package final class Timer {
  private weak var loop: Loop?
  let handler: () -> Void
  /// Where it stands among the timers that are set; nil at rest.
  var place: Int?

  init(loop: Loop, handler: @escaping () -> Void) {
    self.loop = loop
    self.handler = handler
  }

  deinit { rest() }

  /// Calls once after so many milliseconds, in place of what was set before.
  package func set(milliseconds: Int) {
    rest()
    loop?.timers.insert(self, at: Timer.moment(after: milliseconds))
  }

  package func rest() {
    guard let place else { return }
    self.place = nil
    loop?.timers.remove(at: place)
  }

  /// Held within what the clock can count: thirty years are for ever.
  static func moment(after milliseconds: Int) -> UInt64 {
    now() &+ UInt64(min(max(milliseconds, 0), 1_000_000_000_000)) &* 1_000_000
  }

  /// Nanoseconds of the clock that these count by.
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
