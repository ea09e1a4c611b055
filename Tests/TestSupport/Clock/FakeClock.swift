import Glibc

/// libfaketime: a program under test sees another time of day, also in the timers that it sets.
package enum FakeClock {
  /// Later than now by so many microseconds.
  case ahead(Int64)
  /// By as much as stands in a file, which it reads each time.
  case file(String)

  /// Why no program can be shown one here, or nothing.
  package static let obstacle: String? = {
    if Built.isSanitized { return "a sanitizer has to be the first library of a program" }
    return library == nil ? "faketime is not installed" : nil
  }()

  /// As the program that comes with it would set it.
  private static let library: String? = {
    let words = ["-f", "+0", "printenv", "LD_PRELOAD"]
    let shown = try? Program.run("faketime", words, environment: ["PATH": Tool.searchPath])
    guard let shown, shown.exit == .exited(0) else { return nil }
    return shown.output.split(separator: "\n").first.map(String.init)
  }()

  fileprivate var environment: [String: String] {
    let setting =
      switch self {
      case .ahead(let microseconds): ["FAKETIME": Self.setting(ahead: microseconds)]
      case .file(let path): ["FAKETIME_TIMESTAMP_FILE": path, "FAKETIME_NO_CACHE": "1"]
      }
    let common = [
      "LD_PRELOAD": Self.library ?? "", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1",
    ]
    return common.merging(setting) { $1 }
  }

  /// What stands in the file.
  package static func setting(ahead microseconds: Int64) -> String {
    let sign = microseconds < 0 ? "-" : "+"
    let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    return "\(sign)\(seconds).\(String(1_000_000 + rest).dropFirst())"
  }
}

extension Desk {
  /// Starts the daemon with such a clock and waits until it serves.
  @discardableResult
  package func startDaemon(
    seeing clock: FakeClock,
    adding more: [String: String] = [:]
  ) throws -> Program {
    let daemon = try startDaemon(adding: clock.environment.merging(more) { $1 })
    // The library needs their names no longer, and would leave them behind.
    for kind in ["faketime_shm_", "sem.faketime_sem_"] {
      unlink("/dev/shm/\(kind)\(daemon.processIdentifier)")
    }
    return daemon
  }
}
