import NightKit
import Observation
import Testing

extension OneBus {
  @Suite("A daemon that breaks what it promises", .serialized)
  struct StrangeDaemonTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    /// What an application has of each, and whether that is logged.
    private static func expected(
      _ manner: Desktop.Manner
    ) -> (style: Style, surface: String, theme: String, lines: Int) {
      switch manner {
      // Nobody has said dark in words that can be read.
      case .answersOtherTypes, .knowsNoSuchStyle: (.light, "#ffffff", "daylight", 1)
      case .neverAnswers: (.light, "#ffffff", "daylight", 0)
      case .tellsKeysOfOtherTypes: (.dark, "#1c2027", "midnight", 0)
      case .tellsUnknownKeys: (.dark, "#ffffff", "shore", 0)
      case .givesThemeWithoutRoles, .givesThemeOfOtherTypes: (.dark, "#0000ff", "shore", 1)
      case .givesThemeOfOtherName: (.dark, "#ffffff", "reef", 0)
      case .givesTooManyKeys, .refusesTheme: (.dark, "#1c2027", "midnight", 1)
      case .neverGivesTheme: (.dark, "#1c2027", "midnight", 0)
      }
    }

    @Test(
      "is outlived with defaults and at most one line in the log",
      arguments: Desktop.Manner.allCases
    )
    func outlived(manner: Desktop.Manner) async throws {
      let stranger = try desktop.pretend(manner)
      let lines = Lines()
      let night = Night(patience: .seconds(4), log: { lines.add($0) })
      let surface = ThemeKey("surface", default: Color(0x0000ff))
      let expected = Self.expected(manner)
      // On a busy machine what comes may come late, and until then another theme serves.
      var reader = night.appearances.makeAsyncIterator()
      while let next = await reader.next(), next.theme.name != expected.theme {}
      #expect(night.style == expected.style)
      #expect(night[surface].text == expected.surface)
      #expect(night[surface].text == expected.surface)
      #expect(night.theme.name == expected.theme)
      lines.wait(for: expected.lines)
      #expect(lines.all.count == expected.lines, "\(lines.all)")
      stranger.leave()
    }

    @Test("who does not answer is waited for once by whoever asks for preferences")
    func waitedForOnce() throws {
      let stranger = try desktop.pretend(.neverAnswers)
      let night = Night(patience: .zero, log: { _ in })
      let width = PreferenceKey("tab-width", default: 4)
      #expect(night.preferences[width] == 4)
      let again = ContinuousClock().measure {
        for _ in 1...3 { #expect(night.preferences[width] == 4) }
        #expect(night.choice == .system)
      }
      // Each would be two seconds.
      #expect(again < .seconds(1))
      stranger.leave()
    }

    @Test("a theme that does not come is waited for once by whoever pins a part")
    func pinnedOnce() throws {
      let stranger = try desktop.pretend(.neverAnswers)
      let night = Night(patience: .zero, log: { _ in })
      #expect(night.pinned(to: .dark).style == .dark)
      let again = ContinuousClock().measure {
        for _ in 1...3 { #expect(night.pinned(to: .dark).style == .dark) }
      }
      #expect(again < .seconds(1))
      stranger.leave()
    }

    @Test("preferences that cannot be read are outlived with defaults and one line in the log")
    func garbledPreferences() throws {
      let stranger = try desktop.pretend(.tellsUnknownKeys)
      let lines = Lines()
      let night = Night(log: { lines.add($0) })
      let width = PreferenceKey("tab-width", default: 4)
      #expect(night.preferences[width] == 4)
      #expect(night.preferences[width] == 4)
      lines.wait(for: 1)
      #expect(
        lines.all == [
          "the preferences are not known: nightd gave an answer to ReadAll that this version cannot "
            + "read"
        ]
      )
      stranger.leave()
    }

    @Test("is forgotten once nightd is there")
    func replaced() async throws {
      let stranger = try desktop.pretend(.givesThemeOfOtherName)
      let night = Night(log: { _ in })
      #expect(night.theme.name == "reef")
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      stranger.leave()
      try desktop.start(whenFree: true)
      while let next = await reader.next(), next.theme.name != "daylight" {}
      #expect(night.source == .daemon)
    }

    @Test("without any daemon the portal is heard, and says who it is")
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

    @Test("the daemon counts before the portal once it comes")
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

    @Test("who says it is tracked too, where nothing else changes")
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

    @Test("a daemon that comes again with what it had counts, and not the portal")
    func portalAfterRestart() async throws {
      try desktop.start()
      let portal = try desktop.startPortal()
      let night = Night(application: "org.example.Editor", log: { _ in })
      try await night.set(.light)
      #expect(night.style == .light)
      try desktop.kill()
      try desktop.start()
      // Longer than a daemon may be away before the portal is asked.
      try desktop.pass(milliseconds: 1_500)
      // The daemon may have been away for longer on a busy machine, and not be heard of yet.
      while night.source != .daemon { await Task.yield() }
      #expect(night.style == .light)
      portal.leave()
    }

    @Test("a part that is pinned stays what it is, though the next daemon is slow with its themes")
    func slowPin() async throws {
      let cream = try desktop.write(
        ##"{style: "light", colors: {surface: "#ffeedd"}}"##,
        to: "cream.json5"
      )
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", cream)
      let night = Night(log: { _ in })
      let pin = night.pinned(toTheme: "cream")
      #expect(pin[.surface] == Color(0xffeedd))
      try desktop.kill()
      let stranger = try desktop.pretend(.neverGivesTheme)
      var reader = night.appearances.makeAsyncIterator()
      while let next = await reader.next(), next.style != .dark {}
      #expect(pin.style == .light)
      #expect(pin[.surface] == Color(0xffeedd))
      stranger.leave()
    }

    @Test("without anybody the standard appearance holds, and who said so is nobody")
    func nobody() throws {
      let night = Night(log: { _ in })
      #expect(night.source == .nobody)
      #expect(night.appearance == .light)
    }

    @Test("the bus may go and come again, and what is then set is heard")
    func busReturns() async throws {
      try desktop.start()
      let night = Night(log: { _ in })
      try await night.set(.dark)
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      try desktop.restartBus()
      try desktop.start()
      _ = try desktop.nightctl("set", "light")
      while let next = await reader.next(), next.style != .light {}
      #expect(night.source == .daemon)
      try await night.set(.dark)
      #expect(night.style == .dark)
    }
  }
}
