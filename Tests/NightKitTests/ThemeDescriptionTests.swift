import NightKit
import Testing

extension OneBus {
  /// Descriptions of colours: the author of a theme writes them for people who read the theme.
  @Suite("Descriptions of a theme's colours", .serialized)
  @MainActor
  struct ThemeDescriptionTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    @Test(
      "A theme's colours have the descriptions in the theme's file, or nil if the file has none"
    )
    func described() async throws {
      let file = try desktop.write(
        """
        {style: "dark", colors: {head: {color: "#fff", description: "headlines"}, tail: "#eee"}}
        """,
        to: "described.json5"
      )
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", file)
      let night = Night()
      try await night.desktop.use(theme: "described")
      #expect(night.theme.description(of: "head") == "headlines")
      #expect(night.theme.description(of: "tail") == nil)
      #expect(night.theme.description(of: "nothing") == nil)
      // Published colours have no descriptions, so a program that needs them must request the
      // theme.
      let theme = try await Night().theme(named: "described")
      #expect(theme.description(of: "head") == "headlines")
      #expect(night.theme.description(of: "background") == "behind everything")
    }

    @Test(
      "In the first frame, colours that the theme does not change have the built-in descriptions"
    )
    func published() async throws {
      let theme = try desktop.write(
        "{style: \"dark\", colors: {surface: \"#123456\"}}",
        to: "plain.json5"
      )
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", "--use", theme)
      let night = Night()
      #expect(night.theme.name == "plain")
      #expect(night.theme.description(of: "background") == "behind everything")
      #expect(night.theme.description(of: "surface") == nil)
    }

    @Test(
      "A theme that a program makes inherits the descriptions of colours that it does not replace"
    )
    func inherited() async throws {
      let theme = try desktop.write(
        """
        {style: "dark", colors: {a: {color: "#fff", description: "one"},
         b: {color: "#fff", description: "two"}}}
        """,
        to: "parent.json5"
      )
      try desktop.start()
      _ = try desktop.nightctl("theme", "import", theme)
      let night = Night()
      try await night.desktop.use(theme: "parent")
      let own = Theme("own", .dark, parent: night.theme, colors: ["b": .white])
      #expect(own.description(of: "a") == "one")
      #expect(own.description(of: "b") == nil)
    }
  }
}
