import Glibc
import NightBus
import TestSupport
import Testing

/// The end of a daemon that still has work to do.
@Suite struct EndTests {
  private static func sets(_ count: Int) -> [(member: MemberName, arguments: [BusValue])] {
    (0..<count).map { index in
      ("Set", [.string(index.isMultiple(of: 2) ? "dark" : "light"), .options([])])
    }
  }

  @Test(
    "Once a reply has confirmed a style, the style is stored, even if the daemon is stopped at once"
  )
  func underWay() throws {
    let desk = try Desk()
    // Since a choice is already stored, no Set call makes a hold while the desktop's style is
    // unknown.
    try desk.home.write(Desk.intent("light"), to: Desk.store)
    let daemon = try desk.startDaemon()
    let answers = try Caller(desk).burst(Self.sets(200)) { daemon.send(signal: SIGTERM) }
    #expect(try daemon.wait() == .exited(0))
    // The daemon handles the calls of one connection in order, so the last successful Set call
    // decides.
    let last = answers.indices.last { if case .success = answers[$0] { true } else { false } }
    let expected = last.map { $0.isMultiple(of: 2) ? "dark" : "light" } ?? "light"
    #expect(desk.storedStyle == expected)
    for answer in answers {
      if case .failure(let error) = answer {
        guard case .refused(let refusal) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(refusal.name.text.hasPrefix("org.freedesktop.DBus.Error."))
      }
    }
    try desk.startDaemon()
    #expect(try desk.style() == expected)
  }

  @Test("Each client that calls `Set` while the daemon ends gets a correct reply")
  func parallelClients() throws {
    let desk = try Desk()
    for _ in 1...3 {
      let daemon = try desk.startDaemon()
      let clients = try (0..<8).map { index in
        let style = index.isMultiple(of: 2) ? "dark" : "light"
        return (style: style, program: try desk.start("set", style))
      }
      daemon.send(signal: SIGTERM)
      var acknowledged: Set<String> = []
      for client in clients {
        let exit = try client.program.wait()
        #expect(exit == .exited(0) || exit == .exited(3))
        if exit == .exited(0) { acknowledged.insert(client.style) }
      }
      #expect(try daemon.wait() == .exited(0))
      if let stored = desk.storedStyle, !acknowledged.isEmpty {
        #expect(acknowledged.contains(stored))
      } else {
        #expect(acknowledged.isEmpty)
      }
    }
  }

  @Test(
    "If the daemon is killed during a write, the stored file is either the old or the new version"
  )
  func killed() throws {
    let desk = try Desk()
    var revision = 0
    for _ in 1...8 {
      let daemon = try desk.startDaemon()
      let caller = try Caller(desk)
      for _ in 1...3 {
        #expect(throws: Never.self) { try caller.call(.control, "Toggle", [.options([])]).get() }
      }
      revision += 3
      let call = try Message.call(
        to: Caller.night,
        at: Caller.object,
        .control,
        "Toggle",
        [.options([])]
      )
      try caller.connection.send(call)
      caller.connection.flush(milliseconds: 10_000)
      daemon.send(signal: SIGKILL)
      #expect(try daemon.wait() == .signalled(SIGKILL))
      let stored = try #require(desk.storedRevision)
      #expect(stored == revision || stored == revision + 1)
      #expect(desk.storedStyle == (stored.isMultiple(of: 2) ? "light" : "dark"))
      revision = stored
    }
  }

  @Test("A new daemon can start while the old one is still ending")
  func handOver() throws {
    let desk = try Desk.withActivation()
    for round in 1...5 {
      let daemon = try desk.startDaemon()
      let styles = round.isMultiple(of: 2) ? ["light", "dark"] : ["dark", "light"]
      let clients = try (0..<6).map { try desk.start("set", styles[$0 % 2]) }
      daemon.send(signal: SIGTERM)
      for client in clients { #expect(try client.wait() == .exited(0), "\(client.errorsSoFar)") }
      #expect(try daemon.wait() == .exited(0))
      // The new daemon may have started before the old daemon stored its last change.
      let watch = try desk.start("watch")
      let stored = try #require(desk.storedStyle)
      while try watch.nextLine() != stored {}
      // This also ends the daemon that the bus has started.
      try desk.endOwner()
    }
  }
}
