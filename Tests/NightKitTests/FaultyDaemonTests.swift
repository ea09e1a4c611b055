import NightKit
import Observation
import Testing

extension OneBus {
  @Suite("A faulty or missing daemon", .serialized)
  struct FaultyDaemonTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    /// The values that an application gets with this fault, and the number of logged lines.
    private static func expected(
      _ fault: Desktop.Fault
    ) -> (style: Style, surface: String, theme: String, lines: Int) {
      switch fault {
      // The daemon's reply cannot be read, so nothing reports dark.
      case .repliesWithOtherTypes, .reportsUnknownStyle: (.light, "#ffffff", "daylight", 1)
      case .neverReplies: (.light, "#ffffff", "daylight", 0)
      case .sendsKeysOfOtherTypes: (.dark, "#1c2027", "midnight", 0)
      case .sendsUnknownKeys: (.dark, "#ffffff", "shore", 0)
      case .sendsThemeWithoutRoles, .sendsThemeOfOtherTypes: (.dark, "#0000ff", "shore", 1)
      case .sendsThemeOfOtherName: (.dark, "#ffffff", "reef", 0)
      case .sendsTooManyKeys, .refusesTheme: (.dark, "#1c2027", "midnight", 1)
      case .neverSendsTheme: (.dark, "#1c2027", "midnight", 0)
      }
    }

    @Test(
      "With a faulty daemon, the defaults are used and at most one line is logged",
      arguments: Desktop.Fault.allCases
    )
    func faulty(fault: Desktop.Fault) async throws {
      let faulty = try desktop.startFaultyDaemon(fault)
      let lines = Lines()
      let night = Night(timeout: .seconds(4), log: { lines.add($0) })
      let surface = ThemeKey("surface", default: Color(hex: 0x0000ff))
      let expected = Self.expected(fault)
      // On a busy machine the expected theme may arrive late, so skip the appearances before it.
      var reader = night.appearances.makeAsyncIterator()
      while let next = await reader.next(), next.theme.name != expected.theme {}
      #expect(night.style == expected.style)
      #expect(night[surface].hex == expected.surface)
      #expect(night[surface].hex == expected.surface)
      #expect(night.theme.name == expected.theme)
      lines.wait(for: expected.lines)
      #expect(lines.all.count == expected.lines, "\(lines.all)")
      faulty.leave()
    }

    @Test("If the daemon is silent, all calls of a Night wait for a single timeout in total")
    func oneLimit() async throws {
      let faulty = try desktop.startFaultyDaemon(.neverReplies)
      let width = PreferenceKey("tab-width", default: 4)
      let clock = ContinuousClock()
      let start = clock.now
      let night = Night(timeout: .seconds(1), log: { _ in })
      let waited = clock.now - start
      #expect(waited >= .seconds(1))
      let again = await clock.measure {
        for _ in 1...3 { #expect(night.preferences[width] == 4) }
        #expect(night.choice == .follow)
        #expect(await night.pinned(to: .dark).ready().style == .dark)
        await night.preferences.ready()
      }
      #expect(again < .milliseconds(500))
      faulty.leave()
    }

    @Test("After `connect`, no call blocks, even if the daemon is silent")
    func neverBlocks() async throws {
      let faulty = try desktop.startFaultyDaemon(.neverReplies)
      let night = try await Night.connect(
        application: "org.example.Editor",
        timeout: .milliseconds(50)
      ) {
        _ in
      }
      let width = PreferenceKey("tab-width", default: 4)
      let used = ContinuousClock().measure {
        #expect(night.style == .light)
        #expect(night.preferences[width] == 4)
        #expect(night.pinned(to: .dark).style == .dark)
      }
      #expect(used < .milliseconds(500))
      faulty.leave()
    }

    @Test(
      "If a request times out, it ends with `noAnswer`, and a pinned theme keeps its name"
    )
    func requestTimeout() async throws {
      let faulty = try desktop.startFaultyDaemon(.neverReplies)
      let night = try await Night.connect(
        timeout: .milliseconds(50),
        requestTimeout: .milliseconds(200),
        log: { _ in }
      )
      let used = await ContinuousClock().measure {
        await #expect(throws: NightError.noAnswer) { _ = try await night.theme(named: "cream") }
      }
      #expect(used < .seconds(10))
      let part = try await night.pinned(toTheme: "night-vision")
      #expect(part.theme.name == "night-vision")
      #expect(part.style == .dark)
      faulty.leave()
    }

    @Test("If a task is cancelled, its request ends at once, or is never sent if it has not begun")
    func cancelled() async throws {
      let faulty = try desktop.startFaultyDaemon(.neverReplies)
      let night = Night(timeout: .zero, log: { _ in })
      let started = AsyncStream<Void>.makeStream()
      let task = Task {
        started.continuation.yield()
        await #expect(throws: NightError.cancelled) { try await night.desktop.set(.dark) }
        await #expect(throws: NightError.cancelled) { _ = try await night.themes() }
        await #expect(throws: NightError.cancelled) { _ = try await Night.connect(log: { _ in }) }
      }
      var reader = started.stream.makeAsyncIterator()
      _ = await reader.next()
      let used = await ContinuousClock().measure {
        task.cancel()
        await task.value
      }
      #expect(used < .seconds(5))
      faulty.leave()
    }

    @Test("If preferences are unreadable, the defaults are used and one line is logged")
    func garbledPreferences() throws {
      let faulty = try desktop.startFaultyDaemon(.sendsUnknownKeys)
      let lines = Lines()
      let night = Night(log: { lines.add($0) })
      let width = PreferenceKey("tab-width", default: 4)
      #expect(night.preferences[width] == 4)
      #expect(night.preferences[width] == 4)
      lines.wait(for: 1)
      #expect(
        lines.all == [
          "cannot read the preferences: nightd sent a reply to ReadAll that this version cannot "
            + "read"
        ]
      )
      faulty.leave()
    }

    @Test("When a working nightd runs again, its values replace those of the faulty daemon")
    func replaced() async throws {
      let faulty = try desktop.startFaultyDaemon(.sendsThemeOfOtherName)
      let night = Night(log: { _ in })
      #expect(night.theme.name == "reef")
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      faulty.leave()
      try desktop.start(whenFree: true)
      while let next = await reader.next(), next.theme.name != "daylight" {}
      #expect(night.source == .daemon)
    }

    @Test("Without a daemon, a Night uses the portal, and reports the portal as its source")
    func portal() throws {
      let portal = try desktop.startPortal()
      let night = Night(log: { _ in })
      #expect(night.source == .portal)
      #expect(night.style == .dark)
      #expect(night.appearance.isHighContrast)
      #expect(night.theme.name == "midnight-high")
      #expect(night.pinned(to: .light).style == .light)
      portal.leave()
    }

    @Test("If a daemon starts later, its values override the portal's")
    func portalThenDaemon() async throws {
      let portal = try desktop.startPortal()
      let night = Night(log: { _ in })
      #expect(night.style == .dark)
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      try desktop.start()
      while let next = await reader.next(), next.style != .light {}
      #expect(night.source == .daemon)
      portal.leave()
    }

    @Test("If only the source changes, Observation notifies readers of the source")
    func trackedSource() async throws {
      try desktop.start()
      let night = Night(log: { _ in })
      let sources = AsyncStream<Source>.makeStream()
      withObservationTracking {
        _ = night.source
      } onChange: {
        sources.continuation.yield(night.source)
      }
      try desktop.kill()
      var reader = sources.stream.makeAsyncIterator()
      #expect(await reader.next() == .nobody)
    }

    @Test("A restarted daemon with the same style overrides the portal")
    func portalAfterRestart() async throws {
      try desktop.start()
      let portal = try desktop.startPortal()
      let night = try Night(application: "org.example.Editor", log: { _ in })
      try await night.desktop.set(.light)
      #expect(night.style == .light)
      try desktop.kill()
      try desktop.start()
      // The wait is longer than the time for which a daemon can be away before the program asks the
      // portal.
      try desktop.pass(milliseconds: 1_500)
      // On a busy machine the daemon may have been away longer than this wait, and may not have
      // replied yet.
      while night.source != .daemon { await Task.yield() }
      #expect(night.style == .light)
      portal.leave()
    }

    @Test(
      "If a restarted daemon never sends the theme of a pinned part, the part keeps its last theme"
    )
    func slowPin() async throws {
      let cream = try desktop.write(
        ##"{style: "light", colors: {surface: "#ffeedd"}}"##,
        to: "cream.json5"
      )
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", cream)
      let night = Night(log: { _ in })
      let pin = try await night.pinned(toTheme: "cream")
      #expect(pin[.surface] == Color(hex: 0xffeedd))
      try desktop.kill()
      let faulty = try desktop.startFaultyDaemon(.neverSendsTheme)
      var reader = night.appearances.makeAsyncIterator()
      while let next = await reader.next(), next.style != .dark {}
      #expect(pin.style == .light)
      #expect(pin[.surface] == Color(hex: 0xffeedd))
      faulty.leave()
    }

    @Test(
      "Without a daemon or a portal, a Night has the standard appearance and the source `nobody`"
    )
    func nobody() throws {
      let night = Night(log: { _ in })
      #expect(night.source == .nobody)
      #expect(night.appearance == .light)
    }

    @Test("After the bus is restarted, a Night follows the next style that somebody sets")
    func busReturns() async throws {
      try desktop.start()
      let night = Night(log: { _ in })
      try await night.desktop.set(.dark)
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      try desktop.restartBus()
      try desktop.start()
      _ = try desktop.nightctl("set", "light")
      while let next = await reader.next(), next.style != .light {}
      #expect(night.source == .daemon)
      try await night.desktop.set(.dark)
      #expect(night.style == .dark)
    }
  }
}
