import Glibc
import SettingsModel

/// A running `nightctl watch --json`, which prints a line for each change of the style's state.
///
/// The thread that reads the lines sleeps between changes. The process ends with its pipe.
final class Watch: Sendable {
  private static let shortLife = 2.0

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - nightctl: The path of nightctl.
  ///   - line: Called for each change, on another thread.
  ///   - end: Called when the command has ended, with whether it ended soon after its start.
  init(
    _ nightctl: String,
    line: @escaping @Sendable () -> Void,
    end: @escaping @Sendable (_ isShort: Bool) -> Void
  ) {
    // A worker of its own, because its thread is blocked as long as the window is open. Without a
    // thread, the window does not follow the reason and the hold; all else works.
    _ = Worker().add {
      var start = timespec()
      clock_gettime(CLOCK_MONOTONIC, &start)
      if let pipe = try? Pipe(),
        let process = try? Command.spawn(nightctl, ["watch", "--json"], output: pipe.write)
      {
        pipe.closeWriting()
        Self.readLines(pipe.read, line)
        _ = Command.wait(process)
      }
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      end(Double(now.tv_sec - start.tv_sec) < Self.shortLife)
    }
  }

  private static func readLines(_ file: Int32, _ line: () -> Void) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // The first line is the present state, which the window asks for itself.
    var isFirst = true
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      if buffer[..<count].contains(10) {
        if !isFirst { line() }
        isFirst = false
      }
    }
  }
}
