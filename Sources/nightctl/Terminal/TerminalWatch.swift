import Glibc
import NightBus
import NightClient
import NightCore

/// Prints the style of the terminal, and a line for each change that the terminal reports.
final class TerminalWatch {
  private let terminal: Terminal
  private let output: Output
  private let isJSON: Bool
  private let loop: Loop
  private var signals: SignalWatch?
  private var watches: [Watch] = []
  private var reader = TerminalReplyReader()
  private var printed: Style?
  /// Whether `begin` has changed the terminal's mode and asked the terminal to report changes.
  private var isReporting = false
  private var failure: Failure?

  init(_ terminal: Terminal, _ output: Output, isJSON: Bool) throws(Failure) {
    self.terminal = terminal
    self.output = output
    self.isJSON = isJSON
    do throws(BusError) {
      loop = try Loop()
      signals = try loop.signals([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]) {
        [unowned self] signal in
        handle(signal)
      }
    } catch {
      throw .client(ClientError(error))
    }
  }

  /// Runs until a signal arrives, the reader of the output closes its pipe, or the terminal is
  /// closed.
  ///
  /// Throws if the terminal cannot report changes, or if an error ends the watch.
  func run() throws(Failure) {
    let answers = try askFirst()
    guard let style = answers.style else { throw .terminal(TerminalMessages.unanswered(answers)) }
    print(style)
    guard failure == nil else { return try finish() }
    guard answers.canReportChanges else {
      throw .terminal(
        answers.isFenced
          ? TerminalMessages.terminalReportsNoChange : TerminalMessages.unanswered(answers)
      )
    }
    watches = [
      loop.watch(terminal.descriptor, events: Int16(POLLIN)) { [unowned self] _ in readReports() },
      // Notice at once that the reader of the output closed its pipe, without waiting for the next
      // change of the colours.
      loop.watch(output.descriptor, events: Int16(POLLERR)) { [unowned self] _ in end(nil) },
    ]
    try begin()
    do throws(BusError) { try loop.run() } catch { failure = .client(ClientError(error)) }
    stop()
    try finish()
  }

  /// Asks for the style, and whether the terminal can report changes.
  private func askFirst() throws(Failure) -> TerminalAnswers {
    try Signals.deferred { () throws(Failure) in
      try terminal.begin()
      defer { terminal.end() }
      return terminal.ask([.colorScheme, .background, .changeReports])
    }
  }

  private func finish() throws(Failure) {
    guard let failure else { return }
    if case .output(code: EPIPE) = failure { return }
    throw failure
  }

  private func end(_ why: Failure?) {
    failure = failure ?? why
    loop.stop()
  }

  private func print(_ style: TerminalStyle) {
    guard style.style != printed else { return }
    // Wait here, so that a signal can end or stop the command even if the reader has stopped
    // reading.
    guard signals?.waitUntilWritable(output.descriptor) != false else { return }
    printed = style.style
    do throws(Failure) {
      if isJSON {
        try output.json(style.json)
      } else {
        try output.line(style.style.rawValue)
      }
    } catch {
      end(error)
    }
  }
}

// MARK: - Reports

extension TerminalWatch {
  /// Changes the terminal's mode, and asks the terminal to report changes of its colour scheme.
  ///
  /// This method asks for the colour scheme once more, because the colour scheme may have changed
  /// since the last reply.
  private func begin() throws(Failure) {
    try Signals.deferred { () throws(Failure) in
      try terminal.begin()
      isReporting = true
      terminal.send([.startReports, .colorScheme])
    }
  }

  /// Asks the terminal to stop its reports, and restores the terminal's mode.
  ///
  /// The terminal may have sent a last report just before it was asked to end the reports. The
  /// answer to the fence arrives after that last report, so this method reads until the answer
  /// arrives. Otherwise the shell would get the report as input.
  private func stop() {
    guard isReporting else { return }
    isReporting = false
    Signals.deferred {
      if terminal.isForeground {
        _ = terminal.ask([.endReports])
      } else {
        // A process in the background must not read from the terminal, so only send the request.
        terminal.send([.endReports])
      }
      terminal.end()
    }
    reader = TerminalReplyReader()
  }

  /// Reads the bytes that have arrived; keys that the user pressed have no effect.
  private func readReports() {
    var bytes = [UInt8](repeating: 0, count: TerminalReplyReader.limit)
    let count = read(terminal.descriptor, &bytes, bytes.count)
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      return end(terminal.isClosed ? nil : .terminal(TerminalMessages.terminalInBackground))
    }
    for reply in reader.read(bytes.prefix(count)).replies {
      guard case .colorScheme(let style) = reply else { continue }
      print(TerminalStyle(style: style, origin: .colorScheme))
    }
  }
}

// MARK: - Signals

extension TerminalWatch {
  private func handle(_ signal: Int32) {
    switch signal {
    case SIGTSTP:
      stop()
      Signals.perform(SIGTSTP)
      resume()
    case SIGCONT: resume()
    case SIGQUIT:
      stop()
      Signals.perform(SIGQUIT)
    default: end(nil)
    }
  }

  /// Changes the terminal's mode again after the process was stopped and has continued.
  ///
  /// In the background, this method stops the process again with SIGTTIN, as reading from the
  /// terminal would. If no shell can continue the process, the watch ends.
  private func resume() {
    if !terminal.isForeground { Signals.perform(SIGTTIN) }
    do throws(Failure) { try begin() } catch { end(error) }
  }
}
