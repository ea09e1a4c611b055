import TestSupport
import Testing

/// `nightctl theme import --use`, which needs a daemon.
@Suite("nightctl theme import --use")
struct ThemeImportUseTests {
  private let desk: Desk
  private let daemon: Program

  init() throws {
    desk = try Desk()
    try DesignFiles.write(to: desk.home)
    daemon = try desk.startDaemon()
  }

  private func theme() throws -> String {
    let json = try desk.printed("get", "--json")
    let theme = json.firstMatch(of: /"theme":"([^"]*)"/).map { String($0.1) } ?? ""
    return try desk.style() + " " + theme
  }

  private func imported(_ words: String...) throws -> String {
    let paths = words.map { $0.hasPrefix("-") ? $0 : desk.home.file($0) }
    let finished = try desk.nightctl(["theme", "import", "--use"] + paths)
    #expect(finished.exit == .exited(0), "\(finished)")
    return finished.output
  }

  @Test("`theme import --use` sets the themes for light and dark, and does not switch the style")
  func table() throws {
    try desk.set("light")
    let output = try imported("DKColorTable.txt")
    #expect(
      output.hasSuffix("\nThe theme for light is NORMAL.\nThe theme for dark is NIGHT.\n"),
      "\(output)"
    )
    #expect(try theme() == "light NORMAL")
    try desk.set("dark")
    #expect(try theme() == "dark NIGHT")
    let page = try desk.printed("theme", "show")
    #expect(page.contains("\n  BG") && page.contains("#2d3036"))
    #expect(try desk.printed("prefs", "read", "theme.light-high") == "daylight-high\n")
  }

  @Test("`theme import --use` prefers a theme whose name says which style the theme has")
  func named() throws {
    #expect(
      try imported("acme", "--json").hasSuffix(#""used":["acme-light","acme-dark"]}"# + "\n")
    )
    try desk.set("dark")
    #expect(try theme() == "dark acme-dark")
    #expect(try imported("theme").contains("The theme for dark is theme_night."))
    #expect(try theme() == "dark theme_night")
  }

  @Test("If a file has one theme, `theme import --use` has the same effect as `theme use`")
  func single() throws {
    try desk.set("light")
    #expect(try imported("some-file.yaml").hasSuffix(", with the theme deep-sea\n"))
    #expect(try theme() == "dark deep-sea")
  }

  @Test("`theme show` prints the description of a colour, as text and as JSON")
  func description() throws {
    _ = try imported("theme")
    let page = try desk.printed("theme", "show", "theme_day")
    #expect(page.contains("pageBackColor") && page.contains("  behind every page\n"), "\(page)")
    let json = try desk.printed("theme", "show", "theme_day", "--json")
    #expect(json.contains(#""description":"behind every page""#))
  }
}

@Suite("nightctl theme import --use, without a daemon")
struct ThemeImportUseAloneTests {
  @Test(
    "If no daemon can be reached, `theme import --use` imports the themes and reports an error"
  )
  func alone() throws {
    let home = try ThemeHome()
    try home.home.write(DesignFiles.table, to: "table.txt")
    let finished = try home.theme("import", "--use", "table.txt")
    #expect(finished.exit == .exited(3))
    #expect(finished.output.hasPrefix("NORMAL: a light theme of 2 values"))
    #expect(!finished.errors.isEmpty)
    #expect(home.home.list(ThemeHome.folder) == ["NIGHT.json5", "NORMAL.json5", "RED.json5"])
  }
}
