import Glibc

/// The parent's ends of a child's three streams.
struct Streams {
  var input: Descriptor?
  var output: Stream
  var errors: Stream

  /// Waits once for anything to come, and takes it; false when nothing came in time.
  ///
  /// Both outputs are always read, whichever is awaited, so that a child that says much on the
  /// other one is not held up.
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
