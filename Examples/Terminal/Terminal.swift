import Dispatch
import Glibc

/// The screen and the keyboard of the terminal that this program runs in.
@MainActor
final class Terminal {
  /// Each pressed key, and a form feed whenever the size of the window changes.
  let keys: AsyncStream<Character>
  private var before = termios()
  private var sources: [any DispatchSourceProtocol] = []

  /// Prepares the terminal; returns nil if the output is not a terminal, or if NO_COLOR is set.
  init?() async {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      getenv("NO_COLOR").map({ $0.pointee == 0 }) ?? true,
      tcgetattr(STDIN_FILENO, &before) == 0
    else { return nil }
    let (keys, pressing) = AsyncStream.makeStream(of: Character.self)
    self.keys = keys
    read(into: pressing)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      await on(number) { [unowned self] in
        restore()
        exit(128 + number)
      }
    }
    await on(SIGWINCH) { pressing.yield("\u{c}") }
    // Ignore Ctrl-Z: if it stopped the program, the shell would get the terminal in raw mode.
    signal(SIGTSTP, SIG_IGN)
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    // Switch to the alternate screen, hide the cursor and turn off line wrapping.
    write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l")
  }

  /// Restores the terminal's earlier state.
  func restore() {
    write("\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l")
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
  }

  /// Shows rows from the top; the last background of each row continues to the edge of the window.
  func show(_ rows: [String]) {
    let lines = rows.map { $0 + "\u{1b}[K\u{1b}[0m\n" }
    // If the terminal supports the outer escape sequences, they hide each frame until it is
    // complete.
    write("\u{1b}[?2026h\u{1b}[H" + lines.joined() + "\u{1b}[J\u{1b}[?2026l")
  }

  private func write(_ text: String) {
    print(text, terminator: "")
    fflush(nil)
  }

  private func read(into pressing: AsyncStream<Character>.Continuation) {
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler {
      var byte: UInt8 = 0
      guard Glibc.read(STDIN_FILENO, &byte, 1) == 1 else { return pressing.finish() }
      pressing.yield(Character(Unicode.Scalar(byte)))
    }
    source.resume()
    sources.append(source)
  }

  /// Handles a signal; waits until the handler is active, because a signal before then would end
  /// the program.
  private func on(_ number: Int32, _ handler: @escaping @MainActor () -> Void) async {
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    sources.append(source)
    source.setEventHandler { handler() }
    await withCheckedContinuation { continuation in
      source.setRegistrationHandler { continuation.resume() }
      source.resume()
    }
  }
}
