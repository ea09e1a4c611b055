import Glibc

/// A refusal of the kernel, in words.
package enum SystemError {
  package static func words(_ code: Int32) -> String {
    // Not strerror, whose one buffer is shared by all threads.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: start)
    }
  }

  static func last(_ call: String) -> BusError { .system(call: call, errno: errno) }
}
