import Glibc
import Synchronization

extension Program {
  /// The next line of standard output without its line feed; nil at the end.
  package func readLine(timeout: Duration = .seconds(10)) throws(ProgramError) -> String? {
    try wait(for: "line on standard output", timeout) { $0.output.takeLine() }
  }

  /// The next line of standard error without its line feed; nil at the end.
  package func readErrorLine(timeout: Duration = .seconds(10)) throws(ProgramError) -> String? {
    try wait(for: "line on standard error", timeout) { $0.errors.takeLine() }
  }

  /// The next line of standard output; throws an error if there is no further line.
  package func nextLine(timeout: Duration = .seconds(10)) throws(ProgramError) -> String {
    guard let line = try readLine(timeout: timeout) else {
      throw error(.ended, "line on standard output")
    }
    return line
  }

  /// The next line of standard error; throws an error if there is no further line.
  package func nextErrorLine(timeout: Duration = .seconds(10)) throws(ProgramError) -> String {
    guard let line = try readErrorLine(timeout: timeout) else {
      throw error(.ended, "line on standard error")
    }
    return line
  }

  /// The rest of standard output; returns once every process has closed the stream.
  package func readAll(timeout: Duration = .seconds(10)) throws(ProgramError) -> String {
    String(
      decoding: try wait(for: "end of standard output", timeout) { $0.output.takeAll() },
      as: UTF8.self
    )
  }

  /// The rest of standard error; returns once every process has closed the stream.
  package func readAllErrors(timeout: Duration = .seconds(10)) throws(ProgramError) -> String {
    String(
      decoding: try wait(for: "end of standard error", timeout) { $0.errors.takeAll() },
      as: UTF8.self
    )
  }

  /// Writes to a program that was started with `input: .pipe`.
  ///
  /// Throws if the program reads nothing for ten seconds, or has closed its end.
  package func write(_ text: String) throws(ProgramError) { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws(ProgramError) {
    var rest = bytes[...]
    let code = try wait(for: "room on standard input", .seconds(10), writing: true) {
      streams -> Int32? in
      guard let input = streams.input else { return EBADF }
      while !rest.isEmpty {
        guard let count = input.writeSome(rest) else { return errno == EAGAIN ? nil : errno }
        rest = rest.dropFirst(count)
      }
      return 0
    }
    guard code == 0 else { throw error(.failed(code: code), "write to its standard input") }
  }

  package func closeInput() { streams.withLock { $0.input = nil } }

  /// Closes the test's end of standard output, so that the program's next write fails with EPIPE.
  package func closeOutput() { streams.withLock { $0.output.close() } }

  package func closeErrors() { streams.withLock { $0.errors.close() } }

  /// Waits for the program's end; when this returns, all of the program's output has been read.
  ///
  /// `wait` does not wait for other processes that the program left running, although they may keep
  /// its streams open.
  package func wait(timeout: Duration = .seconds(10)) throws(ProgramError) -> Exit {
    expectEnd()
    return try waitForUnexpectedEnd(timeout: timeout)
  }

  /// Like `wait`, but does not mark the program's end as expected.
  package func waitForUnexpectedEnd(timeout: Duration = .seconds(10)) throws(ProgramError) -> Exit {
    try wait(for: "end of the program", timeout, forExit: true) { streams in
      guard let exit = self.exit else { return nil }
      _ = streams.pump(with: nil, milliseconds: 0)
      return exit
    }
  }

  private func wait<Value: Sendable>(
    for awaited: String,
    _ timeout: Duration,
    forExit: Bool = false,
    writing: Bool = false,
    _ ready: (inout Streams) -> Value?
  ) throws(ProgramError) -> Value {
    let deadline = ContinuousClock.now + timeout
    return try streams.withLock { streams throws(ProgramError) in
      while true {
        if let value = ready(&streams) { return value }
        var more: pollfd?
        if forExit { more = pollfd(fd: watch.ended.number, events: Int16(POLLIN), revents: 0) }
        if writing, let input = streams.input {
          more = pollfd(fd: input.number, events: Int16(POLLOUT), revents: 0)
        }
        let left = (deadline - .now) / Duration.milliseconds(1)
        let milliseconds = Int32(max(0, min(left.rounded(.up), 1e9)))
        guard streams.pump(with: more, milliseconds: milliseconds) else {
          throw error(.timedOut(after: timeout), awaited, streams)
        }
      }
    }
  }
}
