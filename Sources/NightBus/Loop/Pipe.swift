import CDBus
import Glibc

/// A pipe whose ends go different ways.
package struct Pipe: ~Copyable {
  package var reading: FileDescriptor?
  package var writing: FileDescriptor?

  /// No program that is started inherits an end by itself.
  package init() throws(BusError) {
    var numbers: [Int32] = [-1, -1]
    guard pipe2(&numbers, O_CLOEXEC) == 0 else { throw SystemError.last("pipe2") }
    reading = try FileDescriptor(numbers[0], from: "pipe2")
    writing = try FileDescriptor(numbers[1], from: "pipe2")
  }
}

extension FileDescriptor {
  /// Has reads and writes answer at once; other ends of a pipe are not touched.
  package borrowing func neverWait() { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
}
