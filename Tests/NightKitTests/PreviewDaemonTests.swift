import Dispatch
import NightKit
import Testing

@Suite("Preview in place of nightd")
@MainActor
struct PreviewDaemonTests {
  private static let editor = "org.example.Editor"

  @Test("A part that is pinned to the shown style has the shown theme from the beginning")
  func firstTheme() {
    let sand = Theme("sand", .light)
    let preview = NightPreview(Appearance(.light, theme: sand))
    let paper = preview.night.pinned(to: .light)
    #expect(paper.theme == sand)
    preview.show(Appearance(.light, theme: sand, accent: .white))
    #expect(paper.theme == sand)
  }

  @Test("A preview's toggle changes the desktop's style, even if the program has its own style")
  func toggling() async throws {
    let night = try NightPreview(.light, application: Self.editor).night
    try await night.choose(.dark)
    #expect(try await night.toggle() == .dark)
    #expect(try await night.pinned(to: .dark).toggle() == .light)
    try await night.choose(.system)
    #expect(night.style == .light)
  }

  @Test("A part that is pinned in a preview sets the choice of its application")
  func partChooses() async throws {
    let night = try NightPreview(.light, application: Self.editor).night
    let paper = night.pinned(to: .light)
    try await paper.choose(.dark)
    #expect(night.style == .dark)
    #expect(paper.style == .light)
    #expect(paper.choice == .dark)
  }

  @Test(
    "A preview refuses an invalid preference name and makes no other change",
    arguments: ["", "tab width", "tabs..width", "tabs."]
  )
  func names(name: String) async throws {
    let preferences = try NightPreview(.light, application: Self.editor).night.preferences
    await #expect(throws: NightError.self) {
      try await preferences.set([name: .integer(1), "tabs": .integer(2)])
    }
    #expect(preferences["tabs"] == nil)
  }

  @Test("A preview stores all preferences that many tasks set at once")
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
}

@Suite("Released Night")
@MainActor
struct ReleasedNightTests {
  @Test("Once a Night is released, its handler on a busy queue is not called")
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
