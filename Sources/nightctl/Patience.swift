import Glibc
import NightBus

/// Keeps connect(2) from waiting for ever for a bus that is stopped.
///
/// A thread to give up on would cost more than all the rest of a start, so that a signal interrupts
/// the call. Nothing else in nightctl uses this one.
enum Patience {
  private static let seconds: UInt32 = 5

  static let opening = Opening(begin: begin) { alarm(0) }

  private static func begin() {
    var action = sigaction()
    // Without SA_RESTART, which would have the call begin again.
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGALRM, &action, nil)
    alarm(seconds)
  }
}
