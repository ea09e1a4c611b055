import Glibc
import TestSupport
import Testing

/// `nightctl watch --terminal` on a terminal whose other side is the test.
@Suite struct TerminalWatchTests {
  private static let supported = "\u{1B}[?2031;2$y"

  /// Starts a watch on a terminal that is dark and reports changes of its style.
  private func watching(_ words: String..., script: String? = nil) throws -> TerminalRun {
    let run =
      words.isEmpty
      ? try TerminalRun("watch", "--terminal", script: script)
      : try TerminalRun("watch", "--terminal", "--json")
    try run.answerWatch(TerminalRun.dark + Self.supported + TerminalRun.attributes)
    try run.awaitReports(TerminalRun.dark)
    return run
  }

  /// Reads the sequences that the watch sends at its end, and answers them.
  private func answerEnd(_ run: TerminalRun) throws {
    _ = try run.terminal.read(until: TerminalRun.endReports + TerminalRun.fence)
    try run.terminal.write(TerminalRun.light + TerminalRun.attributes)
  }

  @Test("`nightctl watch --terminal` prints the style first, and then each change")
  func lines() throws {
    let run = try watching()
    #expect(try run.nextLine() == "dark")
    // Keys have no effect, and a report of the same style prints nothing.
    try run.terminal.write("q\n" + TerminalRun.light + TerminalRun.light + TerminalRun.dark)
    #expect(try run.nextLine() == "light")
    #expect(try run.nextLine() == "dark")

    let json = try watching("--json")
    try json.terminal.write(TerminalRun.light)
    for style in ["dark", "light"] {
      #expect(
        try json.nextLine() == #"{"style":"\#(style)","source":"terminal","by":"color-scheme"}"#
      )
    }
  }

  @Test("`watch --terminal` prints a change that happens before the terminal starts its reports")
  func earlyChange() throws {
    let run = try TerminalRun("watch", "--terminal")
    try run.answerWatch(TerminalRun.dark + Self.supported + TerminalRun.attributes)
    try run.awaitReports(TerminalRun.light)
    #expect(try run.nextLine() == "dark")
    #expect(try run.nextLine() == "light")
  }

  @Test(
    "`nightctl watch --terminal` ends if the terminal does not report changes",
    arguments: ["", "\u{1B}[?2031;0$y", "\u{1B}[?2031;4$y"]
  )
  func unsupported(reply: String) throws {
    let run = try TerminalRun("watch", "--terminal")
    try run.answerWatch(TerminalRun.dark + reply + TerminalRun.attributes)
    #expect(try run.nextLine() == "dark")
    #expect(try run.nextLine() == "exit 3")
    #expect(
      try run.nextErrorLine() == "nightctl: the terminal does not report changes of its style; "
        + "nightctl get --terminal asks it again, and nightctl watch follows nightd"
    )
    #expect(run.terminal.mode == run.mode)
  }

  @Test("If the terminal does not answer, `nightctl watch --terminal` ends")
  func silence() throws {
    let run = try TerminalRun("watch", "--terminal")
    try run.answerWatch("")
    #expect(try run.nextLine() == "exit 3")
    #expect(try run.nextErrorLine().contains("did not answer within 200 ms"))
    #expect(run.terminal.mode == run.mode)
  }

  @Test(
    "On a signal, `nightctl watch` turns off the terminal's reports and restores its mode",
    arguments: [SIGINT, SIGTERM, SIGHUP, nil]
  )
  func signals(signal: Int32?) throws {
    let run = try watching()
    #expect(try run.nextLine() == "dark")
    #expect(run.terminal.mode != run.mode, "the terminal does not echo reports")
    if let signal { try run.send(signal) } else { try run.terminal.write("\u{3}") }
    try answerEnd(run)
    #expect(try run.nextLine() == "exit 0")
    #expect(run.terminal.mode == run.mode)
    #expect(run.terminal.removeInput() == "", "the last report does not reach the shell")
  }

  @Test("Even if the output of `watch` is a full pipe that nobody reads, a signal ends `watch`")
  func fullPipe() throws {
    let home = try TemporaryFolder()
    try #require(mkfifo(home.file("full"), 0o600) == 0)
    let pipe = open(home.file("full"), O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    let run = try TerminalRun(
      "watch",
      "--terminal",
      adding: ["FULL": home.file("full")],
      script: """
        set -m
        sh -c 'echo $$; exec "$@" >"$FULL"' sh "$@"
        echo "exit $?"
        exec tail -f /dev/null
        """
    )
    try run.answerWatch(TerminalRun.dark + Self.supported + TerminalRun.attributes)
    try run.awaitReports(TerminalRun.dark)
    while write(pipe, "0", 1) == 1 {}
    try run.terminal.write(TerminalRun.light)
    try run.send(SIGTERM)
    try answerEnd(run)
    #expect(try run.nextLine() == "exit 0")
    #expect(run.terminal.mode == run.mode)
  }

  @Test(
    "On SIGQUIT, `nightctl watch` turns off the terminal's reports and restores its mode"
  )
  func quit() throws {
    let run = try watching()
    #expect(try run.nextLine() == "dark")
    try run.send(SIGQUIT)
    try answerEnd(run)
    #expect(try run.nextLine() == "exit 131")
    #expect(run.terminal.mode == run.mode)
  }

  @Test("If the reader of the pipe exits, `nightctl watch` turns off the terminal's reports")
  func readerLeaves() throws {
    let run = try watching(
      script: """
        set -m
        echo $$
        "$@" | head -n 1 >&2
        echo done
        exec tail -f /dev/null
        """
    )
    #expect(try run.nextErrorLine() == "dark")
    try answerEnd(run)
    #expect(try run.nextLine() == "done")
    #expect(run.terminal.mode == run.mode)
  }

  @Test(
    "Ctrl-Z makes `nightctl watch` turn off the terminal's reports, and `fg` turns them on again"
  )
  func stopped() throws {
    let run = try watching()
    #expect(try run.nextLine() == "dark")
    for style in ["light", "dark"] {
      try run.terminal.write("\u{1A}")
      try answerEnd(run)
      #expect(try run.nextLine() == "stopped")
      #expect(run.terminal.mode == run.mode)
      #expect(run.terminal.removeInput() == "")
      try run.terminal.write("fg\n")
      try run.awaitReports(style == "dark" ? TerminalRun.dark : TerminalRun.light)
      #expect(try run.nextLine() == style)
      #expect(run.terminal.mode != run.mode)
    }
    try run.send(SIGINT)
    try answerEnd(run)
    #expect(try run.nextLine() == "exit 0")
    #expect(run.terminal.mode == run.mode)
  }

  @Test("If `watch --terminal` is continued in the background, it stops without using the terminal")
  func background() throws {
    let run = try watching()
    #expect(try run.nextLine() == "dark")
    try run.terminal.write("\u{1A}")
    try answerEnd(run)
    #expect(try run.nextLine() == "stopped")
    try run.send(SIGCONT)
    #expect(run.terminal.mode == run.mode)
    try run.terminal.write("fg\n")
    try run.awaitReports(TerminalRun.light)
    #expect(try run.nextLine() == "light")
  }

  @Test("`nightctl watch --terminal` ends if its terminal is closed")
  func closed() throws {
    var run: TerminalRun? = try watching()
    let shell = try #require(run?.shell)
    #expect(try shell.nextLine() == "dark")
    run = nil
    #expect(try shell.readAll() == "", "all programs have ended")
  }
}
