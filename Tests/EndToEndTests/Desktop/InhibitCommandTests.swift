import Glibc
import NightBus
import TestSupport
import Testing

/// `nightctl inhibit`, which runs a command and prevents automatic changes meanwhile.
@Suite("nightctl inhibit")
struct InhibitCommandTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func start(_ words: String..., adding more: [String: String] = [:]) throws -> Program {
    try Program.start(
      Built.nightctl,
      ["inhibit"] + words,
      environment: desk.environment.merging(more) { $1 },
      input: .pipe
    )
  }

  @Test("`nightctl inhibit` prevents automatic changes exactly as long as its command runs")
  func asks() throws {
    try desk.startDaemon()
    let caller = try Caller(desk)
    let monitor = try Monitor(desk)
    let program = try start("--why", "a talk", "--", "/bin/cat")
    try program.write("there\n")
    #expect(try program.nextLine() == "there")
    let list = try caller.inhibitors()
    #expect(list.map { $0["app"]?.asString } == ["cat"])
    #expect(list.map { $0["why"]?.asString } == ["a talk"])
    let status = try desk.nightctl("status").output
    #expect(
      status.contains(#/\ninhibit  cat \(process \d+\) since \d\d:\d\d: “a talk”\n/#),
      "\(status)"
    )
    #expect(try desk.nightctl("status", "--json").output.contains(#""inhibited":true"#))
    #expect(
      try desk.nightctl("status", "--json").output
        .contains(#""inhibitors":[{"app":"cat","why":"a talk","since":"2"#)
    )
    #expect(
      try desk.nightctl("why").output.contains(
        #/\ncat has prevented automatic changes since \d\d:\d\d: “a talk”\.\n/#
      )
    )
    program.closeInput()
    #expect(try program.wait() == .exited(0))
    #expect(try monitor.next(4).filter { $0 == "Inhibit" }.count == 2)
    #expect(try caller.inhibitors().isEmpty)
    #expect(!(try desk.nightctl("status").output.contains("inhibit")))
  }

  static let ends: [(words: [String], exit: Program.Exit, errors: String)] = [
    (["true"], .exited(0), ""),
    (["sh", "-c", "exit 7"], .exited(7), ""),
    (["sh", "-c", "echo oh >&2; exit 255"], .exited(255), "oh\n"),
    (["sh", "-c", "kill -TERM $$"], .signalled(SIGTERM), ""),
    (["sh", "-c", "kill -KILL $$"], .signalled(SIGKILL), ""),
    (
      ["no-such-command"], .exited(127),
      "nightctl: cannot run “no-such-command”: No such file or directory\n"
    ),
    (["/"], .exited(126), "nightctl: cannot run “/”: Permission denied\n"),
    (["/etc/passwd"], .exited(126), "nightctl: cannot run “/etc/passwd”: Permission denied\n"),
  ]

  @Test("`nightctl inhibit` ends with the same exit code or signal as its command", arguments: ends)
  func end(words: [String], exit: Program.Exit, errors: String) throws {
    try desk.startDaemon()
    let finished = try desk.nightctl(["inhibit", "--"] + words)
    #expect(finished.exit == exit)
    #expect(finished.output == "")
    #expect(finished.errors == errors)
  }

  @Test(
    "The command of `nightctl inhibit` gets its arguments, three streams and no ignored signals"
  )
  func passedOn() throws {
    try desk.startDaemon()
    func run(_ words: String) throws -> String {
      let finished = try desk.shell("exec \"$NIGHTCTL\" inhibit -- \(words)")
      #expect(finished.exit == .exited(0), "\(finished)")
      return finished.output
    }
    #expect(try run("printf '%s|' a '' --json -- \"b c\"") == "a||--json|--|b c|")
    // The argument is not valid UTF-8; old files may have such names.
    let bytes = "sh -c 'printf %s \"$1\" | od -An -tx1' - \"$(printf 'caf\\351')\""
    #expect(try run(bytes) == " 63 61 66 e9\n")
    // Descriptor 3 is the folder that `ls` reads.
    #expect(try run("/bin/ls /proc/self/fd") == "0\n1\n2\n3\n")
    // The pattern leaves out the signals from 32 on, which the C library uses.
    let mask = try run("sed -En 's/^Sig(Blk|Ign):.{10}//p' /proc/self/status")
    #expect(mask == "0000000\n0000000\n")
    #expect(try run("sh -c 'echo $HOME'") == desk.home.path + "\n")
  }

  @Test(
    "`nightctl inhibit` passes a signal on to its command",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM]
  )
  func signal(number: Int32) throws {
    try desk.startDaemon()
    let program = try start(
      "--",
      "sh",
      "-c",
      "trap 'echo got; exit 3' INT TERM HUP QUIT USR1 USR2 ALRM; echo ready; while :; do read -r x || :; done"
    )
    #expect(try program.nextLine() == "ready")
    program.send(signal: number)
    #expect(try program.nextLine() == "got")
    #expect(try program.wait() == .exited(3))
  }

  /// Writes a program that prints `once` or `again` when it gets SIGINT.
  private func writeWaiting() throws {
    try desk.home.write(
      """
      import signal
      interrupts = [signal.SIGINT]
      signal.pthread_sigmask(signal.SIG_BLOCK, interrupts)
      print("ready", flush=True)
      signal.sigwait(interrupts)
      print("again" if signal.sigtimedwait(interrupts, 0.2) else "once", flush=True)
      """,
      to: "waits.py"
    )
  }

  /// Runs a shell command on a terminal of its own.
  private func atTerminal(_ text: String) throws -> Program {
    try Program.start(
      "/bin/sh",
      ["-c", #"exec script -qec "bash -c \"\$TEXT\"" /dev/null"#],
      environment: desk.environment.merging(["NIGHTCTL": Built.nightctl, "TEXT": text]) { $1 },
      input: .pipe
    )
  }

  @Test("Ctrl-C in a terminal reaches the command of `nightctl inhibit` only once")
  func terminal() throws {
    try desk.startDaemon()
    try writeWaiting()
    let program = try atTerminal("exec $NIGHTCTL inhibit -- python3 $HOME/waits.py")
    #expect(try program.nextLine().hasSuffix("ready\r"))
    // The terminal turns this character into SIGINT.
    try program.write("\u{3}")
    #expect(try program.nextLine().hasSuffix("once\r"))
  }

  @Test("A signal to the process group reaches the command of `nightctl inhibit` only once")
  func group() throws {
    try desk.startDaemon()
    try writeWaiting()
    let program = try start("--", "python3", desk.home.file("waits.py"))
    #expect(try program.nextLine() == "ready")
    try #require(kill(-program.processIdentifier, SIGINT) == 0)
    #expect(try program.nextLine() == "once")
  }

  @Test("A script that is interrupted under `nightctl inhibit` ends as it would without nightctl")
  func script() throws {
    try desk.startDaemon()
    let program = try atTerminal(
      "$NIGHTCTL inhibit -- sh -c 'echo ready; exec sleep 100'; echo goes on"
    )
    #expect(try program.nextLine() == "ready\r")
    try program.write("\u{3}")
    #expect(try program.readAll() == "^C")
  }

  @Test(
    "If `nightctl inhibit` is suspended, changes are still prevented; `fg` continues the command"
  )
  func job() throws {
    try desk.startDaemon()
    let caller = try Caller(desk)
    let program = try atTerminal(
      """
      set -m
      $NIGHTCTL inhibit -- sh -c 'echo ready; exec cat'
      echo stopped $?
      read -r line
      echo line $line
      fg >/dev/null
      """
    )
    #expect(try program.nextLine() == "ready\r")
    try program.write("\u{1A}")
    while try !program.nextLine().hasSuffix("stopped \(128 + SIGTSTP)\r") {}
    #expect(try caller.inhibitors().count == 1)
    try program.write("on\n")
    while try program.nextLine() != "line on\r" {}
    try program.write("more\n")
    #expect(try program.nextLine() == "more\r")
    // The terminal first echoes the line, and then cat prints it.
    #expect(try program.nextLine() == "more\r")
    try program.write("\u{4}")
    #expect(try program.wait() == .exited(0))
  }

  @Test("The command that `nightctl inhibit` runs inherits no child process from nightctl")
  func childless() throws {
    try desk.startDaemon()
    let text = "import os\ntry: os.wait()\nexcept ChildProcessError: print('none')"
    let finished = try desk.nightctl("inhibit", "--", "python3", "-c", text)
    #expect(finished.output == "none\n")
  }

  @Test("If `nightctl inhibit` is killed, its inhibition ends")
  func killed() throws {
    try desk.startDaemon()
    let caller = try Caller(desk)
    let program = try start("cat")
    try program.write("there\n")
    #expect(try program.nextLine() == "there")
    #expect(try caller.inhibitors().count == 1)
    let monitor = try Monitor(desk)
    program.send(signal: SIGKILL)
    #expect(try program.wait() == .signalled(SIGKILL))
    while try monitor.next() != "Inhibit" {}
    #expect(try caller.inhibitors().isEmpty)
  }

  @Test("`nightctl inhibit` renews its inhibition if a new daemon starts while the command runs")
  func restart() throws {
    let daemon = try desk.startDaemon()
    let program = try start("cat")
    try program.write("there\n")
    #expect(try program.nextLine() == "there")
    _ = try desk.end(daemon)
    try program.write("still\n")
    #expect(try program.nextLine() == "still")
    let monitor = try Monitor(desk)
    try desk.startDaemon()
    while try monitor.next() != "Inhibit" {}
    #expect(try Caller(desk).inhibitors().map { $0["why"]?.asString } == ["cat runs"])
    program.closeInput()
    #expect(try program.wait() == .exited(0))
    #expect(program.errorsSoFar == "")
  }

  @Test(
    "`nightctl inhibit` runs no command if it reaches no daemon or the daemon refuses the request"
  )
  func absent() throws {
    let file = desk.home.file("ran")
    let finished = try desk.nightctl("inhibit", "--", "touch", file)
    #expect(finished.exit == .exited(3))
    #expect(finished.errors.hasPrefix("nightctl: nightd is not running; "))
    let alone = try Program.run(Built.nightctl, ["inhibit", "--", "touch", file])
    #expect(alone.exit == .exited(3))
    try desk.startDaemon()
    let why = String(repeating: "x", count: 1_025)
    let refused = try desk.nightctl("inhibit", "--why", why, "--", "touch", file)
    #expect(refused.exit == .exited(1))
    #expect(refused.errors.hasPrefix("nightctl: "))
    #expect(desk.home.text("ran") == nil)
  }

  @Test("If no daemon runs, `nightctl inhibit` lets the bus start the daemon")
  func activation() throws {
    let desk = try Desk.withActivation()
    let finished = try desk.nightctl("inhibit", "--", Built.nightctl, "status", "--json")
    #expect(finished.exit == .exited(0))
    #expect(finished.output.contains(#""inhibitors":[{"app":"nightctl","why":"nightctl runs""#))
    #expect(finished.output.matches(of: #/"app":/#).count == 1, "inhibited once")
  }

  @Test(
    "If the bus ends, the command of `nightctl inhibit` continues, and nightctl prints a warning"
  )
  func busGone() throws {
    try desk.startDaemon()
    let program = try start("--", "sh", "-c", "echo ready; read x; exit 5")
    #expect(try program.nextLine() == "ready")
    try desk.bus.kill()
    #expect(
      try program.nextErrorLine()
        == "nightctl: automatic style changes are no longer prevented: the connection to the bus was "
        + "lost"
    )
    program.closeInput()
    #expect(try program.wait() == .exited(5))
  }
}
