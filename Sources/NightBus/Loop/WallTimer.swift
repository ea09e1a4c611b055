import CDBus
import Glibc

/// A moment of the calendar at which a loop calls, and whenever the clock is set.
///
/// The kernel wakes us at the moment, after a sleep that passed it, and when the clock jumps; in
/// each case the handler is called once and the timer rests, so whoever armed it looks at the clock
/// and arms it again. A clock that is set after that look is told as well.
package final class WallTimer {
  private let descriptor: FileDescriptor
  private var watch: Watch?

  package init(on loop: Loop, _ handler: @escaping () -> Void) throws(BusError) {
    descriptor = try FileDescriptor(
      timerfd_create(
        CLOCK_REALTIME,
        Int32(TFD_CLOEXEC | TFD_NONBLOCK)
      ),
      from: "timerfd_create"
    )
    watch = loop.watch(descriptor.number, events: Int16(POLLIN)) { [unowned self] _ in
      // Both the expiry and ECANCELED, which a set clock gives, are a reason to look again.
      if case .failure(let refusal) = descriptor.readCount(), refusal.code == EAGAIN { return }
      // After a set clock the kernel keeps the moment that was asked for under the old one.
      set(nil)
      handler()
    }
    set(nil)
  }

  /// Arms for a moment in microseconds since 1970, or rests.
  package func arm(atMicroseconds moment: Int64?) {
    // Whoever says when knew the time from before the clock was set: they are to look again at once.
    if !set(moment) { set(0) }
  }

  /// False where the clock was set since the last time.
  ///
  /// Also at rest it is armed, for a moment that never comes: of one that is not the kernel does not
  /// note that.
  @discardableResult
  private func set(_ moment: Int64?) -> Bool {
    let inTime = max(moment ?? .max, 1)
    var setting = itimerspec()
    setting.it_value.tv_sec = time_t(inTime / 1_000_000)
    setting.it_value.tv_nsec = Int(inTime % 1_000_000) * 1_000
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    return timerfd_settime(descriptor.number, flags, &setting, nil) == 0 || errno != ECANCELED
  }
}
