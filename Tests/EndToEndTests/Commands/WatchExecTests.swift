import Glibc
import TestSupport
import Testing

/// `nightctl watch --exec`, which runs a command after each change.
@Suite struct WatchExecTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func start(_ script: String) throws -> Program {
    try desk.start("watch", "--exec", "--", "/bin/sh", "-c", script)
  }

  @Test(
    "`watch --exec` runs its command at the start and after each change, with NIGHTD_ variables"
  )
  func environment() throws {
    try desk.startDaemon()
    let watch = try start(
      """
      echo "$NIGHTD_PREVIOUS $NIGHTD_STYLE $NIGHTD_THEME $NIGHTD_REASON $NIGHTD_CONTRAST \
      $NIGHTD_ACCENT $NIGHTD_COLOR_ON_SURFACE $NIGHTD_SERIAL"
      """
    )
    #expect(try watch.nextLine() == " light daylight fallback normal  #1c2128 1")
    try desk.set("dark")
    #expect(try watch.nextLine() == "light dark midnight choice normal  #e6eaf0 2")
    try desk.nightctl("accent", "#ff8000")
    #expect(try watch.nextLine() == "dark dark midnight choice normal #ff8000 #e6eaf0 3")
    try desk.nightctl("contrast", "high")
    #expect(try watch.nextLine() == "dark dark midnight-high choice high #ff8000 #ffffff 4")
    // A change that is invisible to programs, such as a hold of the same style, does not run the
    // command.
    try desk.nightctl("set", "dark", "--for", "2h")
    try desk.set("light")
    #expect(try watch.nextLine() == "dark light daylight-high choice high #ff8000 #000000 5")
    watch.send(signal: SIGTERM)
    #expect(try watch.wait() == .exited(0))
    #expect(try watch.readAll() == "")
    #expect(watch.errorsSoFar == "")
  }

  @Test(
    "If the state changes while the command of `watch --exec` runs, the command then runs again"
  )
  func coalesced() throws {
    try desk.startDaemon()
    // Each run of the command waits until the test writes a line for the run's serial.
    let watch = try start(
      """
      gate=$HOME/$NIGHTD_SERIAL
      mkfifo "$gate"
      echo "$NIGHTD_STYLE from $NIGHTD_PREVIOUS"
      read -r _ <"$gate"
      """
    )
    func endRun(_ serial: Int) throws { _ = try desk.shell("echo >\"$HOME/\(serial)\"") }
    #expect(try watch.nextLine() == "light from ")
    for style in ["dark", "light", "dark", "light", "dark"] { try desk.set(style) }
    // By the time the bus answers another program, it has already sent all signals to the first
    // watch.
    #expect(try desk.nightctl("get", "--bus").output == "dark\n")
    try endRun(1)
    #expect(try watch.nextLine() == "dark from light")
    try endRun(6)
    try desk.set("light")
    #expect(try watch.nextLine() == "light from dark", "no run was queued for the styles between")
    watch.send(signal: SIGINT)
    #expect(try watch.wait() == .exited(0))
  }

  @Test("`watch --exec` reports a failure of its command and continues")
  func failing() throws {
    try desk.startDaemon()
    let watch = try start("echo \"$NIGHTD_STYLE\"; exit 3")
    #expect(try watch.nextLine() == "light")
    #expect(try watch.nextErrorLine() == "nightctl: “/bin/sh” ended with code 3")
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark")
    #expect(try watch.nextErrorLine() == "nightctl: “/bin/sh” ended with code 3")
    watch.send(signal: SIGINT)
    #expect(try watch.wait() == .exited(0))
  }

  static let impossible: [(command: String, exit: Int32, errors: String)] = [
    ("no-such-command", 127, "nightctl: cannot run “no-such-command”: No such file or directory\n"),
    ("/etc/passwd", 126, "nightctl: cannot run “/etc/passwd”: Permission denied\n"),
  ]

  @Test("`watch --exec` ends if its command cannot be started", arguments: impossible)
  func unstartable(command: String, exit: Int32, errors: String) throws {
    try desk.startDaemon()
    for options in [[], ["--file"]] {
      let finished = try desk.nightctl(["watch", "--exec"] + options + [command])
      #expect(finished.exit == .exited(exit))
      #expect(finished.errors == errors)
    }
  }

  @Test("A signal ends both `watch --exec` and its command", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) throws {
    try desk.startDaemon()
    let watch = try start("trap 'echo ended; exit' TERM; echo running; while :; do sleep 0.1; done")
    #expect(try watch.nextLine() == "running")
    watch.send(signal: signal)
    #expect(try watch.nextLine() == "ended")
    #expect(try watch.wait() == .exited(0))
  }

  @Test(
    "If the command of `watch --exec` leaves a process in the background, the process continues"
  )
  func leftRunning() throws {
    try desk.startDaemon()
    let watch = try start(
      """
      mkfifo "$HOME/gate"
      (read -r _ <"$HOME/gate"; echo still here) &
      echo "started; $NIGHTD_STYLE"
      """
    )
    #expect(try watch.nextLine() == "started; light")
    _ = try desk.shell("echo >\"$HOME/gate\"")
    #expect(try watch.nextLine() == "still here")
  }

  @Test("If the program that reads the command's output exits, `watch --exec` and its command end")
  func readerLeaves() throws {
    try desk.startDaemon()
    let watch = try start("echo running; trap 'exit' TERM; while :; do sleep 0.1; done")
    #expect(try watch.nextLine() == "running")
    watch.closeOutput()
    #expect(try watch.wait() == .exited(0))
  }

  @Test("With --file, `watch --exec` runs its command even without a bus")
  func file() throws {
    try desk.startDaemon()
    let watch = try desk.start(
      "watch",
      "--exec",
      "--file",
      "--",
      "/bin/sh",
      "-c",
      "echo $NIGHTD_STYLE $NIGHTD_COLOR_SURFACE",
      adding: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
    )
    #expect(try watch.nextLine() == "light #ffffff")
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark #1c2027")
  }
}
