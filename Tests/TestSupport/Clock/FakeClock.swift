import Glibc

/// A fake clock (libfaketime), which shows a program under test another time of day, also in its
/// timers.
package enum FakeClock {
  /// A clock that is this many microseconds ahead of the real time.
  case ahead(Int64)
  /// A clock whose offset is in a file, which libfaketime reads again each time.
  case file(String)

  /// Why no fake clock is possible here; nil if it is possible.
  package static let skipReason: String? = {
    if Built.isSanitized { return "a sanitizer has to be the first library of a program" }
    return library == nil ? "faketime is not installed" : nil
  }()

  /// The path of libfaketime, as the program `faketime` preloads it.
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

  /// The contents of the file for a clock that is this far ahead.
  package static func setting(ahead microseconds: Int64) -> String {
    let sign = microseconds < 0 ? "-" : "+"
    let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    return "\(sign)\(seconds).\(String(1_000_000 + rest).dropFirst())"
  }
}

extension Desk {
  /// Starts the daemon with this clock and waits until it serves.
  @discardableResult
  package func startDaemon(
    seeing clock: FakeClock,
    adding more: [String: String] = [:]
  ) throws -> Program {
    let daemon = try startDaemon(adding: clock.environment.merging(more) { $1 })
    // libfaketime no longer needs these files, but would never remove them.
    for kind in ["faketime_shm_", "sem.faketime_sem_"] {
      unlink("/dev/shm/\(kind)\(daemon.processIdentifier)")
    }
    return daemon
  }
}
