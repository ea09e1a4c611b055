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
    let work = Work {
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
    // A thread of its own, because it blocks as long as the window is open. While a thread of
    // Dispatch is blocked, Dispatch wakes up once a second.
    var thread = pthread_t()
    let created = pthread_create(
      &thread,
      nil,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().perform() }
        return nil
      },
      Unmanaged.passRetained(work).toOpaque()
    )
    if created == 0 {
      pthread_detach(thread)
    } else {
      Unmanaged.passUnretained(work).release()
    }
  }

  private final class Work: Sendable {
    let perform: @Sendable () -> Void
    init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
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
