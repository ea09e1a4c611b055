import Glibc

/// The test's ends of a child's three streams.
struct Streams {
  var input: Descriptor?
  var output: Stream
  var errors: Stream

  /// Waits once for output and reads it; returns false if no output came in time.
  ///
  /// Both outputs are always read, because a child that fills the other output's pipe would block.
  mutating func pump(with more: pollfd?, milliseconds: Int32) -> Bool {
    var waiting = [
      pollfd(fd: output.descriptor?.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.descriptor?.number ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    if let more { waiting.append(more) }
    let count = poll(&waiting, nfds_t(waiting.count), milliseconds)
    guard count > 0 else { return count < 0 && errno == EINTR }
    if waiting[0].revents != 0 { output.readSome() }
    if waiting[1].revents != 0 { errors.readSome() }
    return true
  }
}
