import NightKit
import Testing

extension OneBus {
  /// Requests to nightd about other things than the style.
  @Suite("Requests to a real daemon", .serialized)
  @MainActor
  struct RequestTests {
    let desktop: Desktop

    init() throws {
      desktop = try Desktop()
    }

    @Test("A program reads why the style is in effect, ends a hold, and lets the schedule decide")
    func status() async throws {
      try desktop.start()
      let night = try await Night.connect()
      #expect(try await night.status().reason == .fallback)
      try await night.desktop.set(.dark)
      var status = try await night.status()
      #expect(status.style == .dark)
      #expect(status.reason == .choice)
      #expect(status.choice == "dark")
      #expect(status.since > Moment(secondsSince1970: 0))
      #expect(status.next == nil)
      _ = try desktop.nightctl("set", "light", "--for", "1h")
      status = try await night.status()
      #expect(status.reason == .hold)
      #expect(
        status.next == Status.Change(at: status.since.advanced(by: .seconds(3_600)), to: .dark)
      )
      #expect(status.holdEnd == status.next?.moment)
      try await night.desktop.endHold()
      #expect(try await night.status().reason == .choice)
      try await night.desktop.set(.schedule)
      status = try await night.status()
      #expect(status.choice == "schedule")
      #expect(status.reason == .schedule)
      #expect(status.next != nil)
      try await night.desktop.set(.system)
      #expect(try await night.status().choice == "system")
    }

    @Test("A program holds a style for a time or until a moment, and makes the style permanent")
    func holds() async throws {
      try desktop.start()
      let night = try await Night.connect()
      try await night.desktop.set(.dark, .lasting(.milliseconds(1_800_500)))
      var status = try await night.status()
      #expect(status.reason == .hold)
      #expect(status.holdEnd == status.since.advanced(by: .seconds(1_801)))
      try await night.desktop.set(.dark, .until("23:59"))
      #expect(try await night.status().reason == .hold)
      #expect(try await night.desktop.toggle(.lasting(.seconds(60))) == .light)
      try await night.desktop.use(theme: "night-vision", .lasting(.seconds(60)))
      #expect(night.theme.name == "night-vision")
      try await night.desktop.set(.schedule)
      try await night.desktop.set(.dark, .always)
      status = try await night.status()
      #expect(status.reason == .choice)
      #expect(status.holdEnd == nil)
      for term in [Night.Desktop.Term.until("soon"), .lasting(.zero), .lasting(.seconds(-1))] {
        await #expect(throws: NightError.self) { try await night.desktop.set(.dark, term) }
      }
      await #expect(throws: NightError.self) { try await night.desktop.toggle(.always) }
    }

    @Test("An inhibition lasts until it is ended, even across a restart of the daemon")
    func inhibits() async throws {
      try desktop.start()
      let night = try await Night.connect(application: "org.example.Editor", log: { _ in })
      let other = try await Night.connect(log: { _ in })
      var inhibition: Inhibition? = try await night.inhibit(why: "shows slides")
      #expect(try await other.status().isInhibited)
      #expect(try desktop.nightctl("why").contains("org.example.Editor"))
      try desktop.kill()
      try desktop.start()
      while try await !other.status().isInhibited {}
      inhibition?.end()
      while try await other.status().isInhibited {}
      inhibition = try await night.inhibit(why: "shows slides")
      #expect(try await other.status().isInhibited)
      inhibition = nil
      while try await other.status().isInhibited {}
      _ = inhibition
      await #expect(throws: NightError.self) {
        _ = try await night.inhibit(why: String(repeating: "x", count: 5_000))
      }
    }

    @Test(
      "A program can install all themes of another library's file, and can remove installed themes"
    )
    func installDesigns() async throws {
      try desktop.start()
      let night = try await Night.connect()
      let table = try desktop.write("NORMAL NIGHT\n#ffffff #222222 BG\n", to: "notes.txt")
      #expect(try await night.install(themesAt: table) == ["NORMAL", "NIGHT"])
      #expect(try await night.theme(named: "NIGHT").color("BG") == Color(hex: 0x222222))
      #expect(
        try await night.install(themesAt: table, as: "notes") == ["notes-NORMAL", "notes-NIGHT"]
      )
      await #expect(throws: NightError.self) { try await night.install(themesAt: table) }
      try await night.install(themesAt: table, replacing: true)
      let themes = """
        [{themeName: "harbour", colors: [{name: "background", hex: "fff"}]},
         {themeName: "pier", parent: "harbour", colors: [{name: "ink", hex: "111"}]}]
        """
      let file = try desktop.write(themes, to: "app/Themes.json")
      let folder = file.replacing("/Themes.json", with: "")
      #expect(try await night.install(themesAt: folder) == ["harbour", "pier"])
      #expect(try await night.theme(named: "pier").ancestors.first == "harbour")
      let wrong = try desktop.write("A B\n#fff #222 BG\n#fff INK\n", to: "wrong.txt")
      await #expect {
        try await night.install(themesAt: wrong)
      } throws: { error in
        if case NightError.refused(let why) = error { why.contains("wrong.txt:3:") } else { false }
      }
      try await night.remove(theme: "pier")
      let names = try await night.themes().map(\.name)
      #expect(names.contains("harbour"))
      #expect(!names.contains("pier"))
      #expect(!names.contains("A"))
      for name in ["pier", "midnight", "../x"] {
        await #expect(throws: NightError.self) { try await night.remove(theme: name) }
      }
    }

    @Test("An application's status reports the application's own choice")
    func applicationStatus() async throws {
      try desktop.start()
      let night = try await Night.connect(application: "org.example.Editor")
      try await night.choose(.dark)
      #expect(try await night.status().reason == .app)
      #expect(try await night.status().style == .dark)
    }

    @Test("A program is notified when themes are installed, used and removed")
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
      try await night.desktop.use(theme: "cream")
      let used = try #require(await reader.next()).first { $0.name == "cream" }
      #expect(used?.isInUse == true)
      try await night.desktop.use(theme: "daylight")
      _ = await reader.next()
      _ = try desktop.nightctl("theme", "remove", "cream")
      while let list = await reader.next(), list.contains(where: { $0.name == "cream" }) {}
    }

    @Test(
      "A sequence of theme lists continues with the next daemon, and ends when its Night is released"
    )
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

    @Test(
      "A program can install a theme from a text or a folder, after the same checks as nightctl"
    )
    func install() async throws {
      try desktop.start()
      let night = try await Night.connect()
      var reader = night.themeLists.makeAsyncIterator()
      _ = await reader.next()
      let text = ##"{name: "cream", style: "light", colors: {surface: "#ffeedd"}}"##
      #expect(try await night.install(theme: text) == "cream")
      #expect(await reader.next()?.contains { $0.name == "cream" } == true)
      try await night.desktop.use(theme: "cream")
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
      "A theme with a mistake is not installed, and the error has the mistake's position",
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

    @Test("A missing folder is reported as missing, not as a folder without a theme")
    func missingFolder() async throws {
      let night = try await Night.connect(log: { _ in })
      let folder = try desktop.write("", to: "here/file").replacing("/file", with: "")
      for (path, why) in [
        ("\(folder)/none", "cannot read “\(folder)/none”: No such file or directory"),
        (folder, "“\(folder)” is a folder without a theme.json5, so it is not a theme"),
      ] {
        await #expect(throws: NightError.refused(why)) { try await night.install(themeIn: path) }
      }
    }

    @Test(
      "An application's own fade time takes effect at once, even if the application has no choice"
    )
    func fade() async throws {
      try desktop.start()
      let night = try await Night.connect(application: "org.example.Editor")
      var reader = night.appearances.makeAsyncIterator()
      #expect(await reader.next()?.fade == .milliseconds(300))
      _ = try desktop.nightctl("prefs", "write", "fade", "500", "--app", "org.example.Editor")
      #expect(await reader.next()?.fade == .milliseconds(500))
      _ = try desktop.nightctl("prefs", "write", "fade", "700", "--app", "org.example.Other")
      try await night.choose(.dark)
      _ = await reader.next()
      _ = try desktop.nightctl("prefs", "write", "fade", "600", "--app", "org.example.Editor")
      #expect(await reader.next()?.fade == .milliseconds(600))
      _ = try desktop.nightctl("prefs", "delete", "fade", "--app", "org.example.Editor")
      #expect(await reader.next()?.fade == .milliseconds(300))
      _ = try desktop.nightctl("prefs", "write", "fade", "200")
      #expect(await reader.next()?.fade == .milliseconds(200))
    }

    @Test("A theme that is not in use can be requested by name, but a missing theme is refused")
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

    @Test("Without a daemon, only the built-in themes can be found")
    func themeWithoutDaemon() async throws {
      let night = try await Night.connect(log: { _ in })
      #expect(try await night.theme(named: "midnight") == .builtIn(.dark))
      await #expect(throws: NightError.self) { _ = try await night.theme(named: "cream") }
      await #expect(throws: NightError.self) { _ = try await night.pinned(toTheme: "cream") }
    }

    @Test("A program learns which preferences an administrator has locked, and in which file")
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
