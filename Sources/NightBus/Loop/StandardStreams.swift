import Glibc

/// The three streams that every program expects to have.
package enum StandardStreams {
  /// Keeps the numbers of closed streams from being given to something else.
  ///
  /// A program started with `>&-` would else get its bus under number 1, and what it prints would
  /// be sent there. Opened the wrong way round, so that using one is still an error.
  package static func reserve() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is given out, and those below are taken by now.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
