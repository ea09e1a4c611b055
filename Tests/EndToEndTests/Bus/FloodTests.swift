import NightBus
import TestSupport
import Testing

/// Many callers at once, and callers that behave badly.
@Suite struct FloodTests {
  @Test(
    "If many clients set the style at once, each gets a reply, and changes are signalled in order"
  )
  func together() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let watch = try desk.start("watch", "--json")
    #expect(try watch.nextLine().contains(#""serial":1"#))
    let clients = try (1...12).map {
      try desk.start("set", $0 % 2 == 0 ? "light" : "dark", "--json")
    }
    var serials: [Int] = []
    for client in clients {
      #expect(try client.wait() == .exited(0))
      let match = try client.nextLine().firstMatch(of: #/"serial":(\d+)/#)
      serials.append(try #require(match.flatMap { Int($0.1) }))
    }
    // One more change of style at the end determines the last line that the watch prints.
    let last = try desk.style() == "dark" ? "light" : "dark"
    try desk.set(last)
    let end = try #require(serials.max()) + 1
    var styles = ["light"]
    for serial in 2...end {
      var line = try watch.nextLine()
      // The watch also prints a line if only the reason has changed; that line repeats the serial
      // and the style.
      while line.contains("\"serial\":\(serial - 1),") { line = try watch.nextLine() }
      #expect(line.contains("\"serial\":\(serial),"))
      styles.append(line.contains(#""style":"dark""#) ? "dark" : "light")
    }
    #expect(styles.last == last)
    for (before, after) in zip(styles, styles.dropFirst()) { #expect(before != after) }
    let told = try desk.end(daemon).split(separator: "\n")
    #expect(told.count == end - 1)
    let stored = try #require(desk.storedRevision)
    #expect(stored <= 13, "waiting sets share a commit")
  }

  @Test(
    "Each of 5,000 simultaneous calls of `Set` gets a reply or the error `LimitExceeded`",
    .disabled(if: Built.isSanitized, "so slow there that their client gives up waiting")
  )
  func burst() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let answers = try Caller(desk).burst(
      (0..<5_000).map { index in
        ("Set", [.string(index.isMultiple(of: 2) ? "dark" : "light"), .options([])])
      }
    )
    var done = 0
    for answer in answers {
      switch answer {
      case .success: done += 1
      case .failure(let error):
        guard case .refused(let refusal) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(refusal.name == "org.nightd.Night1.Error.LimitExceeded")
        #expect(refusal.message == "too many changes are waiting to be stored; try again")
      }
    }
    #expect(answers.count == 5_000)
    #expect(done > 0)
    try desk.set("dark")
    #expect(desk.storedStyle == "dark")
  }

  @Test("A call of `Set` takes effect even if its caller leaves before the reply")
  func gone() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let monitor = try Monitor(desk)
    for (serial, style) in [(2, "dark"), (3, "light"), (4, "dark")] {
      do {
        let caller = try Caller(desk)
        let call = try Message.call(
          to: Caller.night,
          at: Caller.object,
          .control,
          "Set",
          [.string(style), .options([])]
        )
        try caller.connection.send(call)
        caller.connection.flush(milliseconds: 10_000)
      }
      #expect(try monitor.next(2) == ["Changed \(style) \(serial)", "PropertiesChanged"])
    }
    #expect(try desk.style() == "dark")
  }

  @Test("A caller that makes 20,000 calls and never reads the replies does not delay other callers")
  func deafFlood() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let flood = try Caller(desk)
    let other = try Caller(desk)
    let answer = try other.call(.style, "Get")
    for index in 0..<20_000 {
      try flood.connection.send(
        try Message.call(to: Caller.night, at: Caller.object, .style, "Get")
      )
      if index % 500 == 0 { #expect(try other.call(.style, "Get") == answer) }
    }
    #expect(try desk.nightctl("set", "dark").exit == .exited(0))
    #expect(try desk.style() == "dark")
    // A sanitizer keeps freed memory, in order to detect its use. So this limit of memory does not
    // apply to a program with a sanitizer.
    #expect(try Built.isSanitized || daemon.privateKilobytes() < 64 << 10)
  }
}
