import Glibc
import TestSupport
import Testing

/// What `nightctl hooks` shows while hooks run, and after a runner was killed.
@Suite("Hooks that are running")
struct RunningHookTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.startDaemon()
    try desk.nightctl("prefs", "write", "hooks.run", "false")
    // Use a new daemon, because the first one may still be looking for hooks to run at its start.
    try desk.endOwner()
    try desk.startDaemon()
    try hook("1-done", "echo first")
    // Reading the fifo keeps the hook running until the test writes into it.
    try hook("2-waits", "read -r line <\"$HOME/gate\"")
    try #require(mkfifo(desk.home.file("gate"), 0o600) == 0)
  }

  private func hook(_ name: String, _ body: String) throws {
    let path = "\(HookTests.folder)/\(name)"
    try desk.home.write("#!/bin/sh\n\(body)\n", to: path)
    #expect(chmod(desk.home.file(path), 0o755) == 0)
  }

  @Test(
    "The list of hooks says which hook is done, which is still running, and which was interrupted"
  )
  func running() throws {
    let run = try desk.start("hooks", "run")
    // Opening the fifo for writing waits until the hook reads it.
    let gate = open(desk.home.file("gate"), O_WRONLY | O_CLOEXEC)
    try #require(gate >= 0)
    let list = try desk.nightctl("hooks").output
    #expect(list.contains("2-waits  has been running since "), "\(list)")
    #expect(list.contains("  done, in "), "\(list)")
    #expect(try desk.nightctl("hooks", "--json").output.contains(#""running":true"#))
    #expect(try desk.nightctl("hooks", "log", "2-waits").output.contains("has been running since "))
    kill(run.processIdentifier, SIGKILL)
    _ = try run.wait()
    close(gate)
    let after = try desk.nightctl("hooks").output
    #expect(after.contains("1-done   ") && after.contains("  done, in "), "\(after)")
    #expect(after.contains("2-waits  was interrupted: it started at "), "\(after)")
    #expect(try desk.nightctl("hooks", "log", "1-done").output.hasSuffix("first\n"))
  }
}
