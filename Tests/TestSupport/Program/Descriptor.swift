import Glibc

/// A file descriptor that is closed when this object is released.
final class Descriptor: Sendable {
  /// The result of one read call.
  enum Reading {
    case bytes([UInt8])
    case end
    case failed
  }

  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Makes a pipe whose ends no child process inherits by accident.
  static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
    var numbers: [Int32] = [-1, -1]
    guard GnuCalls.pipe2?(&numbers, O_CLOEXEC) == 0 else { return nil }
    return (Descriptor(numbers[0]), Descriptor(numbers[1]))
  }

  /// Reads once, with room for more than a pipe can hold.
  ///
  /// A single read thus empties a pipe whose other end is closed.
  func readSome() -> Reading {
    withUnsafeTemporaryAllocation(byteCount: 1 << 17, alignment: 1) { buffer in
      while true {
        let count = read(number, buffer.baseAddress, buffer.count)
        if count > 0 { return .bytes(Array(buffer.prefix(count))) }
        if count == 0 { return .end }
        if errno != EINTR { return .failed }
      }
    }
  }

  /// Writes all bytes; if this fails, `errno` has the reason.
  func writeAll(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = writeSome(rest) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Writes once; returns the number of written bytes, or nil with the reason in `errno`.
  func writeSome(_ bytes: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno != EINTR { return nil }
    }
  }
}
