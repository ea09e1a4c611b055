import Glibc
import Testing

/// Both ends of a pipe; both are closed when the last reference is released.
final class Pipe {
  let reading: Int32
  private(set) var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(reading)
    closeWriting()
  }

  func write() { _ = Glibc.write(writing, "x", 1) }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Whether all processes have closed the writing end.
  ///
  /// Waits for a moment, because another test may be starting a child that still has the writing
  /// end open.
  var isAtEnd: Bool {
    var end = pollfd(fd: reading, events: 0, revents: 0)
    return poll(&end, 1, 5_000) == 1 && end.revents & Int16(POLLHUP) != 0
  }
}
