import Dispatch
import NightKit
import Testing

@Suite("A preview in place of nightd")
@MainActor
struct PreviewDaemonTests {
  private static let editor = "org.example.Editor"

  @Test("A part that is pinned to the present style has the shown theme from the beginning")
  func firstTheme() {
    let sand = Theme("sand", .light)
    let preview = NightPreview(Appearance(.light, theme: sand))
    let paper = preview.night.pinned(to: .light)
    #expect(paper.theme == sand)
    preview.show(Appearance(.light, theme: sand, accent: .white))
    #expect(paper.theme == sand)
  }

  @Test("Toggling changes the desktop's style, even if the program or a part has another one")
  func toggling() async throws {
    let night = NightPreview(.light, application: Self.editor).night
    try await night.choose(.dark)
    #expect(try await night.toggle() == .dark)
    #expect(try await night.pinned(to: .dark).toggle() == .light)
    try await night.choose(.system)
    #expect(night.style == .light)
  }

  @Test("A pinned part chooses for its application")
  func partChooses() async throws {
    let night = NightPreview(.light, application: Self.editor).night
    let paper = night.pinned(to: .light)
    try await paper.choose(.dark)
    #expect(night.style == .dark)
    #expect(paper.style == .light)
    #expect(paper.choice == .dark)
  }

  @Test(
    "An invalid preference name is refused as by nightd, and no other change is made",
    arguments: ["", "tab width", "tabs..width", "tabs."]
  )
  func names(name: String) async {
    let preferences = NightPreview(.light, application: Self.editor).night.preferences
    await #expect(throws: NightError.self) {
      try await preferences.set([name: .integer(1), "tabs": .integer(2)])
    }
    #expect(preferences["tabs"] == nil)
  }

  @Test("Preferences that many tasks set at once are all stored")
  func atOnce() async throws {
    let preferences = NightPreview(.light, application: Self.editor).night.preferences
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<1_000 {
        group.addTask { @concurrent in
          try? await preferences.set(.integer(Int64(number)), for: "key-\(number)")
        }
      }
    }
    #expect((0..<1_000).filter { preferences["key-\($0)"] == nil }.isEmpty)
  }
}

@Suite("A Night that is released")
@MainActor
struct ReleasedNightTests {
  @Test("A handler on a queue that was busy meanwhile is not called again")
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
