import Glibc

/// Delays signals while nightctl changes the terminal's mode.
enum Signals {
  /// Runs `body`, and delays all signals until `body` has ended.
  ///
  /// If a signal ended or stopped the process during `body`, the terminal would stay in the changed
  /// mode. `body` must end soon by itself, because Ctrl-C has to wait for it.
  static func deferred<Value, Problem: Error>(
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    return try body()
  }

  /// Lets a signal have its default effect on this process.
  ///
  /// After a signal that stops the process, this method returns when the process continues. If no
  /// shell could continue the process, the kernel ignores the stop signal, and this method returns
  /// at once.
  static func perform(_ number: Int32) {
    var only = sigset_t()
    var previous = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    kill(getpid(), number)
    pthread_sigmask(SIG_UNBLOCK, &only, &previous)
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }
}
