import Glibc
import NightKit
import Testing

extension OneBus {
  @Suite("Night in a program with its own loop", .serialized)
  @MainActor
  struct OwnLoopTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    /// Waits for the file descriptor to become readable; returns false after the timeout.
    private func isReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&waiting, 1, milliseconds) == 1
    }

    @Test("The file descriptor announces a change, but handlers are called only by `dispatch`")
    func ownLoop() throws {
      try desktop.start()
      let night = Night(delivery: .ownLoop)
      let calls = HandlerCalls()
      let pinned = night.pinned(to: .dark)
      let subscriptions = [
        night.observe { calls.add($0.style.rawValue) },
        pinned.observe { calls.add("pinned \($0.isHighContrast)") },
      ]
      #expect(calls.all == ["light", "pinned false"])
      // The pinned part begins with the values that are already known, and then gets the daemon's
      // values.
      while pinned.source != .daemon, isReadable(night.fileDescriptor, milliseconds: 10_000) {
        night.dispatch()
      }
      night.dispatch()
      #expect(!isReadable(night.fileDescriptor, milliseconds: 0))
      _ = try desktop.nightctl("set", "dark")
      #expect(isReadable(night.fileDescriptor, milliseconds: 10_000))
      #expect(calls.all.count == 2)
      night.dispatch()
      #expect(calls.all == ["light", "pinned false", "dark"])
      night.dispatch()
      #expect(!isReadable(night.fileDescriptor, milliseconds: 0))
      _ = try desktop.nightctl("contrast", "high")
      while calls.all.last != "pinned true" {
        guard isReadable(night.fileDescriptor, milliseconds: 10_000) else { break }
        night.dispatch()
      }
      #expect(calls.all.last == "pinned true")
      _ = subscriptions
    }

    @Test("`dispatch` updates a provider's views, even after a pause")
    func provider() throws {
      try desktop.start()
      let night = Night(delivery: .ownLoop)
      let themes = night.provider { $0.style }
      let view = StyledView()
      let subscription = view.setUpTheming(by: themes)
      subscription.pause()
      _ = try desktop.nightctl("set", "dark")
      #expect(isReadable(night.fileDescriptor, milliseconds: 10_000))
      night.dispatch()
      #expect(view.styles == [.light])
      subscription.resume()
      #expect(isReadable(night.fileDescriptor, milliseconds: 10_000))
      night.dispatch()
      #expect(view.styles == [.light, .dark])
    }

    @Test("A Night that delivers on the main actor has no file descriptor")
    func none() throws {
      try desktop.start()
      #expect(Night().fileDescriptor == -1)
    }
  }

  @Suite("Preferences of an application", .serialized)
  @MainActor
  struct PreferenceTests {
    let desktop: Desktop
    private static let width = PreferenceKey("tab-width", default: 4)
    private static let ink = PreferenceKey("editor.ink", default: Color.black)

    init() throws { desktop = try Desktop() }

    @Test("A program can use typed keys to read, store and observe preferences")
    func preferences() async throws {
      try desktop.start()
      let lines = Lines()
      let night = try Night(application: "org.example.Editor", log: { lines.add($0) })
      let calls = HandlerCalls()
      let observation = night.preferences.observe(Self.width) { calls.add("\($0)") }
      #expect(night.preferences[Self.width] == 4)
      try await night.preferences.set(8, for: Self.width)
      #expect(night.preferences[Self.width] == 8)
      try await night.preferences.set([
        "editor": .dictionary(["ink": .string("#102030")]), "names": .array([.string("a")]),
      ])
      #expect(night.preferences[Self.ink] == Color(hex: 0x102030))
      #expect(night.preferences["names"] == .array([.string("a")]))
      _ = try desktop.nightctl(
        "prefs",
        "write",
        "tab-width",
        "-int",
        "2",
        "--app",
        "org.example.Editor"
      )
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      try await night.choose(.dark)
      _ = await reader.next()
      #expect(calls.all == ["4", "8", "2"])
      // While the bus and nightd are away, the values that were known stay in use.
      try await night.preferences.set(8, for: Self.width)
      try desktop.restartBus()
      try desktop.pass(milliseconds: 500)
      #expect(night.preferences[Self.width] == 8)
      #expect(night.choice == .dark)
      try desktop.start()
      // If a stored value has another type, the key's default is returned.
      while true {
        // The library connects to the bus again only after a moment, so retry.
        do { try await night.preferences.set(.string("wide"), for: "tab-width") } catch {
          if !Task.isCancelled { continue }
        }
        break
      }
      #expect(night.preferences[Self.width] == 4)
      let mismatch = """
        the preference tab-width of org.example.Editor is of type string; using the program's default
        """
      #expect(lines.all.filter { $0.contains("tab-width") } == [mismatch])
      try await night.preferences.set(nil, for: Self.width)
      #expect(night.preferences["tab-width"] == nil)
      await #expect(throws: NightError.self) {
        try await night.preferences.set(.bool(true), for: "")
      }
      _ = observation
    }
  }
}

private final class StyledView: Themed {
  var styles: [Style] = []
  func apply(_ style: Style) { styles.append(style) }
}
