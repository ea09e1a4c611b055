import Dispatch
import Glibc

/// The screen and the keyboard of a terminal, for as long as this program has them.
@MainActor
final class Terminal {
  /// Each key that is pressed; a form feed where the window has another size.
  let keys: AsyncStream<Character>
  private var before = termios()
  private var sources: [any DispatchSourceProtocol] = []

  /// Nil where there is no terminal, or nobody who wants colours.
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
    // A shell that had stopped this would find the terminal as it is painted.
    signal(SIGTSTP, SIG_IGN)
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    // Another screen, no cursor, and no wrapping of what is too long.
    write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l")
  }

  /// Puts everything back.
  func restore() {
    write("\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l")
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
  }

  /// Shows rows from the top; the last colour of each goes on to the edge of the window.
  func show(_ rows: [String]) {
    let lines = rows.map { $0 + "\u{1b}[K\u{1b}[0m\n" }
    // Between the outer two, terminals that can do so wait until the frame is whole.
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

  /// Returns once it is in force: a signal before that ends the program where it stands.
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
