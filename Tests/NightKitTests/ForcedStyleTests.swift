import Glibc
import NightKit
import TestSupport
import Testing

extension OneBus {
  /// Programs that `nightctl run` started with `NIGHTD_FORCE_STYLE`.
  @Suite("A Night of a program with a forced style", .serialized)
  struct ForcedStyleTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    /// Runs a closure while `NIGHTD_FORCE_STYLE` is in the environment of this process.
    private func forcing<Value>(_ style: String, _ make: () throws -> Value) rethrows -> Value {
      setenv("NIGHTD_FORCE_STYLE", style, 1)
      defer { unsetenv("NIGHTD_FORCE_STYLE") }
      return try make()
    }

    @Test(
      "A Night with a forced style shows this style's current theme, and never follows the desktop"
    )
    func themed() async throws {
      _ = try desktop.write(
        ##"{ style: "dark", colors: { surface: "#102030" }, numbers: { radius: 7 } }"##,
        to: ".local/share/nightd/themes/sea.json5"
      )
      try desktop.start()
      _ = try desktop.nightctl("theme", "use", "--dark", "sea")
      _ = try desktop.nightctl("set", "light")
      let night = forcing("dark") { Night() }
      #expect(night.style == .dark)
      #expect(night.theme.name == "sea")
      #expect(night.theme.number("radius") == 7)
      #expect(night[.surface] == Color(hex: 0x102030))
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.theme.name == "sea")
      // The style is forced, so changes of the style cause no new appearance; only the change of
      // contrast does.
      _ = try desktop.nightctl("set", "dark")
      _ = try desktop.nightctl("set", "light")
      _ = try desktop.nightctl("contrast", "high")
      let high = try #require(await reader.next())
      #expect(high.style == .dark)
      #expect(high.isHighContrast)
      #expect(high.theme.name == "midnight-high")
    }

    @Test(
      "A forced Night can set the desktop's style, and its status says that its own style is forced"
    )
    func sets() async throws {
      try desktop.start()
      let night = forcing("dark") { Night() }
      try await night.desktop.set(.light)
      #expect(try desktop.nightctl("get") == "light\n")
      #expect(night.style == .dark)
      let status = try await night.status()
      #expect(status.style == .dark)
      #expect(status.reason == .forced)
      #expect(status.choice == "light")
      #expect(status.next == nil)
    }

    @Test("An application's Night with a forced style ignores the application's own choice")
    func application() async throws {
      try desktop.start()
      _ = try desktop.nightctl("set", "light", "--app", "org.example.Editor")
      let night = try forcing("dark") { try Night(application: "org.example.Editor") }
      #expect(night.style == .dark)
      #expect(night.choice == .light)
      #expect(night.pinned(to: .light).style == .light, "the program's own parts stay as they are")
    }

    @Test("A forced style needs no daemon and no bus")
    func alone() throws {
      try desktop.stopBus()
      let night = forcing("dark") { Night(timeout: .seconds(600)) }
      #expect(night.style == .dark)
      #expect(night.theme == .builtIn(.dark))
    }

    @Test("While the bus is stopped, the first frame has the forced style")
    func firstFrame() throws {
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      try desktop.bus.pause()
      defer { desktop.bus.resume() }
      let same = forcing("dark") { Night(timeout: .seconds(600)) }
      #expect(same.style == .dark)
      let other = forcing("light") { Night(timeout: .milliseconds(1)) }
      #expect(other.style == .light)
      #expect(other.theme == .builtIn(.light))
    }

    @Test(
      "NIGHTD_FORCE_STYLE has no effect if its value is neither light nor dark",
      arguments: ["", "Dark", "purple", "dark ", "schedule"]
    )
    func invalid(value: String) throws {
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      let log = Lines()
      let night = forcing(value) { Night { log.add($0) } }
      #expect(night.style == .dark)
      #expect(log.all == [])
    }
  }
}
