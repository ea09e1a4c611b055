import Glibc
import NightKit
import TestSupport
import Testing

extension OneBus {
  /// What a program shows before the bus has answered.
  @Suite("A Night while the bus is stopped", .serialized)
  struct FirstFrameTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    @Test(
      "A new Night has the right style while the bus is paused, and follows changes once the bus resumes"
    )
    func stopped() async throws {
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      let known = Night().appearance
      try desktop.bus.pause()
      let night = Night(timeout: .seconds(600))
      #expect(night.source == .daemon)
      #expect(night.appearance == known)
      #expect(night.style == .dark)
      #expect(night[.surface] == Theme.builtIn(.dark).color("surface"))
      desktop.bus.resume()
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .dark)
      _ = try desktop.nightctl("set", "light")
      #expect(await reader.next()?.style == .light)
    }

    @Test("The first frame has the colours of the user's theme, and no further change follows it")
    func ownTheme() async throws {
      let theme = ##"{ style: "dark", colors: { surface: "rgb(10% 20% 30%)", mine: "#123456" } }"##
      try desktop.bus.home.write(theme, to: ".local/share/nightd/themes/sea.json5")
      try desktop.start()
      _ = try desktop.nightctl("set", "sea")
      try desktop.bus.pause()
      let night = Night(timeout: .seconds(600))
      #expect(night.theme.name == "sea")
      #expect(night.theme.color("mine") == Color(hex: 0x123456))
      #expect(night.theme.ancestors == ["midnight"])
      let first = night.appearance
      desktop.bus.resume()
      // The reply to `set` arrives only after the current appearance has arrived over the bus.
      try await night.desktop.set(.dark)
      #expect(night.appearance == first)
    }

    @Test(
      "At first a program has only a theme's colours, and then a single change adds all other values"
    )
    func otherValues() async throws {
      let theme = ##"{ style: "dark", colors: { surface: "#102030" }, numbers: { radius: 7 } }"##
      try desktop.bus.home.write(theme, to: ".local/share/nightd/themes/sea.json5")
      try desktop.start()
      _ = try desktop.nightctl("set", "sea")
      try desktop.bus.pause()
      let night = Night(timeout: .milliseconds(1))
      #expect(night[.surface] == Color(hex: 0x102030))
      #expect(night.theme.number("radius") == nil)
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.theme.color("surface") == Color(hex: 0x102030))
      desktop.bus.resume()
      #expect(await reader.next()?.theme.number("radius") == 7)
    }

    @Test(
      "If the daemon is killed after the first frame, the Night changes once, to the stored style"
    )
    func stale() async throws {
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      try desktop.bus.pause()
      let night = Night(timeout: .seconds(600))
      #expect(night.style == .dark)
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.style == .dark)
      try desktop.kill()
      try desktop.bus.home.write(Desk.intent("light", revision: 9), to: Desk.store)
      desktop.bus.resume()
      try desktop.start(whenFree: true)
      #expect(await reader.next()?.style == .light)
    }

    @Test("A Night for an application never shows the desktop's style first")
    func application() throws {
      try desktop.start()
      _ = try desktop.nightctl("set", "dark")
      _ = try desktop.nightctl("set", "light", "--app", "org.example.Editor")
      #expect(try Night(application: "org.example.Editor").style == .light)
      #expect(Night().style == .dark)
    }
  }
}
