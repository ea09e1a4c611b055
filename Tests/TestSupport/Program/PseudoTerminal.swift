import Glibc

/// A terminal whose other side is the test: the test reads the programs' output, and types keys.
///
/// Start the first program with `Program.Input.terminal`. When the first program ends, the kernel
/// closes the terminal. So start a shell as the first program, and let it run the program under
/// test.
package final class PseudoTerminal: Sendable {
  /// The test's side of the terminal.
  private let side: Descriptor
  /// The programs' side, kept open so that the mode and the pending input can be read at any time.
  private let programSide: Descriptor
  /// The device that programs open.
  package let path: String

  package init() throws(ProgramError) {
    var ours: Int32 = -1
    var theirs: Int32 = -1
    // The lock keeps a child from inheriting the descriptors before they are close-on-exec.
    let code = SpawnLock.withLock {
      let code = GnuCalls.openTerminal?(&ours, &theirs, nil, nil, nil) ?? -1
      for number in [ours, theirs] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
      return code
    }
    guard code == 0 else { throw Self.failure("open one") }
    side = Descriptor(ours)
    programSide = Descriptor(theirs)
    _ = fcntl(theirs, F_SETFL, O_RDWR | O_NONBLOCK)
    var name = [CChar](repeating: 0, count: 64)
    guard ttyname_r(theirs, &name, name.count) == 0 else { throw Self.failure("find its name") }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func failure(_ action: String) -> ProgramError {
    ProgramError(program: "a terminal", problem: .failed(code: errno), awaited: action)
  }

  /// Types keys, or sends a terminal's reply.
  package func write(_ text: String) throws(ProgramError) {
    guard side.writeAll(Array(text.utf8)) else { throw Self.failure("type") }
  }

  /// Reads until this text has been printed; returns everything up to the end of the text.
  package func read(
    until text: String,
    timeout: Duration = .seconds(10)
  ) throws(ProgramError) -> String {
    let deadline = ContinuousClock.now + timeout
    let wanted = Array(text.utf8)
    var printed: [UInt8] = []
    while !printed.suffix(wanted.count).elementsEqual(wanted) {
      let left = ((deadline - .now) / Duration.milliseconds(1)).rounded(.up)
      var entry = pollfd(fd: side.number, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&entry, 1, Int32(left)) != 0 else {
        throw ProgramError(
          program: "a terminal",
          problem: .timedOut(after: timeout),
          awaited: text.debugDescription,
          details: ["it got \(String(decoding: printed, as: UTF8.self).debugDescription)"]
        )
      }
      var byte: UInt8 = 0
      // Read one byte at a time, so that everything after the expected text stays unread.
      let count = Glibc.read(side.number, &byte, 1)
      if count == 1 { printed.append(byte) } else if errno != EINTR { throw Self.failure("read") }
    }
    return String(decoding: printed, as: UTF8.self)
  }

  /// The terminal's mode, as `stty -g` prints it.
  package var mode: [UInt32] {
    let mode = termios(programSide)
    let characters = withUnsafeBytes(of: mode.c_cc) { $0.map(UInt32.init) }
    return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag] + characters
  }

  /// Removes and returns the input that no program has read.
  package func removeInput() -> String {
    // Without ICANON, an incomplete line can also be read.
    let before = termios(programSide)
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(programSide.number, TCSANOW, &raw)
    defer {
      var before = before
      tcsetattr(programSide.number, TCSANOW, &before)
    }
    guard case .bytes(let bytes) = programSide.readSome() else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func termios(_ descriptor: Descriptor) -> termios {
    var mode = Glibc.termios()
    tcgetattr(descriptor.number, &mode)
    return mode
  }
}
