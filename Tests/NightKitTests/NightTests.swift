import NightKit
import Testing

extension OneBus {
  @Suite("Night with a real daemon", .serialized)
  struct NightTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    @Test("A new Night knows the style and the theme at once")
    func atOnce() throws {
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      let night = Night()
      #expect(night.style == .dark)
      #expect(night.theme.name == "midnight")
      #expect(night.appearance.fade == .milliseconds(300))
    }

    @Test("A Night's sequence yields the current appearance first and then each change")
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

    @Test(
      "When a Night's method `set` returns, the change is stored and visible to the whole desktop"
    )
    func sets() async throws {
      try desktop.start()
      let night = Night()
      try await night.desktop.set(.dark)
      try desktop.kill()
      try desktop.start()
      #expect(try desktop.nightctl("get") == "dark\n")
      #expect(try await night.desktop.toggle() == .light)
      #expect(try desktop.nightctl("get") == "light\n")
    }

    @Test("A Night keeps the style while the daemon is away, and then follows the next daemon")
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
      // The next daemon counts its serials from one again, but its changes are still delivered.
      try desktop.kill()
      try desktop.start()
      _ = try desktop.nightctl("set", "light")
      #expect(await reader.next()?.style == .light)
    }

    @Test("If the daemon ends before `set` is called, another daemon starts, and the call succeeds")
    func endedMeanwhile() async throws {
      try desktop.start()
      let night = Night()
      try desktop.activate()
      try desktop.pause(untilAskedTo: "Set")
      try await night.desktop.set(.dark)
      #expect(night.style == .dark)
    }

    @Test(
      "If a daemon that may have acted on a request ends, the error is `noAnswer`, not `noDaemon`"
    )
    func endedForGood() async throws {
      try desktop.start()
      let night = Night(log: { _ in })
      try desktop.pause(untilAskedTo: "Set")
      await #expect(throws: NightError.noAnswer) { try await night.desktop.set(.dark) }
      await #expect {
        try await night.desktop.set(.dark)
      } throws: { error in
        if case NightError.noDaemon = error { true } else { false }
      }
    }

    @Test("A Night has the standard appearance until a daemon is started")
    func comesLater() async throws {
      let night = Night()
      #expect(night.appearance == .light)
      await #expect(throws: NightError.self) { try await night.desktop.set(.dark) }
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      #expect(await reader.next()?.style == .dark)
    }

    @Test("A Night in a sandbox follows the style, but may not set it")
    func sandbox() async throws {
      try desktop.start()
      try desktop.confine()
      let night = Night()
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      await #expect(
        throws: NightError.refused("the bus or a sandbox does not allow it (access denied)")
      ) {
        try await night.desktop.set(.dark)
      }
      _ = try desktop.nightctl("set", "dark")
      #expect(await reader.next()?.style == .dark)
    }

    @Test("`useNextTheme` starts from the desktop's theme, even if the program shows another theme")
    func nextThemeOfTheDesktop() async throws {
      try desktop.start()
      let night = try Night(application: "org.example.Editor")
      let names = try await night.themes().map(\.name)
      try await night.choose(.dark)
      var visited: [String] = []
      for _ in names { visited.append(try await night.desktop.useNextTheme()) }
      #expect(visited == Array(names.dropFirst()) + ["daylight"])
      #expect(try await night.pinned(to: .dark).desktop.useNextTheme() == names[1])
    }

    @Test("Even after the log of missing keys reaches its limit, other events are still logged")
    func manyMissing() async throws {
      let cream = try desktop.write(#"{style: "light"}"#, to: "cream.json5")
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", cream)
      let lines = Lines()
      let night = Night(log: { lines.add($0) })
      for number in 0..<100 { _ = night[ThemeKey("key-\(number)", default: Color.clear)] }
      #expect(lines.all.count == 64)
      let part = try await night.pinned(toTheme: "cream")
      _ = try desktop.nightctl("theme", "remove", "cream")
      lines.wait(for: 65)
      #expect(lines.all.last == "there is no theme “cream”")
      #expect(part.theme.name == "cream")
    }

    @Test("A reserved theme name cannot be pinned", arguments: ["", "dark"])
    func pinnedToWord(word: String) async throws {
      try desktop.start()
      let night = Night()
      await #expect(throws: NightError.refused("there is no theme “\(word)”")) {
        _ = try await night.pinned(toTheme: word)
      }
    }

    @Test(
      "An application's name cannot be empty or contain control characters",
      arguments: ["", "a\nb"]
    )
    func applicationNames(name: String) async {
      #expect(throws: NightError.self) { try Night(application: name) }
      await #expect(throws: NightError.self) { try await Night.connect(application: name) }
    }

    @Test(
      "A Night with a timeout of zero or less has the standard appearance at once",
      arguments: [Int64.min, -1]
    )
    func noTimeout(seconds: Int64) {
      #expect(Night(timeout: .seconds(seconds), log: { _ in }).style == .light)
    }

    @Test("A Night's method `set` throws `notDurable` if the style cannot be stored")
    func notDurable() async throws {
      try desktop.start()
      let night = Night()
      try await night.desktop.set(.dark)
      try desktop.blockStore()
      await #expect {
        try await night.desktop.set(.light)
      } throws: { error in
        if case NightError.notDurable(let why) = error { why.contains("not stored") } else { false }
      }
      #expect(night.style == .dark)
    }

    @Test("If the bus is gone, a Night keeps the last style, and its method `set` throws an error")
    func busGone() async throws {
      try desktop.start()
      let night = Night()
      try await night.desktop.set(.dark)
      try desktop.stopBus()
      await #expect(throws: NightError.self) { try await night.desktop.set(.light) }
      #expect(night.style == .dark)
    }

    @Test("A sequence of appearances ends when its Night is released")
    func letsGo() async throws {
      try desktop.start()
      var night: Night? = Night()
      let appearances = try #require(night?.appearances)
      var reader = appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      night = nil
      #expect(await reader.next() == nil)
    }

    @Test("If a reader of a sequence is slow, it gets only the newest appearance")
    func slowReader() async throws {
      try desktop.start()
      let night = Night()
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .light)
      for style in [Style.dark, .light, .dark] { try await night.desktop.set(style) }
      try await night.desktop.use(theme: "night-vision")
      #expect(await reader.next()?.theme.name == "night-vision")
    }
  }
}
