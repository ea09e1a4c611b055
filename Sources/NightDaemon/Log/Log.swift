import Glibc
import NightCore

/// Writes the log to standard error, as lines that people can read.
///
/// Control characters are replaced, because a line may quote text that other programs sent. For the
/// journal, each line begins with its priority, as sd-daemon(3) describes.
package struct Log: Sendable {
  package enum Priority: Int, Sendable {
    case error = 3
    case warning = 4
    case info = 6
  }

  private let writeLine: @Sendable (Priority, String) -> Void

  package init(_ writeLine: @escaping @Sendable (Priority, String) -> Void) {
    self.writeLine = writeLine
  }

  package func error(_ line: String) { writeLine(.error, line) }
  package func warning(_ line: String) { writeLine(.warning, line) }
  package func info(_ line: String) { writeLine(.info, line) }

  /// Creates a log; `journal` is the value of JOURNAL_STREAM, which identifies the journal's
  /// stream.
  ///
  /// The variable alone proves nothing: a program inherits the variable even if its output goes
  /// elsewhere.
  package static func standardError(journal: String?) -> Log {
    var facts = stat()
    fstat(STDERR_FILENO, &facts)
    let isJournal = journal == "\(facts.st_dev):\(facts.st_ino)"
    return Log { priority, line in
      let text = (isJournal ? "<\(priority.rawValue)>" : "nightd: ") + TerminalText.line(line)
      // If the log's reader is stuck, the daemon must not wait, so a line for which the pipe has no
      // room is dropped. A write of up to 4096 bytes to a pipe that has room never waits.
      var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      guard poll(&ready, 1, 0) == 1 else { return }
      let bytes = Array(text.utf8.prefix(4095)) + [UInt8(ascii: "\n")]
      _ = write(STDERR_FILENO, bytes, bytes.count)
    }
  }
}
