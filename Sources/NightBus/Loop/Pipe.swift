import Glibc

/// One way from one program to another, whose ends go different ways.
///
/// It is made of sockets: a sandbox that keeps a daemon from all that programs share memory with
/// often keeps it from pipes, too.
package struct Pipe: ~Copyable {
  package var reading: FileDescriptor?
  package var writing: FileDescriptor?

  /// No program that is started inherits an end by itself.
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
  /// Writes what fits now into a pipe, and returns how much that is: nothing if nobody reads it.
  @discardableResult
  package borrowing func writeSome(_ bytes: [UInt8]) -> Int {
    max(send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)), 0)
  }

  /// What is in a pipe now: empty at its end, nil where more may come later.
  package borrowing func readSome(most count: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = recv(number, &buffer, count, Int32(MSG_DONTWAIT))
    if got < 0, errno == EAGAIN || errno == EINTR { return nil }
    // Whoever left without reading what we wrote is told of as an error, once all else was read.
    return Array(buffer.prefix(max(got, 0)))
  }
}
