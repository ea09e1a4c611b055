import Glibc
import Testing

/// The processor time that some code takes on the current thread, and how often the thread waits.
struct ThreadCost {
  /// How often the thread began to wait.
  let waits: Int
  let processorMilliseconds: Int

  static func measure(_ body: () throws -> Void) throws -> ThreadCost {
    let before = (try waits(), processorTime())
    try body()
    return ThreadCost(
      waits: try waits() - before.0,
      processorMilliseconds: processorTime() - before.1
    )
  }

  private static func waits() throws -> Int {
    let status = try #require(File.text("/proc/thread-self/status"))
    let line = try #require(
      status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    )
    return try #require(line.split(separator: "\t").last.flatMap { Int($0) })
  }

  private static func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }

  private enum File {
    static func text(_ path: String) -> String? {
      let number = open(path, O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { return nil }
      defer { close(number) }
      var bytes = [UInt8](repeating: 0, count: 8_192)
      let count = read(number, &bytes, bytes.count)
      return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }
}
