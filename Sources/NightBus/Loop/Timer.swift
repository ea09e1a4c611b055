import CDBus
import Glibc

/// Calls a handler once, after a number of milliseconds that the monotonic clock measures.
///
/// If you release the timer, it stops. For a time of day, use `WallTimer`.
package final class Timer {
  private weak var loop: Loop?
  let handler: () -> Void
  /// The timer's index in the loop's queue; nil while the timer is not set.
  var place: Int?

  init(loop: Loop, handler: @escaping () -> Void) {
    self.loop = loop
    self.handler = handler
  }

  deinit { stop() }

  /// Calls the handler once after `milliseconds`; cancels an earlier call of `set`.
  package func set(milliseconds: Int) {
    stop()
    loop?.timers.insert(self, at: Timer.moment(after: milliseconds))
  }

  /// Stops the timer; it can be set again.
  package func stop() {
    guard let place else { return }
    self.place = nil
    loop?.timers.remove(at: place)
  }

  /// The moment that is `milliseconds` from now, in nanoseconds of the monotonic clock.
  ///
  /// The moment is at most about thirty years from now, so that the sum cannot overflow.
  static func moment(after milliseconds: Int) -> UInt64 {
    now() &+ UInt64(min(max(milliseconds, 0), 1_000_000_000_000)) &* 1_000_000
  }

  /// The present time of the monotonic clock, in nanoseconds.
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

/// The timers that are set, with the earliest first: a binary heap in which each timer knows its
/// index.
///
/// A client may have thousands of pending calls, each with a timer. So no operation searches the
/// queue for a timer. The queue does not keep timers alive: a released timer removes itself.
struct TimerQueue {
  private struct Entry {
    let deadline: UInt64
    /// Decides between timers with equal deadlines: the timer that was set first comes first.
    let order: UInt64
    unowned let timer: Timer

    static func < (one: Entry, other: Entry) -> Bool {
      (one.deadline, one.order) < (other.deadline, other.order)
    }
  }

  private var entries: [Entry] = []
  private var lastOrder: UInt64 = 0

  var first: (deadline: UInt64, timer: Timer)? {
    entries.first.map { ($0.deadline, $0.timer) }
  }

  mutating func insert(_ timer: Timer, at deadline: UInt64) {
    lastOrder += 1
    entries.append(Entry(deadline: deadline, order: lastOrder, timer: timer))
    timer.place = entries.count - 1
    rise(from: entries.count - 1)
  }

  /// Removes the timer at an index; does not access the timer object, because its deinit may be
  /// running.
  mutating func remove(at place: Int) {
    let last = entries.removeLast()
    guard place < entries.count else { return }
    put(last, at: place)
    rise(from: place)
    sink(from: place)
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    entries[place] = entry
    entry.timer.place = place
  }

  private mutating func rise(from start: Int) {
    var place = start
    let entry = entries[start]
    while place > 0, entry < entries[(place - 1) / 2] {
      put(entries[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    if place != start { put(entry, at: place) }
  }

  private mutating func sink(from start: Int) {
    var place = start
    let entry = entries[start]
    while true {
      var child = 2 * place + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < entry else { break }
      put(entries[child], at: place)
      place = child
    }
    if place != start { put(entry, at: place) }
  }
}

/// Calls a handler at a time of day, and whenever somebody sets the system's clock.
///
/// The handler is called once, and then the timer stops. The handler is called at the time for
/// which the timer is armed. If the machine sleeps at that time, the handler is called when the
/// machine wakes. The handler is also called when somebody sets the clock, even if the timer is
/// stopped. The handler must read the clock and arm the timer again. If the clock is set after the
/// handler has read it and before the timer is armed, the handler is called again.
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
      // Call the handler if the time has come, or if the clock was set, which causes ECANCELED.
      guard descriptor.readCount() != EAGAIN else { return }
      // Stop the timer: if the clock was set, the kernel's timer still has the old time.
      set(nil)
      handler()
    }
    set(nil)
  }

  /// Arms the timer for a time in microseconds since 1970 UTC; stops the timer if `moment` is nil.
  package func arm(atMicroseconds moment: Int64?) {
    // If `set` fails, the clock was set after the caller read it. After a failure of `set`, arm the
    // timer for a past time, so that the handler is called at once and reads the clock again.
    if !set(moment) { set(0) }
  }

  /// Sets the timer; returns false if the system's clock was set since the last call.
  ///
  /// Unless a timer is armed, the kernel does not report that the clock was set. So a stopped timer
  /// is armed too, for a time that never comes.
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

/// A clock that shows the time of day, such as the system clock.
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
