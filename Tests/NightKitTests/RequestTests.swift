import NightKit
import Testing

extension OneBus {
  /// What programs ask of nightd and tell it, beside the style.
  @Suite("Requests to a real daemon", .serialized)
  @MainActor
  struct RequestTests {
    let desktop: Desktop

    init() throws {
      desktop = try Desktop()
    }

    @Test("A program reads why the style is in effect, hands the desktop back and ends a hold")
    func status() async throws {
      try desktop.start()
      let night = try await Night.connect()
      #expect(try await night.status().reason == .fallback)
      try await night.set(.dark)
      var status = try await night.status()
      #expect(status.style == .dark)
      #expect(status.reason == .choice)
      #expect(status.choice == "dark")
      #expect(status.since > .zero)
      #expect(status.next == nil)
      _ = try desktop.nightctl("set", "light", "--for", "1h")
      status = try await night.status()
      #expect(status.reason == .hold)
      #expect(status.next == Status.Change(at: status.since + .seconds(3_600), to: .dark))
      #expect(status.holdEnd == status.next?.moment)
      try await night.resume()
      #expect(try await night.status().reason == .choice)
      try await night.set(.schedule)
      status = try await night.status()
      #expect(status.choice == "schedule")
      #expect(status.reason == .schedule)
      #expect(status.next != nil)
      try await night.set(.system)
      #expect(try await night.status().choice == "system")
    }

    @Test("An application's status reports the application's own choice")
    func applicationStatus() async throws {
      try desktop.start()
      let night = try await Night.connect(application: "org.example.Editor")
      try await night.choose(.dark)
      #expect(try await night.status().reason == .app)
      #expect(try await night.status().style == .dark)
    }

    @Test("A program hears when themes are installed, used and removed")
    func themeLists() async throws {
      let cream = try desktop.write(##"{style: "light"}"##, to: "cream.json5")
      try desktop.start()
      let night = try await Night.connect()
      var reader = night.themeLists.makeAsyncIterator()
      var names = try #require(await reader.next()).map(\.name)
      #expect(!names.contains("cream"))
      _ = try desktop.nightctl("theme", "import", cream)
      names = try #require(await reader.next()).map(\.name)
      #expect(names.contains("cream"))
      try await night.use(theme: "cream")
      let used = try #require(await reader.next()).first { $0.name == "cream" }
      #expect(used?.isInUse == true)
      try await night.use(theme: "daylight")
      _ = await reader.next()
      _ = try desktop.nightctl("theme", "remove", "cream")
      while let list = await reader.next(), list.contains(where: { $0.name == "cream" }) {}
    }

    @Test("A list of themes goes on with the next daemon, and ends with its Night")
    func themeListsAfterRestart() async throws {
      let cream = try desktop.write(##"{style: "light"}"##, to: "cream.json5")
      try desktop.start()
      var night: Night? = try await Night.connect(log: { _ in })
      let lists = try #require(night?.themeLists)
      var reader = lists.makeAsyncIterator()
      _ = await reader.next()
      try desktop.kill()
      _ = try desktop.nightctl("theme", "import", cream)
      try desktop.start()
      #expect(await reader.next()?.contains { $0.name == "cream" } == true)
      night = nil
      #expect(await reader.next() == nil)
    }

    @Test("A program installs a theme from a text or a folder, checked as nightctl does")
    func install() async throws {
      try desktop.start()
      let night = try await Night.connect()
      var reader = night.themeLists.makeAsyncIterator()
      _ = await reader.next()
      let text = ##"{name: "cream", style: "light", colors: {surface: "#ffeedd"}}"##
      #expect(try await night.install(theme: text) == "cream")
      #expect(await reader.next()?.contains { $0.name == "cream" } == true)
      try await night.use(theme: "cream")
      #expect(night[.surface] == Color(hex: 0xffeedd))
      await #expect(throws: NightError.self) { try await night.install(theme: text) }
      try await night.install(theme: text, named: "cream", replacing: true)
      let folder = try desktop.write(
        ##"{style: "dark", images: {logo: "a.png"}}"##,
        to: "reef/theme.json5"
      )
      .replacing("/theme.json5", with: "")
      _ = try desktop.write("picture", to: "reef/a.png")
      #expect(try await night.install(themeIn: folder) == "reef")
      #expect(
        try await night.theme(named: "reef").image("logo")?.file()?.hasSuffix("reef/a.png") == true
      )
    }

    @Test(
      "A theme with a mistake is not installed, and the error says where the mistake is",
      arguments: [
        ("{style: 'light', colors: {surface: '#12'}}", "1:"), ("{style: ", "1:9"),
        ("{style: 'light', parent: 'nowhere'}", "nowhere"),
        ("{name: 'midnight', style: 'dark'}", "built in"),
        ("{name: 'a/b', style: 'dark'}", "a/b"),
      ]
    )
    func installWrong(text: String, part: String) async throws {
      try desktop.start()
      let night = try await Night.connect()
      let isNamed = text.contains("name")
      await #expect {
        try await night.install(theme: text, named: isNamed ? nil : "cream")
      } throws: { error in
        if case NightError.refused(let why) = error { why.contains(part) } else { false }
      }
      #expect(try await !night.themes().contains { $0.name == "cream" })
    }

    @Test("A theme is asked for by name, in use or not, and a missing one is refused")
    func themeByName() async throws {
      try desktop.start()
      let night = try await Night.connect()
      #expect(try await night.theme(named: "night-vision").style == .dark)
      await #expect(
        throws: NightError.refused("there is no theme “midnigth”; did you mean midnight?")
      ) {
        _ = try await night.theme(named: "midnigth")
      }
    }

    @Test("Without a daemon, only the built-in themes are found")
    func themeWithoutDaemon() async throws {
      let night = try await Night.connect(log: { _ in })
      #expect(try await night.theme(named: "midnight") == .builtIn(.dark))
      await #expect(throws: NightError.self) { _ = try await night.theme(named: "cream") }
      await #expect(throws: NightError.self) { _ = try await night.pinned(toTheme: "cream") }
    }

    @Test("A program learns which preferences an administrator has locked, and where")
    func locks() async throws {
      let locks = try desktop.write(
        "app org.example.Editor choice\n",
        to: "system/config/nightd/locks"
      )
      try desktop.start()
      let night = try await Night.connect(application: "org.example.Editor")
      #expect(try await night.preferences.lock(on: "choice") == "\(locks):1:1")
      #expect(try await night.preferences.lock(on: "tab-width") == nil)
      await #expect(throws: NightError.self) {
        _ = try await night.preferences.lock(on: "tab width")
      }
    }
  }
}
