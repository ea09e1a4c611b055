import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct ProgramTests {
  @Test("Program.run returns a program's output, its standard error and how it ended")
  func oneShot() throws {
    let finished = try Program.run(
      "/bin/sh",
      ["-c", "cat; echo oops >&2; exit 3"],
      input: .bytes(Array("hello".utf8))
    )
    #expect(finished.exit == .exited(3))
    #expect(finished.output == "hello")
    #expect(finished.errors == "oops\n")
  }

  @Test("A program gets only the variables of the given environment")
  func environment() throws {
    let finished = try Program.run("/usr/bin/env", environment: ["A": "b=c"])
    let given = finished.output.split(separator: "\n").filter { line in
      !Program.passedOn.contains { line.hasPrefix("\($0)=") }
    }
    #expect(given == ["A=b=c"])
  }

  @Test("A program starts in the given folder")
  func folder() throws {
    let folder = try TemporaryFolder()
    #expect(try Program.run("/bin/pwd", folder: folder.path).output == "\(folder.path)\n")
  }

  @Test("If a program's name has no slash, it is looked up on the PATH")
  func bareName() throws {
    #expect(try Program.run("echo", ["found"]).output == "found\n")
  }

  @Test("If arguments are not UTF-8, the program still gets them unchanged")
  func oddArguments() throws {
    let finished = try Program.run("/bin/echo", bytes: [[0x61, 0xff, 0xfe]])
    #expect(finished.outputBytes == [0x61, 0xff, 0xfe, 0x0a])
  }

  @Test("A program can read and write a megabyte on each of its streams at the same time")
  func bigOutput() throws {
    let million = [UInt8](repeating: 0x61, count: 1_000_000)
    let finished = try Program.run("/bin/sh", ["-c", "tee /dev/stderr"], input: .bytes(million))
    #expect(finished.outputBytes == million)
    #expect(finished.errorBytes == million)
  }

  @Test("Program.run does not wait for processes that the program left running")
  func leftBehind() throws {
    let finished = try Program.run("/bin/sh", ["-c", "sleep 1000 & echo done"])
    #expect(finished.output == "done\n")
  }

  @Test("If a program file was just written, it can be started even while other programs start")
  func justWritten() throws {
    let folder = try TemporaryFolder()
    let outcome = Mutex<(isOver: Bool, failures: [String])>((false, []))
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      while index == 1, !outcome.withLock({ $0.isOver }) { _ = try? Program.run("/bin/true") }
      guard index == 0 else { return }
      for number in 1...300 {
        do {
          try folder.write("#!/bin/true\n", to: "\(number)")
          chmod(folder.file("\(number)"), 0o700)
          _ = try Program.run(folder.file("\(number)"))
        } catch {
          outcome.withLock { $0.failures.append("\(error)") }
        }
      }
      outcome.withLock { $0.isOver = true }
    }
    #expect(outcome.withLock { $0.failures } == [])
  }

  @Test("A process group is killed only while it has members")
  func emptyGroup() throws {
    let gone = try Program.start("/bin/sh", ["-c", ":"])
    #expect(try gone.wait() == .exited(0))
    #expect(gone.hasLeftNobody)
    let left = try Program.start("/bin/sh", ["-c", "sleep 1000 & :"])
    #expect(try left.wait() == .exited(0))
    #expect(!left.hasLeftNobody)
    left.killGroup()
    // The sleeping process had kept standard output open, and is now killed, so this read ends.
    #expect(try left.readAll() == "")
  }

  @Test("Lines are returned one by one, and a last line without a line feed is returned, too")
  func lines() throws {
    let program = try Program.start("/bin/sh", ["-c", "printf 'a\\n\\nb'; echo e >&2"])
    #expect(try program.readLine() == "a")
    #expect(try program.readLine() == "")
    #expect(try program.readLine() == "b")
    #expect(try program.readLine() == nil)
    #expect(try program.readErrorLine() == "e")
    #expect(try program.readErrorLine() == nil)
    #expect(try program.wait() == .exited(0))
  }

  @Test("A program reads lines that the test writes, and answers them")
  func conversation() throws {
    let program = try Program.start("/bin/cat", input: .pipe)
    try program.write("one\n")
    #expect(try program.readLine() == "one")
    try program.write([UInt8](repeating: 0x62, count: 1_000_000))
    program.closeInput()
    #expect(try program.readAll().utf8.count == 1_000_000)
    #expect(program.exit == nil || program.exit == .exited(0))
  }

  @Test("Both outputs of a program can go to the same file, which is emptied first")
  func files() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "log")
    let log = Program.Output.file(folder.file("log"))
    let program = try Program.start(
      "/bin/sh",
      ["-c", "echo one; echo two >&2; echo three"],
      output: log,
      standardError: log
    )
    #expect(try program.wait() == .exited(0))
    #expect(folder.text("log") == "one\ntwo\nthree\n")
  }

  @Test(
    "If a test has closed a program's output and the program writes to it, SIGPIPE ends the program"
  )
  func closedOutput() throws {
    let program = try Program.start("yes")
    #expect(try program.readLine() == "y")
    program.closeOutput()
    #expect(try program.wait() == .signalled(SIGPIPE))
  }

  @Test("A program has default signals, an empty signal mask and only its three descriptors")
  func inheritance() throws {
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    let leaky = open("/dev/null", O_RDONLY)
    let status = Result { try Program.run("/bin/cat", ["/proc/self/status"]) }
    let descriptors = Result { try Program.run("/bin/ls", ["/proc/self/fd"]) }
    close(leaky)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    let none = "0000000000000000"
    let lines = try status.get().output.split(separator: "\n").filter { $0.hasPrefix("Sig") }
    #expect(lines.contains("SigBlk:\t\(none)"))
    // The C library uses signals 32 and 33 itself, and may make every child ignore them.
    #expect(lines.contains("SigIgn:\t0000000180000000") || lines.contains("SigIgn:\t\(none)"))
    #expect(try descriptors.get().output == "0\n1\n2\n3\n", "3 is the descriptor of ls itself")
  }

  @Test("`pause` stops a program without ending it, and `resume` lets it continue")
  func pausing() throws {
    let program = try Program.start("/bin/cat", input: .pipe)
    try program.pause()
    let state = try Program.run("/bin/cat", ["/proc/\(program.processIdentifier)/stat"]).output
    #expect(state.contains(" (cat) T "))
    try program.write("later\n")
    program.resume()
    #expect(try program.readLine() == "later")
  }

  @Test("When a program is released, the processes that it started are killed")
  func group() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    let reader = try Program.start("/bin/cat", [folder.file("pipe")])
    do {
      let script = "(echo here; exec sleep 1000) > \(folder.file("pipe")) & wait"
      let program = try Program.start("/bin/sh", ["-c", script])
      #expect(try reader.readLine() == "here")
      #expect(program.exit == nil)
    }
    #expect(try reader.wait() == .exited(0))
  }

  @Test("Once a program has ended, no signal is sent to its process number")
  func lateSignal() throws {
    let program = try Program.start("true")
    #expect(try program.wait() == .exited(0))
    #expect(!program.send(signal: SIGTERM))
  }
}
