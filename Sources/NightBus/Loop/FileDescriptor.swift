import Glibc

/// A file descriptor with one owner; when the owner releases this object, the descriptor is closed.
package struct FileDescriptor: ~Copyable {
  package let number: Int32

  /// Takes ownership of the descriptor that a system call returned; throws the errno if the call
  /// failed.
  package init(_ number: Int32, from call: String) throws(BusError) {
    guard number >= 0 else { throw SystemError.last(call) }
    self.number = number
  }

  deinit { close(number) }

  /// Reads as many bytes as fit into the buffer; returns nil if no bytes have arrived yet or the
  /// other end is closed.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count > 0 { return count }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// Reads and resets the count of an eventfd or timerfd; if this fails, returns the errno.
  @discardableResult
  func readCount() -> Int32? {
    var count: UInt64 = 0
    let size = MemoryLayout<UInt64>.size
    while true {
      if Glibc.read(number, &count, size) == size { return nil }
      guard errno == EINTR else { return errno }
    }
  }
}

/// A channel in one direction between two programs; each end has its own owner.
///
/// The channel is a pair of sockets, because a sandbox that forbids shared memory often forbids
/// pipes too.
package struct Pipe: ~Copyable {
  package var reading: FileDescriptor?
  package var writing: FileDescriptor?

  /// Makes a channel; a child process inherits an end only if the end is passed to the child
  /// explicitly.
  package init() throws(BusError) {
    var numbers: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else { throw SystemError.last("socketpair") }
    reading = try FileDescriptor(numbers[0], from: "socketpair")
    writing = try FileDescriptor(numbers[1], from: "socketpair")
    shutdown(numbers[0], Int32(SHUT_WR))
  }
}

extension FileDescriptor {
  /// Writes as many bytes as fit into the channel now, and returns their number.
  ///
  /// Returns 0 if no byte fits, or if the other end is closed.
  @discardableResult
  package borrowing func writeSome(_ bytes: [UInt8]) -> Int {
    max(send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)), 0)
  }

  /// Reads up to `count` bytes that have arrived.
  ///
  /// Returns an empty array at the end of the stream, and nil if no bytes have arrived yet.
  package borrowing func readSome(most count: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = recv(number, &buffer, count, Int32(MSG_DONTWAIT))
    if got < 0, errno == EAGAIN || errno == EINTR { return nil }
    // A failure of recv is also treated as the end of the stream: recv fails if the other program
    // ended without reading our bytes.
    return Array(buffer.prefix(max(got, 0)))
  }
}

/// The three streams that every program expects to be open.
package enum StandardStreams {
  /// Opens /dev/null for each closed stream, so that no other file gets the stream's number.
  ///
  /// If standard output stayed closed, as in a program started with `>&-`, the connection to the
  /// bus would get descriptor 1. The program's output would then go to the bus. The program still
  /// cannot use a closed stream, because /dev/null is opened for the wrong direction.
  package static func reserve() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // All descriptors below `number` are open by now, so open(2) returns `number`, which is the
      // lowest free descriptor.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a whole string; returns 0, or the errno of the failure.
  ///
  /// Waits for a slow reader, even if the stream is in non-blocking mode.
  package static func write(_ text: String, to descriptor: Int32) -> Int32 {
    write(Array(text.utf8), to: descriptor)
  }

  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
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
