import NightCore
import Testing

@testable import nightctl

@Suite("the list of themes")
struct ThemeRowTests {
  private let rows = [
    ThemeRow(
      summary: ThemeSummary(
        name: "midnight",
        origin: .builtIn,
        file: "",
        style: .dark,
        description: "Moonlight on slate"
      ),
      isInUse: true,
      isInEffect: true,
      slots: [ThemeSlot(.dark), ThemeSlot(.dark, isHigh: true)]
    ),
    ThemeRow(
      summary: ThemeSummary(name: "sea", origin: .system, file: "/s/sea.json5", style: .light),
      isInUse: false,
      isInEffect: false,
      slots: []
    ),
    ThemeRow(
      summary: ThemeSummary(
        name: "torn",
        origin: .user,
        file: "/u/torn.json5",
        style: nil,
        flaw: "/u/torn.json5:1:2: expected a name"
      ),
      isInUse: false,
      isInEffect: false,
      slots: []
    ),
  ]

  @Test("a line for each, with a star for the one in effect")
  func lines() {
    #expect(
      ThemeRow.lines(rows, width: nil) == [
        "* midnight  dark    built in       dark dark-high  Moonlight on slate",
        "  sea       light   the machine's",
        "  torn      broken  yours                          /u/torn.json5:1:2: expected a name",
      ]
    )
  }

  @Test("a description is cut by the window, what is wrong is not")
  func narrow() {
    #expect(
      ThemeRow.lines(rows, width: 40) == [
        "* midnight  dark    built in       dark…", "  sea       light   the machine's",
        "  torn      broken  yours                          /u/torn.json5:1:2: expected a name",
      ]
    )
    #expect(ThemeRow.lines([], width: nil) == [])
  }
}
