import Glibc

/// Keeps connect(2) from waiting for ever for a bus that is stopped and whose queue is full.
///
/// libdbus connects without a limit, and a thread to give up on would cost more than all the rest
/// of a start. A signal interrupts the call instead. Nothing else in nightctl uses this one, and
/// where it comes while an answer is awaited, the waiting goes on.
enum Patience {
  private static let seconds: UInt32 = 5

  static func begin() {
    var action = sigaction()
    // Without SA_RESTART, which would have the call begin again.
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGALRM, &action, nil)
    alarm(seconds)
  }

  static func end() { alarm(0) }
}
