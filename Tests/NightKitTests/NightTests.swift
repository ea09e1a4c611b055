import NightKit
import Testing

extension OneBus {
  @Suite("A Night with a real daemon", .serialized)
  struct NightTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    @Test("The style and the theme are known at once")
    func atOnce() throws {
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      let night = Night()
      #expect(night.style == .dark)
      #expect(night.theme.name == "midnight")
      #expect(night.appearance.fade == .milliseconds(300))
    }

    @Test("A sequence gives the present appearance first and then each change")
    func changes() async throws {
      try desktop.start()
      let night = Night()
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      _ = try desktop.nightctl("set", "dark")
      #expect(await reader.next()?.style == .dark)
      _ = try desktop.nightctl("toggle")
      #expect(await reader.next()?.style == .light)
    }

    @Test("Setting changes the whole desktop, and is on disk when it returns")
    func sets() async throws {
      try desktop.start()
      let night = Night()
      try await night.set(.dark)
      try desktop.kill()
      try desktop.start()
      #expect(try desktop.nightctl("get") == "dark\n")
      #expect(try await night.toggle() == .light)
      #expect(try desktop.nightctl("get") == "light\n")
    }

    @Test("The style stays right while the daemon is away and after it returns")
    func restart() async throws {
      try desktop.start()
      let night = Night()
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      try desktop.kill()
      #expect(night.style == .light)
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      #expect(await reader.next()?.style == .dark)
      // The next daemon counts from one again, and its changes are still delivered.
      try desktop.kill()
      try desktop.start()
      _ = try desktop.nightctl("set", "light")
      #expect(await reader.next()?.style == .light)
    }

    @Test("Setting succeeds if the daemon ends before it answers and another one is started")
    func endedMeanwhile() async throws {
      try desktop.start()
      let night = Night()
      try desktop.activate()
      try desktop.pause(untilAskedTo: "Set")
      try await night.set(.dark)
      #expect(night.style == .dark)
    }

    @Test("A daemon that ended and may have acted is not reported as absent")
    func endedForGood() async throws {
      try desktop.start()
      let night = Night(log: { _ in })
      try desktop.pause(untilAskedTo: "Set")
      await #expect(throws: NightError.noAnswer) { try await night.set(.dark) }
      await #expect {
        try await night.set(.dark)
      } throws: { error in
        if case NightError.noDaemon = error { true } else { false }
      }
    }

    @Test("The standard appearance is used until a daemon is started")
    func comesLater() async throws {
      let night = Night()
      #expect(night.appearance == .light)
      await #expect(throws: NightError.self) { try await night.set(.dark) }
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      #expect(await reader.next()?.style == .dark)
    }

    @Test("A sandboxed program follows the style, and its attempt to set one is refused")
    func sandbox() async throws {
      try desktop.start()
      try desktop.confine()
      let night = Night()
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      await #expect(
        throws: NightError.refused("the bus or a sandbox does not allow it (access denied)")
      ) {
        try await night.set(.dark)
      }
      _ = try desktop.nightctl("set", "dark")
      #expect(await reader.next()?.style == .dark)
    }

    @Test("The next theme is counted from the desktop's, even if the program has another one")
    func nextThemeOfTheDesktop() async throws {
      try desktop.start()
      let night = Night(application: "org.example.Editor")
      let names = try await night.themes().map(\.name)
      try await night.choose(.dark)
      var visited: [String] = []
      for _ in names { visited.append(try await night.useNextTheme()) }
      #expect(visited == Array(names.dropFirst()) + ["daylight"])
      #expect(try await night.pinned(to: .dark).useNextTheme() == names[1])
    }

    @Test("Events are logged however many missing keys were logged before")
    func manyMissing() throws {
      try desktop.start()
      let lines = Lines()
      let night = Night(log: { lines.add($0) })
      for number in 0..<100 { _ = night[ThemeKey("key-\(number)", default: Color.clear)] }
      #expect(lines.all.count == 64)
      #expect(night.pinned(toTheme: "nowhere").style == .light)
      #expect(lines.all.last == "there is no theme “nowhere”")
    }

    @Test(
      "A part that is pinned to a word with another meaning keeps the built-in theme",
      arguments: ["", "dark"]
    )
    func pinnedToWord(word: String) async throws {
      try desktop.start()
      let lines = Lines()
      let night = Night(log: { lines.add($0) })
      let part = night.pinned(toTheme: word)
      #expect(part.theme.name == "daylight")
      try await night.set(.dark)
      #expect(part.theme.name == "daylight")
      #expect(lines.all == ["there is no theme “\(word)”"])
    }

    @Test(
      "A timeout of zero or less returns the standard appearance at once",
      arguments: [Int64.min, -1]
    )
    func noTimeout(seconds: Int64) {
      #expect(Night(timeout: .seconds(seconds), log: { _ in }).style == .light)
    }

    @Test("A choice that cannot be stored throws notDurable")
    func notDurable() async throws {
      try desktop.start()
      let night = Night()
      try await night.set(.dark)
      try desktop.blockStore()
      await #expect {
        try await night.set(.light)
      } throws: { error in
        if case NightError.notDurable(let why) = error { why.contains("not stored") } else { false }
      }
      #expect(night.style == .dark)
    }

    @Test("The last known style stays when the bus is gone, and setting throws")
    func busGone() async throws {
      try desktop.start()
      let night = Night()
      try await night.set(.dark)
      try desktop.stopBus()
      await #expect(throws: NightError.self) { try await night.set(.light) }
      #expect(night.style == .dark)
    }

    @Test("A sequence ends when its Night is released")
    func letsGo() async throws {
      try desktop.start()
      var night: Night? = Night()
      let appearances = try #require(night?.appearances)
      var reader = appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      night = nil
      #expect(await reader.next() == nil)
    }

    @Test("A slow reader gets the newest appearance")
    func slowReader() async throws {
      try desktop.start()
      let night = Night()
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      for style in [Style.dark, .light, .dark] { try await night.set(style) }
      try await night.use(theme: "night-vision")
      #expect(await reader.next()?.theme.name == "night-vision")
    }
  }
}
