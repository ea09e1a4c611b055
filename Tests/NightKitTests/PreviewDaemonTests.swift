import Dispatch
import NightKit
import Testing

@Suite("A preview in place of nightd")
@MainActor
struct PreviewDaemonTests {
  private static let editor = "org.example.Editor"

  @Test("A part that is pinned to the current style has the current theme from the start")
  func firstTheme() {
    let sand = Theme("sand", .light)
    let preview = NightPreview(Appearance(.light, theme: sand))
    let paper = preview.night.pinned(to: .light)
    #expect(paper.theme == sand)
    preview.show(Appearance(.light, theme: sand, accent: .white))
    #expect(paper.theme == sand)
  }

  @Test("A preview's toggle switches the desktop's style, even if the program has its own style")
  func toggling() async throws {
    let night = try NightPreview(.light, application: Self.editor).night
    try await night.choose(.dark)
    #expect(try await night.desktop.toggle() == .dark)
    #expect(try await night.pinned(to: .dark).desktop.toggle() == .light)
    try await night.choose(.follow)
    #expect(night.style == .light)
  }

  @Test(
    "In a preview, a choice that a pinned part makes becomes the choice of the whole application"
  )
  func partChooses() async throws {
    let night = try NightPreview(.light, application: Self.editor).night
    let paper = night.pinned(to: .light)
    try await paper.choose(.dark)
    #expect(night.style == .dark)
    #expect(paper.style == .light)
    #expect(paper.choice == .dark)
  }

  @Test(
    "If a preview refuses one preference for its invalid name, no other preference changes",
    arguments: ["", "tab width", "tabs..width", "tabs."]
  )
  func names(name: String) async throws {
    let preferences = try NightPreview(.light, application: Self.editor).night.preferences
    await #expect(throws: NightError.self) {
      try await preferences.set([name: .integer(1), "tabs": .integer(2)])
    }
    #expect(preferences["tabs"] == nil)
  }

  @Test("If many tasks set preferences at once, a preview stores all of them")
  func atOnce() async throws {
    let preferences = try NightPreview(.light, application: Self.editor).night.preferences
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1_000 {
        group.addTask { @concurrent in
          try? await preferences.set(.integer(Int64(number)), for: "key-\(number)")
        }
      }
    }
    #expect((0..<1_000).filter { preferences["key-\($0)"] == nil }.isEmpty)
  }

  // MARK: - Themes, refusals and failures

  private static let sand = Theme("sand", .light, colors: ["surface": .black])
  private static let coal = Theme("coal", .dark)

  @Test("A preview lists, uses and steps through the themes that the test provides")
  func themes() async throws {
    let preview = NightPreview(.light)
    let night = preview.night
    preview.themes = [.builtIn(.light), Self.sand, Self.coal]
    var names = try await night.themes().map(\.name)
    #expect(names == ["daylight", "sand", "coal"])
    try await night.desktop.use(theme: "coal")
    #expect(night.style == .dark)
    #expect(night.theme == Self.coal)
    #expect(try await night.desktop.useNextTheme() == "daylight")
    #expect(try await night.desktop.usePreviousTheme() == "coal")
    try await night.desktop.use(theme: "sand")
    // Each style keeps the theme that was last used for it, as with nightd.
    try await night.desktop.set(.dark)
    #expect(night.theme == Self.coal)
    #expect(try await night.desktop.toggle() == .light)
    #expect(night.theme == Self.sand)
    names = try await night.themes().filter(\.isInUse).map(\.name)
    #expect(names == ["sand", "coal"])
    await #expect(throws: NightError.refused("there is no theme “sad”; did you mean sand?")) {
      try await night.desktop.use(theme: "sad")
    }
    #expect(try await night.pinned(toTheme: "coal").theme == Self.coal)
    #expect(try await night.theme(named: "sand") == Self.sand)
  }

  @Test("A preview installs a theme in memory, after the same checks as nightd")
  func install() async throws {
    let preview = NightPreview(.light)
    let night = preview.night
    #expect(
      try await night.install(theme: "{name: 'reef', style: 'dark', colors: {a: '#123'}}") == "reef"
    )
    try await night.desktop.use(theme: "reef")
    #expect(night.style == .dark)
    #expect(night.theme.color("a") == Color(hex: 0x112233))
    await #expect(throws: NightError.refused("you have a theme “reef” already")) {
      try await night.install(theme: "{name: 'reef', style: 'dark'}")
    }
    try await night.install(
      theme: "{style: 'dark', colors: {a: '#fff'}}",
      named: "reef",
      replacing: true
    )
    #expect(night.theme.color("a") == .white)
    await #expect(throws: NightError.self) { try await night.install(theme: "{style: 'da") }
    preview.failure = .noAnswer
    await #expect(throws: NightError.noAnswer) {
      try await night.install(theme: "{name: 'sea', style: 'dark'}")
    }
  }

  @Test("A preview stores an application's theme for this application alone")
  func ownTheme() async throws {
    let preview = try NightPreview(.dark, application: Self.editor)
    let night = preview.night
    preview.themes.append(Self.sand)
    try await night.choose(theme: "sand")
    #expect(night.theme == Self.sand)
    #expect(night.choice == .light)
    try await night.choose(.follow)
    #expect(night.theme.name == "midnight")
    try await night.desktop.set(.light)
    #expect(night.theme == Self.sand)
    try await night.choose(theme: nil)
    #expect(night.theme.name == "daylight")
    await #expect(throws: NightError.self) { try await night.choose(theme: "nowhere") }
    preview.lockedKeys = ["theme.light"]
    await #expect(throws: NightError.self) { try await night.choose(theme: "sand") }
    #expect(night.choice == .follow)
  }

  @Test("If a test replaces a theme, this has the same effect as an edit of the theme's file")
  func editedTheme() async throws {
    let preview = NightPreview(.light)
    preview.themes.append(Self.sand)
    try await preview.night.desktop.use(theme: "sand")
    let paper = try await preview.night.pinned(toTheme: "sand")
    var lists = preview.night.themeLists.makeAsyncIterator()
    #expect(await lists.next()?.count == 6)
    preview.themes = [Theme("sand", .light, colors: ["surface": .white])]
    #expect(preview.night[.surface] == .white)
    #expect(paper[.surface] == .white)
    #expect(await lists.next()?.map(\.name) == ["sand"])
  }

  @Test("If a test makes a preview fail, each request throws the test's error and changes nothing")
  func failing() async throws {
    let preview = try NightPreview(.light, application: Self.editor)
    let night = preview.night
    preview.failure = .noAnswer
    await #expect(throws: NightError.noAnswer) { try await night.desktop.set(.dark) }
    await #expect(throws: NightError.noAnswer) { try await night.choose(.dark) }
    await #expect(throws: NightError.noAnswer) { try await night.desktop.use(theme: "midnight") }
    await #expect(throws: NightError.noAnswer) { _ = try await night.themes() }
    await #expect(throws: NightError.noAnswer) { _ = try await night.status() }
    await #expect(throws: NightError.noAnswer) {
      try await night.preferences.set(.bool(true), for: "wrap")
    }
    #expect(night.appearance == .light)
    #expect(night.choice == .follow)
    #expect(night.preferences["wrap"] == nil)
    preview.failure = nil
    try await night.desktop.set(.dark)
    #expect(night.style == .dark)
  }

  @Test("A preview refuses changes to locked preferences")
  func locked() async throws {
    let preview = try NightPreview(.light, application: Self.editor)
    let night = preview.night
    preview.lockedKeys = ["choice", "wrap"]
    await #expect(throws: NightError.refused("choice is locked by the administrator")) {
      try await night.choose(.dark)
    }
    await #expect(throws: NightError.self) {
      try await night.preferences.set(.bool(true), for: "wrap")
    }
    #expect(try await night.preferences.lock(on: "wrap") != nil)
    #expect(try await night.preferences.lock(on: "tabs") == nil)
    #expect(night.style == .light)
  }

  @Test("A preview returns the status that the test provides, with the style that is on screen")
  func status() async throws {
    let preview = NightPreview(.light)
    preview.status = Status(.dark, reason: .hold, holdEnd: Moment(secondsSince1970: 60))
    #expect(
      try await preview.night.status()
        == Status(.light, reason: .hold, holdEnd: Moment(secondsSince1970: 60))
    )
    try await preview.night.desktop.endHold()
    #expect(try await preview.night.status().holdEnd == nil)
    try await preview.night.desktop.set(.schedule)
    #expect(try await preview.night.status().choice == "schedule")
    #expect(try await preview.night.status().reason == .schedule)
  }

  @Test("Style sheets are found in a program's own theme and in the themes that it inherits from")
  func sheets() {
    var card = ThemeSheet(), title = ThemeSheet()
    card.cornerRadius = 4
    title.isUppercased = true
    let base = Theme("base", .light, sheets: [.view: ["card": card]])
    let own = Theme("own", .light, parent: base, sheets: [.label: ["title": title]])
    #expect(own.sheet(.view, "card")?.cornerRadius == 4)
    #expect(own.sheet(.label, "title")?.isUppercased == true)
    #expect(own.sheet(.button, "card") == nil)
  }
}

@Suite("A released Night")
@MainActor
struct ReleasedNightTests {
  @Test("A preview changes choices, themes, holds and inhibitions exactly as nightd does")
  func application() async throws {
    let preview = try NightPreview(.light, application: "org.example.Editor")
    let night = preview.night
    #expect(try await night.toggleChoice() == .dark)
    try await night.choose(themes: [.light: "daylight-high", .dark: "night-vision"])
    #expect(night.theme.name == "night-vision")
    #expect(try await night.ownThemes().count == 2)
    #expect(try await night.toggleChoice() == .light)
    #expect(night.theme.name == "daylight-high")
    let next = try await night.chooseNextTheme()
    #expect(night.theme.name == next)
    await #expect(throws: NightError.self) { try await night.choose(theme: "none", for: .dark) }
    await #expect(throws: NightError.self) {
      try await night.choose(theme: "daylight", for: .dark)
    }
    try await night.desktop.set(.dark, .lasting(.seconds(60)))
    #expect(preview.status.holdEnd == Moment(secondsSince1970: 60))
    try await night.desktop.endHold()
    #expect(preview.status.holdEnd == nil)
    let inhibition = try await night.inhibit(why: "shows slides")
    #expect(preview.status.isInhibited)
    inhibition.end()
    #expect(!preview.status.isInhibited)
    try await night.install(theme: "{name: 'reef', style: 'dark'}")
    try await night.remove(theme: "reef")
    #expect(!preview.themes.contains { $0.name == "reef" })
    await #expect(throws: NightError.self) { try await night.remove(theme: "midnight") }
  }

  @Test("After a Night is released, its handler on a busy queue is not called")
  func queue() {
    let queue = DispatchQueue(label: "test")
    let lines = Lines()
    var preview: NightPreview? = NightPreview(.light)
    let subscription = preview?.night.observe(on: queue) { lines.add($0.style.rawValue) }
    queue.sync {}
    queue.suspend()
    preview?.show(.dark)
    preview = nil
    queue.resume()
    queue.sync {}
    #expect(lines.all == ["light"])
    _ = subscription
  }
}
