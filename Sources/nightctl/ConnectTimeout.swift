import Glibc
import NightBus

/// Keeps connect(2) from blocking forever while the bus's process is stopped by a signal.
///
/// SIGALRM interrupts connect(2). nightctl uses an alarm instead of a second thread, because a
/// thread takes longer to start than the rest of nightctl. The alarm repeats, because an address
/// can list several buses, and each call of connect(2) can block. Nothing else in nightctl uses
/// SIGALRM.
enum ConnectTimeout {
  private static let seconds = 5

  static let opening = ConnectHooks(begin: begin) { ring(every: 0) }

  private static func begin() {
    var action = sigaction()
    // The flags do not include SA_RESTART, because it would restart the interrupted connect(2).
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGALRM, &action, nil)
    var alarms = sigset_t()
    sigemptyset(&alarms)
    sigaddset(&alarms, SIGALRM)
    sigprocmask(SIG_UNBLOCK, &alarms, nil)
    ring(every: seconds)
  }

  private static func ring(every seconds: Int) {
    let time = timeval(tv_sec: seconds, tv_usec: 0)
    var timer = itimerval(it_interval: time, it_value: time)
    setitimer(Int32(ITIMER_REAL.rawValue), &timer, nil)
  }
}
