import Glibc

/// The one place where the time of day is read.
package struct WallClock: Sendable {
  /// Microseconds since 1970 UTC.
  package let microseconds: @Sendable () -> Int64

  package init(_ microseconds: @escaping @Sendable () -> Int64) {
    self.microseconds = microseconds
  }

  package static let system = WallClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}
