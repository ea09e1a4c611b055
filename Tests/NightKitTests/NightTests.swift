import NightKit
import Testing

extension OneBus {
  @Suite("An application that imports only NightKit", .serialized)
  struct NightTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    @Test("has the style at once")
    func atOnce() throws {
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      let night = Night()
      #expect(night.style == .dark)
      #expect(night.theme.name == "midnight")
      #expect(night.appearance.fade == .milliseconds(300))
    }

    @Test("gets the present appearance first and then each change")
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

    @Test("sets for the whole desktop, durably before it returns")
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

    @Test("goes on with the right value through the daemon's absence and return")
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
      // The next daemon counts from one again; its changes are news all the same.
      try desktop.kill()
      try desktop.start()
      _ = try desktop.nightctl("set", "light")
      #expect(await reader.next()?.style == .light)
    }

    @Test("sets even where the daemon ends before it answers and another one is started")
    func endedMeanwhile() async throws {
      try desktop.start()
      let night = Night()
      try desktop.activate()
      try desktop.pause(untilAskedTo: "Set")
      try await night.set(.dark)
      #expect(night.style == .dark)
    }

    @Test("does not say that nightd is absent where one ended that may have acted")
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

    @Test("waits for a daemon that comes later, with the standard appearance until then")
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

    @Test("follows through the proxy of a sandbox, and is told that it may not set")
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

    @Test("goes through the themes by the desktop's, whatever it or a part of it has itself")
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

    @Test("logs what happens however many keys no theme has")
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
      "takes a word that means something else for the name of no theme, and keeps what is built in",
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
      "has the standard appearance at once for any patience that is none",
      arguments: [Int64.min, -1]
    )
    func noPatience(seconds: Int64) {
      #expect(Night(patience: .seconds(seconds), log: { _ in }).style == .light)
    }

    @Test("learns that a choice could not be stored")
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

    @Test("keeps what it knows when the bus is gone, and is told so when it asks")
    func busGone() async throws {
      try desktop.start()
      let night = Night()
      try await night.set(.dark)
      try desktop.stopBus()
      await #expect(throws: NightError.self) { try await night.set(.light) }
      #expect(night.style == .dark)
    }

    @Test("ends its sequences when it lets go")
    func letsGo() async throws {
      try desktop.start()
      var night: Night? = Night()
      let appearances = try #require(night?.appearances)
      var reader = appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      night = nil
      #expect(await reader.next() == nil)
    }

    @Test("gives a slow reader the newest appearance")
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
