import NightKit
import Testing

extension OneBus {
  /// A worked example for each feature of five theming libraries, with NightKit and a real daemon.
  @Suite("Features of five theming libraries", .serialized)
  @MainActor
  struct DesignTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    /// A colour table, in the format of DKNightVersion.
    private static let table = """
      DAY      NIGHT    RED
      #ffffff  #343434  #fafafa BG
      #aaaaaa  #313131  #ff0000 TEXT
      """

    // MARK: - The colour table and its pickers

    @Test("A key takes its colour from the table's column for the theme in use")
    func tableColor() async throws {
      let table = try desktop.write(Self.table, to: "table.txt")
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", table)
      let night = Night()
      let background = ThemeKey("BG", default: Color.black)
      for (name, color) in [("RED", 0xfafafa), ("NIGHT", 0x343434), ("DAY", 0xffffff)] {
        try await night.desktop.use(theme: name)
        #expect(night.theme.name == name)
        #expect(night[background] == Color(hex: UInt32(color)))
      }
      // The value for a theme is found by the theme's name, not by the order of the columns.
      let banner = ThemeKey(
        light: Color(hex: 0xffe0e0),
        dark: Color(hex: 0x202020),
        themes: ["RED": .white]
      )
      #expect(night[banner] == Color(hex: 0xffe0e0))
      try await night.desktop.use(theme: "RED")
      #expect(night[banner] == .white)
      #expect(night[ThemeKey(always: 7)] == 7)
    }

    @Test(
      "If no theme has a key, the key's default is returned, and the missing key is logged once"
    )
    func missingKey() throws {
      try desktop.start()
      let lines = Lines()
      let night = Night(log: { lines.add($0) })
      let lacking = ThemeKey("sparkle", default: Color(hex: 0x123456))
      #expect(night[lacking] == Color(hex: 0x123456))
      #expect(night[lacking] == Color(hex: 0x123456))
      #expect(night.appearance.value(lacking) == nil)
      #expect(lines.all == ["the theme daylight has no sparkle; using the program's default"])
    }

    @Test("If a key's value has the wrong type, the default is returned, and this is logged")
    func otherKind() throws {
      try desktop.start()
      let lines = Lines()
      let night = Night(log: { lines.add($0) })
      #expect(night[ThemeKey("surface", default: 0.5)] == 0.5)
      #expect(
        lines.all == ["the theme daylight has surface as a colour; using the program's default"]
      )
    }

    @Test("An image key returns the file for a state and a scale, or else the most similar file")
    func image() async throws {
      let folder = try desktop.write(
        """
        {style: "dark", images: {logo: "logo.png", play: {normal: "a.png", pressed: "b.png"}}}
        """,
        to: "themes/pictured/theme.json5"
      )
      for file in ["logo.png", "logo@2x.png", "a.png", "b.png"] {
        _ = try desktop.write("\(file)", to: "themes/pictured/\(file)")
      }
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", folder.replacing("/theme.json5", with: ""))
      let night = Night()
      let logo = ThemeKey("logo", default: ThemeImage("/fallback.png"))
      #expect(night[logo].file() == "/fallback.png")
      try await night.desktop.use(theme: "pictured")
      func name(_ file: String?) -> String? { file?.split(separator: "/").last.map(String.init) }
      #expect(name(night[logo].file()) == "logo.png")
      #expect(name(night[logo].file(scale: 3)) == "logo@2x.png")
      #expect(name(night[logo].file(.pressed)) == "logo.png")
      let play = ThemeKey("play", default: ThemeImage([]))
      #expect(name(night[play].file(.pressed)) == "b.png")
      #expect(name(night[play].file(.disabled)) == "a.png")
    }

    @Test(
      "A colour's alpha is multiplied by the key's alpha, or by a number that the theme defines"
    )
    func alpha() async throws {
      let theme = try desktop.write(
        """
        {style: "dark", colors: {veil: {color: "#ff000080", alpha: 0.5}}, numbers: {dim: 0.25}}
        """,
        to: "dimmed.json5"
      )
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", theme)
      let night = Night()
      try await night.desktop.use(theme: "dimmed")
      let veil = ThemeKey("veil", default: Color.clear)
      let half = 128.0 / 255 * 0.5
      #expect(night[veil].alpha == half)
      #expect(night[veil.faded(0.5)].alpha == half * 0.5)
      #expect(night[veil.faded(by: ThemeKey("dim", default: 1))].alpha == half * 0.25)
    }

    @Test("Any property of any class can be bound to a key, without changes to the class")
    func pickerify() async throws {
      try desktop.start()
      let night = Night()
      let gauge = Gauge()
      night.bind(\.needle, to: .primary, on: gauge)
      night.bind(\.frame, to: .separator, on: gauge)
      night.bind(\.caption, on: gauge) { $0.style == .dark ? "night" : "day" }
      #expect(gauge.needle == night[.primary])
      #expect(gauge.frame == night[.separator])
      #expect(gauge.caption == "day")
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      try await night.desktop.set(.dark)
      _ = await reader.next()
      #expect(gauge.needle == Color("#8ab4f8"))
      #expect(gauge.caption == "night")
      // A property that is bound again follows only its last key.
      night.bind(\.needle, to: .error, on: gauge)
      try await night.desktop.set(.light)
      _ = await reader.next()
      #expect(gauge.needle == night[.error])
    }

    // MARK: - Themed views, providers, observers

    @Test(
      "A themed view paints when it is set up and after each change, and nothing retains the view"
    )
    func themedView() async throws {
      try desktop.start()
      let night = Night()
      var page: Page? = Page()
      page?.setUpTheming(by: night)
      page?.setUpTheming(by: night)
      weak let released = page
      let applied = AppliedStyles()
      page?.applied = applied
      #expect(page?.paper == night[.surface])
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      try await night.desktop.set(.dark)
      _ = await reader.next()
      #expect(applied.styles == [.dark])
      page = nil
      #expect(released == nil)
      try await night.desktop.set(.light)
      _ = await reader.next()
      #expect(applied.styles == [.dark])
    }

    @Test("For each appearance, a provider makes a value of the application's own theme type")
    func typedTheme() async throws {
      try desktop.start()
      let night = Night()
      let themes = night.provider { EditorTheme(paper: $0[.surface], isDark: $0.style == .dark) }
      let editor = Editor()
      editor.setUpTheming(by: themes)
      #expect(editor.theme == EditorTheme(paper: .white, isDark: false))
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      try await night.desktop.set(.dark)
      _ = await reader.next()
      #expect(editor.theme == EditorTheme(paper: Color(hex: 0x1c2027), isDark: true))
      #expect(themes.currentTheme == editor.theme)
    }

    @Test("A handler of a change may read the style, and cancel and start subscriptions")
    func observer() async throws {
      try desktop.start()
      let night = Night()
      let applied = AppliedStyles()
      var inner: Subscription?
      let outer = night.observe { appearance in
        applied.styles.append(night.style)
        inner?.cancel()
        inner = night.observe { applied.styles.append($0.style) }
        _ = appearance
      }
      #expect(applied.styles == [.light, .light])
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      try await night.desktop.set(.dark)
      _ = await reader.next()
      // The inner handler does not get this appearance, because the outer handler has just
      // cancelled it.
      #expect(applied.styles == [.light, .light, .dark, .dark])
      outer.cancel()
      try await night.desktop.set(.light)
      _ = await reader.next()
      #expect(applied.styles == [.light, .light, .dark, .dark, .light])
      inner = nil
    }

    @Test("If a part of a program is pinned to a style, it keeps this style")
    func pinned() async throws {
      let cream = try desktop.write(
        ##"{style: "light", colors: {surface: "#ffeedd"}}"##,
        to: "cream.json5"
      )
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", cream)
      let night = Night()
      try await night.desktop.use(theme: "cream")
      let sheet = Page()
      let light = await night.pinned(to: .light).ready()
      // The test keeps no reference to this pinned part; only the page retains it, as the provider
      // of its theme.
      sheet.setUpTheming(by: night.pinned(to: .light))
      try await night.desktop.set(.dark)
      #expect(night.style == .dark)
      #expect(light.style == .light)
      #expect(sheet.paper == Color(hex: 0xffeedd))
      // All parts that are pinned to one style are the same object, so a new pinned part has its
      // values at once.
      let pins = [night.pinned(to: .light), night.pinned(to: .light)]
      #expect(pins.map { $0[.surface] } == [Color(hex: 0xffeedd), Color(hex: 0xffeedd)])
      #expect(pins.map(\.source) == [.daemon, .daemon])
      #expect(pins[0] === pins[1])
      let applied = AppliedStyles()
      sheet.applied = applied
      _ = try desktop.nightctl("contrast", "high")
      var reader = light.appearances.makeAsyncIterator()
      while let next = await reader.next(), next.isHighContrast == false {}
      #expect(applied.styles == [.light])
      #expect(try await night.pinned(toTheme: "night-vision").theme.name == "night-vision")
      await #expect(
        throws: NightError.refused("there is no theme “nightvision”; did you mean night-vision?")
      ) {
        _ = try await night.pinned(toTheme: "nightvision")
      }
    }

    // MARK: - Themes with parents, next, persisted

    @Test(
      "A theme inherits from its parent, and an edit of the theme or of the parent takes effect"
    )
    func parents() async throws {
      let base = try desktop.write(
        ##"{style: "dark", palette: {sea: "#003344"}, colors: {surface: "@sea", tide: "#111"}}"##,
        to: "base.json5"
      )
      let child = try desktop.write(
        ##"{style: "dark", parent: "base", palette: {sea: "#004455"}}"##,
        to: "child.json5"
      )
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", base, child)
      let night = Night()
      try await night.desktop.use(theme: "child")
      let tide = ThemeKey("tide", default: Color.clear)
      #expect(night[.surface] == Color(hex: 0x004455))
      #expect(night[tide] == Color(hex: 0x111111))
      #expect(night.theme.ancestors == ["base", "midnight"])
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      _ = try desktop.write(
        ##"{style: "dark", palette: {sea: "#003344"}, colors: {surface: "@sea", tide: "#222"}}"##,
        to: ".local/share/nightd/themes/base.json5"
      )
      _ = await reader.next()
      #expect(night[tide] == Color(hex: 0x222222))
    }

    @Test(
      "The next theme is the theme after the current one, and after the last theme comes the first"
    )
    func nextTheme() async throws {
      try desktop.start()
      let night = Night()
      let names = try await night.themes().map(\.name)
      #expect(names.first == "daylight")
      var visited: [String] = []
      for _ in names { visited.append(try await night.desktop.useNextTheme()) }
      #expect(visited == Array(names.dropFirst()) + ["daylight"])
      #expect(try await night.desktop.usePreviousTheme() == names.last)
    }

    @Test("A theme for one application is stored, and applies to no other application")
    func ownTheme() async throws {
      let cream = try desktop.write(
        ##"{style: "light", colors: {surface: "#ffeedd"}}"##,
        to: "cream.json5"
      )
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", cream)
      let all = try await Night.connect()
      let night = try await Night.connect(application: "org.example.Editor")
      var reader = night.appearances.makeAsyncIterator()
      _ = await reader.next()
      try await all.desktop.set(.dark)
      #expect(await reader.next()?.style == .dark)
      try await night.choose(theme: "cream")
      #expect(night.style == .light)
      #expect(night[.surface] == Color(hex: 0xffeedd))
      #expect(all.theme.name == "midnight")
      // The application's own theme is used whenever the theme's style is in effect.
      try await night.choose(.follow)
      #expect(night.theme.name == "midnight")
      try await all.desktop.set(.light)
      #expect(all.theme.name == "daylight")
      while night.style != .light { _ = await reader.next() }
      #expect(night.theme.name == "cream")
      // An edit of the theme's file reaches the application.
      _ = try desktop.write(
        ##"{style: "light", colors: {surface: "#eeddcc"}}"##,
        to: ".local/share/nightd/themes/cream.json5"
      )
      while night[.surface] == Color(hex: 0xffeedd) { _ = await reader.next() }
      #expect(night[.surface] == Color(hex: 0xeeddcc))
      try desktop.kill()
      try desktop.start()
      let next = try await Night.connect(application: "org.example.Editor")
      #expect(next.theme.name == "cream")
      await #expect(throws: NightError.refused("there is no theme “crem”; did you mean cream?")) {
        try await next.choose(theme: "crem")
      }
      try await next.choose(theme: nil)
      #expect(next.theme.name == "daylight")
      await #expect(throws: NightError.self) { try await all.choose(theme: "cream") }
    }

    @Test("An application can toggle its own style and step through its own themes")
    func ownSteps() async throws {
      try desktop.start()
      let all = try await Night.connect()
      let night = try await Night.connect(application: "org.example.Editor")
      #expect(try await night.toggleChoice() == .dark)
      #expect(night.style == .dark)
      #expect(try await night.toggleChoice() == .light)
      #expect(night.choice == .light)
      let names = try await night.themes().map(\.name)
      var visited: [String] = []
      for _ in names { visited.append(try await night.chooseNextTheme()) }
      #expect(visited == Array(names.dropFirst()) + ["daylight"])
      #expect(try await night.choosePreviousTheme() == names.last)
      #expect(night.theme.name == names.last)
      #expect(all.theme.name == "daylight")
      #expect(try await all.status().reason == .fallback)
      await #expect(throws: NightError.self) { try await all.toggleChoice() }
      await #expect(throws: NightError.self) { try await all.chooseNextTheme() }
    }

    @Test(
      "An application sets its light and dark themes in one step, without an intermediate change"
    )
    func ownPair() async throws {
      try desktop.start()
      let night = try await Night.connect(application: "org.example.Editor")
      var shown: [String] = []
      let watching = night.observe { shown.append("\($0.style) \($0.theme.name)") }
      try await night.choose(themes: [.light: "daylight-high", .dark: "night-vision"])
      #expect(try await night.ownThemes() == [.light: "daylight-high", .dark: "night-vision"])
      #expect(night.theme.name == "daylight-high")
      try await night.choose(.dark)
      #expect(night.theme.name == "night-vision")
      try await night.choose(theme: nil, for: .dark)
      #expect(night.theme.name == "midnight")
      try await night.choose(theme: "midnight-high", for: .dark)
      for (name, why) in [
        ("midnigth", "there is no theme “midnigth”; did you mean midnight?"),
        ("daylight", "“daylight” is a light theme, not a dark one"),
        ("dark", "there is no theme “dark”"),
      ] {
        await #expect(throws: NightError.refused(why)) {
          try await night.choose(themes: [.light: "daylight", .dark: name])
        }
      }
      #expect(try await night.ownThemes() == [.light: "daylight-high", .dark: "midnight-high"])
      try await night.choose(themes: [:])
      #expect(try await night.ownThemes() == [:])
      #expect(night.choice == .dark)
      #expect(
        shown == [
          "light daylight", "light daylight-high", "dark night-vision", "dark midnight",
          "dark midnight-high", "dark midnight",
        ]
      )
      watching.cancel()
    }

    @Test("An application's own choice is stored, and applies to no other application")
    func persistedChoice() async throws {
      try desktop.start()
      let night = try Night(application: "org.example.Editor")
      #expect(night.choice == .follow)
      try await night.choose(.dark)
      #expect(night.style == .dark)
      #expect(Night().style == .light)
      try desktop.kill()
      try desktop.start()
      let next = try Night(application: "org.example.Editor")
      #expect(next.style == .dark)
      #expect(next.choice == .dark)
      try await next.choose(.follow)
      #expect(next.style == .light)
    }
  }
}

// MARK: - Parts of the example applications

/// A class of another toolkit, which has no code for themes.
private final class Gauge {
  var needle = Color.clear
  var frame: Color?
  var caption = ""
}

@MainActor
private final class AppliedStyles {
  var styles: [Style] = []
}

private final class Page: Themed {
  var paper = Color.clear
  var applied: AppliedStyles?

  func apply(_ appearance: Appearance) {
    paper = appearance[.surface]
    applied?.styles.append(appearance.style)
  }
}

private struct EditorTheme: Equatable {
  let paper: Color
  let isDark: Bool
}

private final class Editor: Themed {
  var theme: EditorTheme?
  func apply(_ theme: EditorTheme) { self.theme = theme }
}
