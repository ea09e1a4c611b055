import Glibc
import TestSupport
import Testing

/// Other programs that also write the stored file.
@Suite struct EditedStoreTests {
  @Test(
    "If somebody edits the stored file, the daemon adopts each edit and signals it once",
    arguments: ["rename", "in place"]
  )
  func edited(way: String) throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.set("light")
    let monitor = try Monitor(desk)
    for (serial, style) in [(2, "dark"), (3, "light"), (4, "dark")] {
      if way == "rename" {
        try desk.replaceStore(Desk.intent(style))
      } else {
        try desk.home.write(Desk.intent(style), to: Desk.store)
      }
      #expect(try monitor.next() == "Changed \(style) \(serial)")
      #expect(try monitor.next() == "PropertiesChanged")
      #expect(try desk.style() == style)
    }
    #expect(
      try desk.nightctl("get", "--json").output.contains(#""since":"2026-11-21T07:00:00Z""#)
    )
    try desk.set("light")
    #expect(desk.storedRevision == 2)
    #expect(try monitor.next() == "Changed light 5")
  }

  @Test(
    "If the stored file is deleted while the daemon runs, the next style change writes a new file",
    arguments: [1, 2]
  )
  func deleted(depth: Int) throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.set("dark")
    #expect(unlink(desk.storePath) == 0)
    if depth == 2 {
      // The daemon writes its history some time after a change, or when it is asked for the
      // history.
      _ = try Caller(desk).history()
      for name in ["history.jsonl", "intent.lock"] {
        #expect(unlink(desk.home.file(Desk.storeFolder + "/" + name)) == 0)
      }
      #expect(rmdir(desk.home.file(Desk.storeFolder)) == 0)
    }
    #expect(try desk.style() == "dark")
    try desk.set("dark")
    #expect(desk.storedStyle == "dark")
    // The daemon also watches the new file.
    let monitor = try Monitor(desk)
    try desk.replaceStore(Desk.intent("light"))
    #expect(try monitor.next() == "Changed light 3")
  }

  @Test("If the queue of inotify overflows, the daemon still follows the stored file afterwards")
  func overflow() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("light")
    let monitor = try Monitor(desk)
    let shown = try Program.run("cat", ["/proc/sys/fs/inotify/max_queued_events"], environment: [:])
    let limit = try #require(Int(shown.output.dropLast()))
    try daemon.pause()
    // The test alternates between two names, because the kernel merges equal consecutive events.
    for number in 0...limit {
      close(open(desk.home.file(Desk.storeFolder + "/\(number % 2)"), O_WRONLY | O_CREAT, 0o600))
    }
    try desk.replaceStore(Desk.intent("dark"))
    daemon.resume()
    #expect(try monitor.next(2) == ["Changed dark 2", "PropertiesChanged"])
    try desk.replaceStore(Desk.intent("light"))
    #expect(try monitor.next(2) == ["Changed light 3", "PropertiesChanged"])
  }

  /// Slows down each opening of the file, so that a Set call arrives while the daemon opens the
  /// file.
  private func slowLooks(at desk: Desk, of daemon: Program) throws -> Program {
    let calls = "openat,open"
    let options = [
      "-P", desk.storePath, "-e", "trace=\(calls)", "-e", "inject=\(calls):delay_enter=300000",
    ]
    return try Strace.attach(options, to: daemon)
  }

  @Test(
    "A style change keeps unknown members of the stored file, even if the daemon never read them",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")")
  )
  func unknownMembers() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("light")
    let strace = try slowLooks(at: desk, of: daemon)
    try desk.replaceStore(
      Desk.intent("light", revision: 7).dropLast(2) + ",\n\"theme\": [\"a\", {\"b\": 1.5}]}"
    )
    try desk.set("dark")
    let stored = try #require(desk.home.text(Desk.store))
    #expect(stored.contains("\"theme\": ["), "\(stored)")
    #expect(desk.storedRevision == 8)
    try Strace.detach(strace)
  }

  @Test(
    "If the style is dark and another program just stored light, setting dark stores dark again",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")")
  )
  func sameSet() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    let monitor = try Monitor(desk)
    let strace = try slowLooks(at: desk, of: daemon)
    try desk.replaceStore(Desk.intent("light", revision: 7))
    try desk.set("dark")
    #expect(desk.storedStyle == "dark")
    #expect(try desk.style() == "dark")
    #expect(try monitor.next() == "Changed light 3")
    try Strace.detach(strace)
  }

  @Test(
    "When a hand-written hold reaches its end time, the hold ends and the earlier style returns"
  )
  func hold() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    func hold(until end: String) throws {
      let date = try Program.run("date", ["-u", "-d", end, "+%FT%TZ"]).output.dropLast()
      try desk.replaceStore(
        """
        // by hand
        {
          format: 1,
          hold: {style: 'dark', since: '2026-11-21T07:00:00Z', until: '\(date)',},
        }
        """
      )
    }
    try hold(until: "+1 hour")
    #expect(try daemon.nextErrorLine() == "nightd: the style is now dark (held)")
    #expect(try desk.nightctl("get", "--json").output.contains(#""next-style":"light""#))
    // On a loaded machine the hold may end before the daemon reads it; then the style is already
    // light.
    try hold(until: "+2 seconds")
    #expect(try daemon.nextErrorLine() == "nightd: the style is now light (by default)")
    #expect(try desk.style() == "light")
  }

  @Test("If two daemons of a user are on two buses, a style that is set on one bus applies on both")
  func twins() throws {
    let desk = try Desk()
    let other = try Desk(home: desk.home)
    let desks = [desk, other]
    let daemons = try desks.map { try $0.startDaemon() }
    let watches = try desks.map { try $0.start("watch") }
    for watch in watches { #expect(try watch.nextLine() == "light") }
    for (index, style) in ["dark", "light", "dark", "light"].enumerated() {
      try desks[index % 2].set(style)
      for watch in watches { #expect(try watch.nextLine() == style) }
    }
    #expect(desk.storedRevision == 4)

    // Both daemons store many changes at the same time, but no file may be incomplete.
    let clients = try (0..<10).map { try desks[$0 % 2].start("set", $0 % 4 < 2 ? "dark" : "light") }
    for client in clients { #expect(try client.wait() == .exited(0), "\(client.errorsSoFar)") }
    let last = try #require(desk.storedStyle)
    // A daemon reads the other daemon's last change before it replies to a Set call.
    try desk.set(last == "dark" ? "light" : "dark")
    let end = last == "dark" ? "light" : "dark"
    // A watch may have printed this style already; in this case it prints the style again.
    for (desk, watch) in zip(desks, watches) {
      repeat { while try watch.nextLine() != end {} } while try desk.style() != end
    }
    for (desk, daemon) in zip(desks, daemons) {
      #expect(try !desk.end(daemon).contains("aside"))
    }
    #expect(desk.storeLeftovers == [])
  }
}
