import Glibc

/// A file descriptor, owned: closed where its last owner leaves it.
package struct FileDescriptor: ~Copyable {
  package let number: Int32

  /// Takes over what a system call answered; a negative number is that call's refusal.
  package init(_ number: Int32, from call: String) throws(BusError) {
    guard number >= 0 else { throw SystemError.last(call) }
    self.number = number
  }

  deinit { close(number) }

  /// Reads at most one buffer; nil where nothing is there now or the other end is gone.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count > 0 { return count }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// Takes the count out of an eventfd or a timerfd; nil where there is none, and the errno why.
  func readCount() -> Result<UInt64, Errno> {
    var count: UInt64 = 0
    let size = MemoryLayout<UInt64>.size
    while true {
      if Glibc.read(number, &count, size) == size { return .success(count) }
      guard errno == EINTR else { return .failure(Errno(code: errno)) }
    }
  }

  struct Errno: Error { let code: Int32 }
}
