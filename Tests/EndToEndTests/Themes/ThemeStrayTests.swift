import TestSupport
import Testing

/// Files in the themes folder that do not count as themes.
@Suite("Files beside themes")
struct ThemeStrayTests {
  private let home: ThemeHome

  init() throws { home = try ThemeHome() }

  private static let how = "a theme's file is NAME.json5 or NAME/theme.json5"

  @Test(
    "If a file or folder contains no theme, `theme check` says that it is not a theme",
    arguments: [
      ("./lagoon.json", "exists but is not a theme: \(how)"),
      ("lagoon.json", "exists but is not a theme: \(how)"),
      (
        "x.yaml",
        "exists but is not a theme: \(how); to import other files, use nightctl theme import"
      ),
      (".", "is a folder without a theme.json5, so it is not a theme"),
      ("empty", "is a folder without a theme.json5, so it is not a theme"),
      ("empty/", "is a folder without a theme.json5, so it is not a theme"),
    ]
  )
  func stray(word: String, message: String) throws {
    for file in ["lagoon.json", "x.yaml", "empty/x"] { try home.home.write("{}", to: file) }
    let finished = try home.theme("check", word)
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.hasPrefix("nightctl: “\(word)” \(message)"), "\(finished.errors)")
  }

  @Test("`theme check .` checks the theme of the current folder")
  func here() throws {
    try home.home.write("{style: 'dark', parent: 'midnight', colors: {a: '@b'}}", to: "theme.json5")
    let finished = try home.theme("check", ".")
    #expect(
      finished.output.hasPrefix("\(home.home.file("theme.json5")):1:49: error: the palette has"),
      "\(finished)"
    )
  }

  @Test("`theme check` reports files whose names are nearly those of themes")
  func near() throws {
    for name in [
      "lagoon.json", "lake/lake.json5", "Sea.JSON5", "nord.yaml", "notes.txt", "art/a.png",
      "paper/Theme.json5", ".x.json", "pond.yml/x",
    ] {
      try home.put("{}", name)
    }
    let finished = try home.theme("check")
    #expect(finished.exit == .exited(0))
    let expected = [
      "Sea.JSON5", "lagoon.json", "lake/lake.json5", "nord.yaml", "paper/Theme.json5",
    ]
    #expect(
      finished.output
        == expected.map {
          "\(home.path($0)): warning: it is ignored: \(Self.how)\n"
        }.joined()
    )
    let shown = try home.theme("export", "lagoon")
    #expect(
      shown.errors == "nightctl: there is no theme “lagoon”; \(home.path("lagoon.json")) is "
        + "ignored: \(Self.how)\n"
    )
  }

  @Test("`theme remove` lists the themes that inherit from the removed theme")
  func children() throws {
    try home.put("{style: 'dark', parent: 'midnight'}", "up.json5")
    for name in ["child", "other"] {
      try home.put("{style: 'dark', parent: 'up'}", "\(name).json5")
    }
    try home.put("{style: 'dark', parent: 'child'}", "grandchild.json5")
    #expect(
      try home.theme("remove", "up").output == """
        up: removed \(home.path("up.json5"))
        child and other can no longer be used, because their parent was removed

        """
    )
    #expect(
      try home.theme("remove", "child").output == """
        child: removed \(home.path("child.json5"))
        grandchild can no longer be used, because its parent was removed

        """
    )
    #expect(try home.theme("remove", "other", "--json").output.contains(#""children":[]"#))
  }
}
