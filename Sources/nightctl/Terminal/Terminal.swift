import Glibc
import NightBus

/// The controlling terminal of this process.
///
/// This type opens `/dev/tty`, so that it can query the terminal even if standard input and output
/// are pipes. The terminal's mode belongs to all processes of the terminal, so call `end` after each
/// `begin`.
final class Terminal {
  /// The timeout for all replies to one set of queries, in milliseconds.
  static let limit = 200

  private let file: FileDescriptor
  /// The mode of the terminal before `begin`; nil while the mode is not changed.
  private var settings: termios?
  /// Whether the reply about the background can arrive after the reply to the fence, which is the
  /// last query.
  ///
  /// GNU screen answers the fence itself, but forwards the query for the background to the outer
  /// terminal. tmux also sets TERM to `screen`, but answers both queries itself.
  private let isForwarding: Bool
  /// Whether a reply of the terminal may still be on its way.
  private var isReplyDue = false

  var descriptor: Int32 { file.number }

  /// Opens the terminal; throws if no terminal exists, or if it cannot answer queries.
  init(_ environment: (String) -> String?) throws(Failure) {
    let type = environment("TERM") ?? ""
    guard !["", "dumb", "linux"].contains(type) else {
      throw .terminal(TerminalMessages.terminalCannotAnswer(type))
    }
    isForwarding = type.hasPrefix("screen") && environment("TMUX") ?? "" == ""
    // O_NONBLOCK applies only to this open file, not to standard input and output. A write must not
    // wait forever for a terminal whose output the user stopped with Ctrl-S.
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    let number = open("/dev/tty", flags)
    let code = errno
    do throws(BusError) {
      file = try FileDescriptor(number, from: "open")
    } catch {
      throw .terminal(TerminalMessages.noTerminal(SystemError.message(code)))
    }
  }

  /// Whether this process belongs to the foreground group of the terminal.
  ///
  /// The kernel stops a background process that changes the terminal's mode or reads from it.
  var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// Whether the terminal was closed, for example because its window or its connection was closed.
  var isClosed: Bool { tcgetpgrp(descriptor) < 0 }

  // MARK: - The terminal's mode

  /// Switches the terminal to a mode without echo, in which bytes arrive without waiting for a line
  /// feed.
  ///
  /// Ctrl-C and Ctrl-Z still send signals, but do not discard input that has already arrived.
  func begin() throws(Failure) {
    guard isForeground else { throw .terminal(TerminalMessages.terminalInBackground) }
    var changed = termios()
    guard tcgetattr(descriptor, &changed) == 0 else { throw Self.failure() }
    // `begin` runs again after SIGSTOP and SIGCONT, so keep the settings that were in effect before
    // its first call.
    if settings == nil { settings = changed }
    changed.c_lflag &= ~tcflag_t(ICANON | ECHO)
    changed.c_lflag |= tcflag_t(NOFLSH)
    withUnsafeMutableBytes(of: &changed.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    guard tcsetattr(descriptor, TCSANOW, &changed) == 0 else { throw Self.failure() }
  }

  /// Restores the mode of the terminal.
  ///
  /// If a reply may still be on its way, this method discards all input that has arrived, because
  /// the reply could otherwise appear at the shell's prompt. In the background, this method does
  /// nothing, because the terminal's mode then belongs to another program.
  func end() {
    guard var settings else { return }
    self.settings = nil
    guard isForeground else { return }
    // TCSADRAIN would wait for output that the user stopped with Ctrl-S, so use TCSANOW.
    tcsetattr(descriptor, TCSANOW, &settings)
    if isReplyDue { tcflush(descriptor, TCIFLUSH) }
  }

  private static func failure() -> Failure {
    .terminal(TerminalMessages.terminalModeFailed(SystemError.message(errno)))
  }
}

// MARK: - Queries

extension Terminal {
  /// Changes the terminal's mode as `begin` does, asks for the style, and restores the mode.
  func askOnce() throws(Failure) -> TerminalAnswers {
    try Signals.deferred { () throws(Failure) in
      try begin()
      defer { end() }
      return ask([.colorScheme, .background])
    }
  }

  /// Sends the queries and then a fence (a last query), and reads until the terminal answers the
  /// fence or the timeout ends.
  ///
  /// Other bytes that arrive before the answer to the fence are lost. Current Linux systems do not
  /// let a program put bytes back into the terminal's input (TIOCSTI). Replies are read byte by
  /// byte, so that bytes after the answer to the fence stay in the input.
  func ask(_ queries: [TerminalQuery]) -> TerminalAnswers {
    let deadline = Self.deadline
    var answers = TerminalAnswers()
    var reader = TerminalReplyReader()
    isReplyDue = true
    guard write(queries + [.fence], until: deadline) else { return answers }
    let awaitsBackground = isForwarding && queries.contains(.background)
    while Timer.now() < deadline {
      var byte: UInt8 = 0
      let count = read(descriptor, &byte, 1)
      if count == 1 {
        for reply in reader.read(CollectionOfOne(byte)).replies { answers.add(reply) }
        isReplyDue = !answers.isFenced || awaitsBackground && answers.background == nil
        guard isReplyDue else { break }
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        // The terminal was closed, or this process is in the background now.
        break
      } else {
        guard wait(for: POLLIN, until: deadline) else { break }
      }
    }
    return answers
  }

  /// Sends queries without a fence; their replies arrive later.
  func send(_ queries: [TerminalQuery]) {
    isReplyDue = true
    _ = write(queries, until: Self.deadline)
  }

  private static var deadline: UInt64 { Timer.now() + UInt64(limit) * 1_000_000 }

  /// Sends queries; returns false if the terminal did not accept them in time.
  private func write(_ queries: [TerminalQuery], until deadline: UInt64) -> Bool {
    var rest = Array(queries.map(\.rawValue).joined().utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      guard errno == EAGAIN || errno == EINTR, wait(for: POLLOUT, until: deadline) else {
        return false
      }
    }
    return true
  }

  /// Waits for an event with poll(2); returns false on a timeout.
  private func wait(for event: Int32, until deadline: UInt64) -> Bool {
    let now = Timer.now()
    guard now < deadline else { return false }
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    // Round up: after a wait that is too short, the caller would loop without waiting.
    let milliseconds = Int32(clamping: (deadline - now + 999_999) / 1_000_000)
    return poll(&entry, 1, milliseconds) > 0 || errno == EINTR
  }
}

/// Messages about the terminal as a source of the style.
enum TerminalMessages {
  private static let withoutTerminal = "leave out --terminal to ask nightd"

  /// The message for a terminal that cannot answer queries; `type` is the value of TERM.
  static func terminalCannotAnswer(_ type: String) -> String {
    let why = type.isEmpty ? "TERM is not set" : "a terminal with TERM=\(type) reports no colours"
    return "\(why); run this in another terminal, or \(withoutTerminal)"
  }

  static func noTerminal(_ why: String) -> String {
    "cannot open /dev/tty: \(why); run this in a terminal, or \(withoutTerminal)"
  }

  static func terminalModeFailed(_ why: String) -> String {
    "cannot change the mode of the terminal: \(why); \(withoutTerminal)"
  }

  static let terminalInBackground =
    "a command in the background cannot ask the terminal; run it in the foreground"

  /// The message for answers that contain no style.
  static func unanswered(_ answers: TerminalAnswers) -> String {
    guard answers.isFenced else {
      return "the terminal did not answer within \(Terminal.limit) ms; try again, or "
        + withoutTerminal
    }
    return "the terminal reports neither a colour scheme nor a background; " + withoutTerminal
  }

  static let terminalReportsNoChange =
    "the terminal does not report changes of its style; nightctl get --terminal asks it again, and "
    + "nightctl watch follows nightd"
}
