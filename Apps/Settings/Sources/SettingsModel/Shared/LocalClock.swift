import Glibc

/// The system's clock and time zone, for the programs; the model itself never reads them.
package enum LocalClock {
  package static func now() -> Clock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Clock(now: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, local: local)
  }

  @Sendable
  private static func local(_ seconds: Double) -> LocalTime {
    var time = time_t(seconds.rounded(.down))
    var parts = tm()
    localtime_r(&time, &parts)
    return LocalTime(parts)
  }
}

extension LocalTime {
  init(_ parts: tm) {
    self.init(
      year: Int(parts.tm_year) + 1_900,
      month: Int(parts.tm_mon) + 1,
      day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour),
      minute: Int(parts.tm_min),
      // C's week begins on Sunday.
      weekday: (Int(parts.tm_wday) + 6) % 7
    )
  }
}
