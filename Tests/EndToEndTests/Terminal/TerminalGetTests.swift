import Glibc
import TestSupport
import Testing

/// `nightctl get --terminal` on a terminal whose other side is the test.
@Suite struct TerminalGetTests {
  private static let gray = "\u{1B}]11;rgb:8080/8080/8080\u{7}"
  private static let black = "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
  private static let attributes = TerminalRun.attributes
  private static let noReply =
    "nightctl: the terminal did not answer within 200 ms; try again, or leave out --terminal to ask "
    + "nightd"

  @Test(
    "`get --terminal` prints the terminal's reported style, or else one that fits its background",
    arguments: [
      (TerminalRun.dark, "color-scheme", "dark", nil),
      (TerminalRun.light, "color-scheme", "light", nil),
      (black, "background", "dark", "#000000"), (gray, "background", "light", "#808080"),
      // A user may have chosen a dark background for a light desktop.
      (TerminalRun.light + black, "color-scheme", "light", "#000000"),
    ]
  )
  func styles(replies: String, origin: String, style: String, background: String?) throws {
    let plain = try TerminalRun("get", "--terminal")
    try plain.answer(replies + Self.attributes)
    #expect(try plain.nextLine() == style)
    #expect(try plain.nextLine() == "exit 0")

    let json = try TerminalRun("get", "--terminal", "--json")
    try json.answer(replies + Self.attributes)
    let end = background.map { #","background":"\#($0)""# } ?? ""
    #expect(
      try json.nextLine() == #"{"style":"\#(style)","source":"terminal","by":"\#(origin)"\#(end)}"#
    )
    #expect(try json.nextLine() == "exit 0")
    for run in [plain, json] {
      #expect(run.terminal.mode == run.mode)
      #expect(run.terminal.removeInput() == "")
    }
  }

  @Test("`nightctl get --terminal` accepts replies of the terminal that arrive byte by byte")
  func split() throws {
    let run = try TerminalRun("get", "--terminal", "--json")
    try run.answer("")
    for byte in TerminalRun.dark + Self.gray + Self.attributes {
      try run.terminal.write(String(byte))
    }
    #expect(try run.nextLine().hasSuffix(##""by":"color-scheme","background":"#808080"}"##))
    #expect(try run.nextLine() == "exit 0")
    #expect(run.terminal.removeInput() == "")
  }

  @Test("If the terminal reports neither a scheme nor a background, nightctl stops waiting at once")
  func nothingReported() throws {
    let run = try TerminalRun("get", "--terminal")
    try run.answer(Self.attributes)
    #expect(
      try run.nextErrorLine() == "nightctl: the terminal reports neither a colour scheme nor a "
        + "background; leave out --terminal to ask nightd"
    )
    #expect(try run.nextLine() == "exit 3")
    #expect(run.terminal.mode == run.mode)
  }

  @Test("Without any reply, `nightctl get --terminal` ends after the time limit")
  func silence() throws {
    let run = try TerminalRun("get", "--terminal")
    try run.answer("")
    let start = ContinuousClock.now
    #expect(run.terminal.mode != run.mode, "the terminal does not echo replies")
    #expect(try run.nextLine() == "exit 3")
    let time = ContinuousClock.now - start
    // nightctl started its clock before the test did, so the test may measure less than the time
    // limit.
    #expect(time > .milliseconds(100) && time < .seconds(5), "\(time)")
    #expect(try run.nextErrorLine() == Self.noReply)
    #expect(run.terminal.mode == run.mode)
    #expect(run.terminal.removeInput() == "")
  }

  @Test(
    "If the terminal's final reply is missing, an earlier reply is used after the time limit"
  )
  func withoutFence() throws {
    let run = try TerminalRun("get", "--terminal")
    try run.answer(TerminalRun.dark)
    #expect(try run.nextLine() == "dark")
    #expect(try run.nextLine() == "exit 0")
    #expect(run.terminal.mode == run.mode)
  }

  @Test("Replies of the terminal that arrive after the time limit do not reach the shell")
  func late() throws {
    let run = try TerminalRun("get", "--terminal", script: TerminalRun.withoutJobControl)
    try run.answer("")
    try run.answer(afterTimeLimit: TerminalRun.dark + Self.black + Self.attributes)
    #expect(try run.nextLine() == "exit 3")
    #expect(run.terminal.mode == run.mode)
    #expect(run.terminal.removeInput() == "")
  }

  @Test(
    "A signal ends `nightctl get --terminal`, which first restores the terminal's mode",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  )
  func signals(signal: Int32) throws {
    let run = try TerminalRun("get", "--terminal")
    try run.answer("")
    try run.send(signal)
    #expect(try run.nextLine() == "exit \(128 + signal)")
    #expect(run.terminal.mode == run.mode)
    #expect(run.terminal.removeInput() == "")
  }

  @Test("Ctrl-C and Ctrl-Z work while `nightctl get --terminal` waits for the terminal")
  func keys() throws {
    let interrupted = try TerminalRun("get", "--terminal")
    try interrupted.answer("\u{3}")
    #expect(try interrupted.nextLine() == "exit 130")
    #expect(interrupted.terminal.mode == interrupted.mode)

    let stopped = try TerminalRun("get", "--terminal")
    try stopped.answer("\u{1A}" + TerminalRun.dark + Self.attributes)
    #expect(try stopped.nextLine() == "stopped")
    #expect(stopped.terminal.mode == stopped.mode)
    try stopped.terminal.write("fg\n")
    #expect(try stopped.nextLine() == "dark")
    #expect(try stopped.nextLine() == "exit 0")
  }

  @Test("Keystrokes that arrive after the terminal's last reply stay in the terminal's input")
  func typedAfter() throws {
    let run = try TerminalRun("get", "--terminal")
    try run.answer(TerminalRun.dark + Self.attributes + "ls\n")
    #expect(try run.nextLine() == "dark")
    #expect(try run.nextLine() == "exit 0")
    #expect(run.terminal.removeInput() == "ls\n")
  }

  @Test(
    "Keystrokes that arrive before the terminal's last reply are lost",
    arguments: ["", "ls\n"]
  )
  func typedBefore(keys: String) throws {
    let run = try TerminalRun("get", "--terminal", typedBefore: keys)
    try run.answer("x\u{1B}[A" + TerminalRun.dark + "\u{1B}]" + Self.black + "y" + Self.attributes)
    #expect(try run.nextLine() == "dark")
    #expect(try run.nextLine() == "exit 0")
    #expect(run.terminal.removeInput() == "")
    #expect(run.terminal.mode == run.mode)
  }

  @Test(
    "If nightctl runs in the background, it does not touch the terminal",
    arguments: ["get", "watch"]
  )
  func background(command: String) throws {
    let run = try TerminalRun(
      command,
      "--terminal",
      script: """
        set -m
        echo $$
        "$@" &
        wait $!
        echo "exit $?"
        printf done >/dev/tty
        exec tail -f /dev/null
        """
    )
    #expect(try run.nextLine() == "exit 3")
    #expect(
      try run.nextErrorLine()
        == "nightctl: a command in the background cannot ask the terminal; run it in the foreground"
    )
    #expect(try run.terminal.read(until: "done") == "done")
    #expect(run.terminal.mode == run.mode)
  }

  @Test(
    "nightctl sends no queries to a terminal that has no colours",
    arguments: [
      ("", "TERM is not set"), ("dumb", "a terminal with TERM=dumb reports no colours"),
      ("linux", "a terminal with TERM=linux reports no colours"),
    ]
  )
  func types(type: String, why: String) throws {
    for command in ["get", "watch"] {
      let run = try TerminalRun(command, "--terminal", adding: ["TERM": type])
      #expect(try run.nextLine() == "exit 3")
      #expect(
        try run.nextErrorLine()
          == "nightctl: \(why); run this in another terminal, or leave out --terminal to ask nightd"
      )
    }
  }

  @Test(
    "Without a terminal, `get` and `watch` refuse the option --terminal",
    arguments: ["get", "watch"]
  )
  func noTerminal(command: String) throws {
    let done = try Program.run(
      "setsid",
      ["--wait", Built.nightctl, command, "--terminal"],
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    )
    #expect(done.exit == .exited(3))
    #expect(
      done.errors == "nightctl: cannot open /dev/tty: No such device or address; run this in a "
        + "terminal, or leave out --terminal to ask nightd\n"
    )
  }
}
