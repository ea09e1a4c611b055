import Glibc

/// A file descriptor that is closed when the last reference goes.
final class Descriptor: Sendable {
  /// What one read gave.
  enum Reading {
    case bytes([UInt8])
    case end
    case failed
  }

  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// A new pipe that no child inherits by accident.
  static func pipe() -> (reading: Descriptor, writing: Descriptor)? {
    var numbers: [Int32] = [-1, -1]
    guard GnuCalls.pipe2?(&numbers, O_CLOEXEC) == 0 else { return nil }
    return (Descriptor(numbers[0]), Descriptor(numbers[1]))
  }

  /// One read of more than a pipe holds.
  ///
  /// A pipe whose other end has ended is therefore empty after it.
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

  /// Writes until all is written; on failure `errno` says why.
  func writeAll(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = writeSome(rest) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// How many bytes one write took, or nothing on failure, when `errno` says why.
  func writeSome(_ bytes: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno != EINTR { return nil }
    }
  }
}
