import Glibc

/// The processor time of a thread, which the load of the machine hardly changes.
enum ProcessorTime {
  /// Measures the processor time that this thread needs for some work.
  static func measure<Failure>(_ work: () throws(Failure) -> Void) throws(Failure) -> Duration {
    let start = now
    try work()
    return now - start
  }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
