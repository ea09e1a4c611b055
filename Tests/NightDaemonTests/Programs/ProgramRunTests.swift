import Glibc
import NightBus
import NightDaemon
import TestSupport
import Testing

@Suite("Programs that nightd runs as child processes")
struct ProgramRunTests {
  @Test(
    "A program's output is delivered line by line, and afterwards its end is reported",
    arguments: [
      ("echo one; echo two; exit 3", ["one", "two"], .exited(3)),
      ("echo one; kill -9 $$", ["one"], .killed(signal: SIGKILL)),
      ("printf 'no end'", [], .exited(0)),
      ("exec >&-; sleep 0.1; exit 4", [], .exited(4)),
      ("echo $NIGHT_ADDED${HOME:+,}", ["added,"], .exited(0)),
      ("cat; echo end", ["end"], .exited(0)),
      (
        "head -c 4096 /dev/zero | tr '\\0' x | wc -c; head -c 5000 /dev/zero; echo; echo .",
        ["4096", "."], .exited(0)
      ),
      ("yes | head -n 50000 | uniq -c", ["  50000 y"], .exited(0)),
    ] as [(String, [String], ProgramEnd)]
  )
  func ends(text: String, lines: [String], end: ProgramEnd) throws {
    let bench = try ProgramBench()
    try bench.start(text)
    #expect(try bench.awaitEnd() == end)
    #expect(bench.lines == lines)
  }

  @Test("A program can read the lines that nightd writes to it, and then the end of its input")
  func input() throws {
    let bench = try ProgramBench()
    try bench.start("read -r line; echo \"$line\"; cat", takesInput: true)
    bench.run?.write("one")
    bench.run?.write("two")
    try bench.serve(until: { bench.lines == ["one", "two"] })
    #expect(bench.end == nil)
  }

  @Test("A missing program is reported as not started")
  func missing() throws {
    let bench = try ProgramBench()
    try bench.start(["/nowhere/program"])
    #expect(
      try bench.awaitEnd() == .notStarted(.system(call: "/nowhere/program", errno: ENOENT))
    )
  }

  @Test(
    "A program that nightd starts gets only three file descriptors, and the default signal handlers"
  )
  func clean() throws {
    let leak = dup(0)
    defer { close(leak) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    defer { pthread_sigmask(SIG_UNBLOCK, &blocked, nil) }
    let bench = try ProgramBench()
    try bench.start("ls /proc/$$/fd; exec grep -E 'Sig(Blk|Ign)' /proc/self/status")
    #expect(try bench.awaitEnd() == .exited(0))
    #expect(bench.lines.dropLast() == ["0", "1", "2", "SigBlk:\t0000000000000000"])
    // The C library reserves the signals 32 and 33, so check only those up to 31.
    let ignored = try #require(bench.lines.last?.split(separator: "\t").last)
    #expect(try #require(UInt64(ignored, radix: 16)) & 0x7fff_ffff == 0)
  }

  @Test(
    "If a program ends, its process group ends; nightd does not wait for a child in another group"
  )
  func leftovers() throws {
    let bench = try ProgramBench()
    try bench.start(
      "sleep 100 & echo $!; setsid sh -c 'echo $$; exec sleep 100' & read -r line",
      takesInput: true
    )
    let processes = try bench.processes(2)
    defer { kill(processes[1].number, SIGKILL) }
    bench.run?.write("end")
    #expect(try bench.awaitEnd() == .exited(0))
    try bench.serve(untilEndOf: processes[0])
    #expect(!processes[1].hasEnded)
  }

  @Test(
    "If a program's run is stopped or released, its process group ends, and no handler is called",
    arguments: [(true, ""), (false, ""), (true, "trap '' TERM;")]
  )
  func stopped(isLetGo: Bool, trap: String) throws {
    let bench = try ProgramBench()
    try bench.start("\(trap) sleep 100 & echo $!; echo $$; while :; do sleep 0.05; done")
    let processes = try bench.processes(2)
    if isLetGo { bench.run = nil } else { bench.run?.stop() }
    for process in processes { try bench.serve(untilEndOf: process) }
    #expect(bench.end == nil)
    #expect(bench.lines.count == 2)
  }

  @Test("Even if SIGKILL ends nightd, the programs that nightd started end with it")
  func owner() throws {
    let bus = try PrivateBus()
    let runner = try Program.start(
      Built.programRunner,
      ["/bin/sh", "-c", "read -r line; echo $line, $$; cat; kill 0"],
      environment: try bus.environment()
    )
    let words = try runner.nextLine().split(separator: " ")
    #expect(words.first == "a")
    let child = try #require(ForeignProcess(words.last.flatMap { Int32($0) }))
    #expect(!child.hasEnded)
    runner.send(signal: SIGKILL)
    _ = try runner.wait()
    #expect(child.hasEnded(within: 10_000))
  }

  @Test(
    "If systemd replies too late to a request for a unit, nightd tells systemd to stop the unit"
  )
  func late() throws {
    let bench = try ProgramBench()
    let manager = try SlowManager.start(bench.bus)
    try bench.start(["/bin/sh", "-c", "echo here"], timeout: 50)
    #expect(try bench.awaitEnd() == .notStarted(.timedOut))
    bench.connection.flush(milliseconds: 10_000)
    #expect(try manager.nextLine() == "StartTransientUnit test")
    #expect(try manager.nextLine() == "StopUnit test")
    #expect(try manager.nextLine() == "UnrefUnit test")
  }

  @Test("If systemd refuses to run a program, the program runs as a child process of nightd")
  func refused() throws {
    let bench = try ProgramBench()
    let manager = try Connection(address: bench.bus.address)
    try manager.attach(to: bench.loop)
    #expect(
      try manager.request("org.freedesktop.systemd1", milliseconds: 10_000) == .owned
    )
    try bench.start("echo here")
    #expect(try bench.awaitEnd() == .exited(0))
    #expect(bench.lines == ["here"])
  }
}
