import Glibc
import TestSupport
import Testing

@Suite struct ProgramErrorTests {
  @Test(
    "If a program cannot start, the error has the reason",
    arguments: [
      ("/no/such/program", nil, "/no/such/program a: cannot start it: No such file or directory"),
      (
        "no-such-name", nil, "no-such-name a: cannot find it on the PATH: No such file or directory"
      ),
      ("/etc/passwd", nil, "/etc/passwd a: cannot start it: Permission denied"),
      ("/bin/true", "/none", "/bin/true a: cannot start it in /none: No such file or directory"),
    ]
  )
  func start(program: String, folder: String?, words: String) {
    let error = #expect(throws: ProgramError.self) {
      try Program.start(program, ["a"], folder: folder)
    }
    #expect(error?.description == words)
  }

  @Test("If the file for a program's output cannot be opened, the error mentions the file")
  func output() {
    let error = #expect(throws: ProgramError.self) {
      try Program.start("/bin/true", output: .file("/none/log"))
    }
    #expect(
      error?.description
        == "/bin/true: cannot open /none/log for it: No such file or directory"
    )
  }

  @Test("An argument with a zero byte is refused")
  func zeroByte() {
    let error = #expect(throws: ProgramError.self) { try Program.start("/bin/true", ["a\0b"]) }
    #expect(error?.problem == .failed(code: EINVAL))
  }

  @Test("If an expected line does not come in time, the error contains all standard error so far")
  func timeout() throws {
    let program = try Program.start(
      "/bin/sh",
      ["-c", "echo trouble >&2; printf half; read x"],
      input: .pipe
    )
    #expect(try program.readErrorLine() == "trouble")
    let error = #expect(throws: ProgramError.self) {
      try program.readLine(timeout: .milliseconds(50))
    }
    #expect(error?.problem == .timedOut(after: .milliseconds(50)))
    #expect(
      error?.description == """
        /bin/sh -c echo trouble >&2; printf half; read x: \
        no line on standard output within 0.05 seconds; \
        the program is still running; \
        on standard error came: trouble; \
        on standard output stands unread: half
        """
    )
  }

  @Test("If a stream ends before the expected line, the error reports this")
  func ended() throws {
    let program = try Program.start("/bin/sh", ["-c", "kill -9 $$"])
    #expect(try program.wait() == .signalled(SIGKILL))
    let error = #expect(throws: ProgramError.self) { try program.nextLine() }
    #expect(
      error?.description == """
        /bin/sh -c kill -9 $$: no line on standard output, but the end; \
        the program was killed by signal 9 (Killed); \
        nothing came on standard error
        """
    )
  }

  @Test("If a program does not end in time, it is killed")
  func endless() {
    let error = #expect(throws: ProgramError.self) {
      try Program.run("sleep", ["1000"], timeout: .milliseconds(50))
    }
    #expect(
      error?.description.hasPrefix("sleep 1000: no end of the program within 0.05 seconds")
        == true
    )
  }

  @Test("If a program no longer reads its input, writing to the program fails with an error")
  func closedInput() throws {
    let program = try Program.start(
      "/bin/sh",
      ["-c", "exec <&-; echo deaf; sleep 1000"],
      input: .pipe
    )
    #expect(try program.readLine() == "deaf")
    // If another test is starting a program now, the child has a copy of the read end until its
    // exec. So the first writes to the pipe may still succeed.
    let deadline = ContinuousClock.now + .seconds(20)
    let error = #expect(throws: ProgramError.self) {
      while ContinuousClock.now < deadline { try program.write("x") }
    }
    #expect(error?.problem == .failed(code: EPIPE))
  }
}
