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

  /// Writes all of a text; answers 0, or the errno why it could not.
  ///
  /// A reader that is slow is waited for, also where it shares a stream that does not wait by itself.
  package static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      let code = errno
      if code == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if code != EINTR {
        return code
      }
    }
    return 0
  }
}
