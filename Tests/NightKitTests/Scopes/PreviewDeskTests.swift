import NightKit
import Testing

@Suite("What a preview does in nightd's place")
@MainActor
struct PreviewDeskTests {
  private static let editor = "org.example.Editor"

  @Test("a part that is pinned to the present style has the theme that is shown from the first on")
  func firstTheme() {
    let sand = Theme("sand", .light)
    let preview = NightPreview(Appearance(.light, theme: sand))
    let paper = preview.night.pinned(to: .light)
    #expect(paper.theme == sand)
    preview.show(Appearance(.light, theme: sand, accent: .white))
    #expect(paper.theme == sand)
  }

  @Test("toggling is of the desktop's style, whatever the program or a part of it has itself")
  func toggling() async throws {
    let night = NightPreview(.light, application: Self.editor).night
    try await night.choose(.dark)
    #expect(try await night.toggle() == .dark)
    #expect(try await night.pinned(to: .dark).toggle() == .light)
    try await night.choose(.system)
    #expect(night.style == .light)
  }

  @Test("a part chooses for the application that it is a part of")
  func partChooses() async throws {
    let night = NightPreview(.light, application: Self.editor).night
    let paper = night.pinned(to: .light)
    try await paper.choose(.dark)
    #expect(night.style == .dark)
    #expect(paper.style == .light)
    #expect(paper.choice == .dark)
  }

  @Test(
    "a name that no preference can have is refused as by nightd, and nothing of the rest is set",
    arguments: ["", "tab width", "tabs..width", "tabs."]
  )
  func names(name: String) async {
    let preferences = NightPreview(.light, application: Self.editor).night.preferences
    await #expect(throws: NightError.self) {
      try await preferences.set([name: .integer(1), "tabs": .integer(2)])
    }
    #expect(preferences["tabs"] == nil)
  }

  @Test("what many set at once is all there")
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
