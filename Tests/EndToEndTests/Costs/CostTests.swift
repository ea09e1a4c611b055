import NightBus
import TestSupport
import Testing

/// The daemon's use of processor time and memory.
@Suite struct CostTests {
  /// Waits about two seconds, until the daemon has freed the memory that only start-up needs.
  private static func settle(_ daemon: Program) throws {
    _ = try traced(daemon.processIdentifier, seconds: 3)
  }

  /// Returns the system calls that a program makes in three seconds.
  ///
  /// The recording is repeated up to twice if other work disturbs it. Other tests may set the
  /// machine's clock, which wakes the daemon, and a busy machine may delay the daemon's work.
  private static func calls(of process: Int32) throws -> [String] {
    var calls: [String] = []
    for _ in 0..<3 {
      let finished = try traced(process, seconds: 3)
      // strace also prints the wait during which it attached; that line has no result.
      calls = finished.output.split(separator: "\n").map(String.init).filter { $0.contains(" = ") }
      if !calls.contains(where: { $0.contains("ECANCELED") || $0.contains("madvise") }) { break }
    }
    return calls
  }

  private static func traced(_ processIdentifier: Int32, seconds: Int) throws -> Finished {
    try Program.run(
      "timeout",
      ["\(seconds)", "strace", "-f", "-o", "/dev/stdout", "-p", "\(processIdentifier)"]
    )
  }

  @Test(
    "An idle daemon makes no system call",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")"),
    .disabled(if: Built.isThreadSanitized, "the thread sanitizer has a thread that wakes up")
  )
  func idle() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let watch = try desk.start("watch")
    _ = try watch.nextLine()
    try desk.set("dark")
    #expect(try desk.nightctl("toggle").output == "light\n")
    try MachineClock.alone {
      // Once these calls are answered, the daemon has handled the clock changes of other tests, and
      // has written its history.
      #expect(try desk.style() == "light")
      #expect(try Caller(desk).history().count == 2)
      try Self.settle(daemon)
      for program in [daemon, watch] {
        let calls = try Self.calls(of: program.processIdentifier)
        #expect(calls == [])
      }
    }
  }

  @Test(
    "A daemon with a schedule makes no system call between two scheduled style changes",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")"),
    .disabled(if: Built.isThreadSanitized, "the thread sanitizer has a thread that wakes up")
  )
  func waiting() throws {
    let desk = try Desk()
    // In this zone, the sun neither rises nor sets during the next minutes, in any season.
    let hour = MachineClock.now / 3_600_000_000 % 24
    let isBerlinRestless = (2..<8).contains(hour) || (14..<20).contains(hour)
    let zone = isBerlinRestless ? "America/New_York" : "Europe/Berlin"
    let daemon = try desk.startDaemon(adding: ["TZ": zone])
    #expect(throws: Never.self) { try Caller(desk).set("schedule").get() }
    try MachineClock.alone {
      #expect(try Caller(desk).shown().reason == "schedule")
      _ = try Caller(desk).history()
      try Self.settle(daemon)
      let calls = try Self.calls(of: daemon.processIdentifier)
      #expect(calls == [])
    }
  }

  @Test(
    "A daemon that follows the desktop makes no system call while the desktop sends nothing",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")"),
    .disabled(if: Built.isThreadSanitized, "the thread sanitizer has a thread that wakes up")
  )
  func following() throws {
    let desk = try Desk()
    let gnome = try MadeUpDesktop(desk, "gnome", [("color-scheme", .uint32(1))])
    let monitor = try Monitor(desk)
    let daemon = try desk.startDaemon()
    while try monitor.next() != "Desktop" {}
    try MachineClock.alone {
      #expect(try Caller(desk).shown().reason == "system")
      _ = try Caller(desk).history()
      // A moment after a change, the daemon also checks whether more changes have arrived.
      try Self.settle(daemon)
      let calls = try Self.calls(of: daemon.processIdentifier)
      #expect(calls == [])
    }
    withExtendedLifetime(gnome) {}
  }

  @Test(
    "The daemon frees the memory of large preferences after they are deleted",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")"),
    .disabled(if: Built.isSanitized, "the sanitizer keeps what was freed")
  )
  func takenBack() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let caller = try Caller(desk)
    let type = BusType.structure([.string, .string, .array(.variant)])
    func write(_ keys: Int, _ values: [BusValue]) throws {
      let edits = (0..<keys).map { key in
        BusValue.structure([.string("a.b"), .string("k\(key)"), .array(.variant, values)])
      }
      _ = try caller.call(.control, "Write", [.array(type, edits), .options([])]).get()
      try Self.settle(daemon)
    }
    let text = BusValue.variant(.string(String(repeating: "x", count: 10_000)))
    try write(1, [text])
    try write(1, [])
    let before = try daemon.privateKilobytes()
    for _ in 1...3 {
      try write(360, [text])
      try write(360, [])
    }
    #expect(try daemon.privateKilobytes() - before < 1_024)
  }

  @Test(
    "A daemon that follows the desktop stays within its memory limit",
    .enabled(if: Built.isRelease, "a debug build is larger: NIGHTD_PROGRAMS names no programs")
  )
  func memoryOfDesktop() throws {
    let memory = try Self.leastMemory { desk in
      let monitor = try Monitor(desk)
      let gnome = try MadeUpDesktop(desk, "gnome", [("color-scheme", .uint32(1))])
      while try monitor.next() != "Desktop" {}
      #expect(try desk.style() == "dark")
      withExtendedLifetime(gnome) {}
    }
    #expect(memory.share <= 6_656)
    #expect(memory.own <= 2_048)
  }

  @Test(
    "A daemon that answers calls stays within its memory limit",
    .enabled(if: Built.isRelease, "a debug build is larger: NIGHTD_PROGRAMS names no programs")
  )
  func memory() throws {
    let memory = try Self.leastMemory { desk in
      #expect(try desk.style() == "light")
      try desk.set("dark")
      #expect(try desk.nightctl("introspect").exit == .exited(0))
      #expect(throws: (any Error).self) { try Caller(desk).set("drak").get() }
      #expect(try desk.style() == "dark")
    }
    #expect(memory.share <= 6_400)
    #expect(memory.own <= 1_536)
  }

  @Test(
    "A daemon with a schedule stays within its memory limit",
    .enabled(if: Built.isRelease, "a debug build is larger: NIGHTD_PROGRAMS names no programs")
  )
  func memoryOfSchedule() throws {
    let memory = try Self.leastMemory(adding: ["TZ": "Europe/Berlin"]) { desk in
      let caller = try Caller(desk)
      #expect(throws: Never.self) { try caller.set("schedule").get() }
      _ = try caller.hold("dark", seconds: 3_600)
      _ = try caller.hold("light", seconds: 7_200)
      #expect(try caller.call(.control, "Resume").get().count == 3)
      _ = try caller.nextChange()
      #expect(try caller.call(.schedule, "Upcoming", [.uint32(14)]).get().count == 2)
    }
    #expect(memory.share <= 6_656)
    #expect(memory.own <= 2_048)
  }

  /// The smallest proportional and the smallest private memory of three daemons, in KiB.
  ///
  /// Each daemon is measured in use, after it has freed the memory that only start-up needs. The
  /// kernel also maps the pages around each touched page of a file. Which pages these are depends
  /// on random addresses, so two runs differ by up to 400 KiB. The number of these pages also
  /// depends on how the file came into memory. So each daemon is a copy that was written in small
  /// pieces, as the linker writes.
  private static func leastMemory(
    adding more: [String: String] = [:],
    _ use: (Desk) throws -> Void
  ) throws -> (share: Int, own: Int) {
    var least = (share: Int.max, own: Int.max)
    for _ in 1...3 {
      let desk = try Desk()
      let copy = desk.home.file("nightd")
      let script = "dd if=\"$0\" of=\"$1\" bs=4k conv=fdatasync && chmod +x \"$1\""
      let copied = try Program.run("/bin/sh", ["-c", script, Built.nightd, copy])
      try #require(copied.exit == .exited(0), "\(copied)")
      let daemon = try desk.startDaemon(adding: more, copy)
      if Strace.skipReason == nil { try settle(daemon) }
      try use(desk)
      least.share = try min(least.share, daemon.proportionalKilobytes())
      least.own = try min(least.own, daemon.privateKilobytes())
    }
    return least
  }
}
