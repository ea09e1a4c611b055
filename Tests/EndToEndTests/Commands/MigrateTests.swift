import Glibc
import TestSupport
import Testing

@Suite("nightctl migrate")
struct MigrateTests {
  private static let darkman = ".config/darkman/config.yaml"
  private static let yinYang = ".config/yin_yang/yin_yang.json"
  private static let hook = ".config/nightd/hooks.d/50-yin-yang"
  private static let record = ".local/state/nightd/migration.json"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.startDaemon()
    try desk.home.write("lat: 53.6\nlng: 9.9\n", to: Self.darkman)
    try desk.home.write(
      """
      {"mode": "manual", "dark_mode": true, "plugins": {
        "wallpaper": {"enabled": true, "light_theme": "/p/day.png", "dark_theme": "/p/night.png"},
        "custom": {"enabled": true, "light_theme": "", "dark_theme": "touch \\"$HOME/ran\\""}}}
      """,
      to: Self.yinYang
    )
  }

  private func nightctl(_ words: String...) throws -> String {
    let done = try desk.nightctl(words)
    try #require(done.exit == .exited(0), "\(done)")
    return done.output
  }

  /// Everything that the user has set, and the choice in each layer.
  private func state() throws -> [String] {
    [try nightctl("prefs", "export"), try nightctl("prefs", "explain", "choice")]
  }

  @Test(
    "Without the name of a tool, `migrate` lists the settings that it found, and changes nothing"
  )
  func list() throws {
    let before = try nightctl("prefs", "export")
    let output = try nightctl("migrate")
    #expect(
      output.hasPrefix(
        """
        darkman: \(desk.home.file(Self.darkman))
          nightctl location 53.6,9.9
          nightctl schedule set 'dark sunset' 'light sunrise'
          nightctl set schedule
          To do this: nightctl migrate darkman
        Yin-Yang: \(desk.home.file(Self.yinYang))

        """
      ),
      "\(output)"
    )
    #expect(try nightctl("prefs", "export") == before)
    #expect(desk.home.text(Self.record) == nil && desk.home.text(Self.hook) == nil)
  }

  @Test("`migrate --back` restores the choice and the other preferences, and removes the hooks")
  func back() throws {
    _ = try nightctl("set", "light")
    _ = try nightctl("location", "auto")
    _ = try nightctl("prefs", "write", "wallpaper.light", "/p/own.png")
    _ = try nightctl("prefs", "write", "fade", "80")
    let before = try state()
    let done = try nightctl("migrate", "darkman")
    #expect(done.contains("To stop darkman: systemctl --user disable --now darkman\n"))
    #expect(done.contains("To take this back: nightctl migrate --back\n"))
    let again = try nightctl("migrate", "darkman")
    #expect(again.contains("Nothing was changed") && !again.contains("--back"), "\(again)")
    #expect(try nightctl("prefs", "read", "location.latitude") == "53.6\n")
    #expect(try nightctl("prefs", "read", "location.auto") == "false\n")
    #expect(try nightctl("prefs", "read", "choice") == "schedule\n")
    let wallpapers = try nightctl("migrate", "yin-yang")
    #expect(wallpapers.contains("run afterwards: nightctl programs on wallpaper\n"))
    _ = try nightctl("migrate", "yin-yang")
    #expect(try nightctl("prefs", "read", "wallpaper.light") == "/p/day.png\n")
    #expect(try nightctl("get") == "dark\n")
    #expect(try nightctl("hooks", "check") == "All hooks can run.\n")
    try #require(becomesTrue { desk.home.text("ran") != nil })
    _ = try nightctl("migrate", "--back")
    #expect(try state() == before)
    #expect(desk.home.text(Self.hook) == nil && desk.home.text(Self.record) == nil)
    #expect(!desk.home.list(".config").contains("nightd"))
    #expect(try nightctl("migrate", "--back") == "There is no migration to take back.\n")
  }

  @Test("`migrate --back` keeps a preference and a hook that were changed after the migration")
  func changed() throws {
    _ = try nightctl("migrate", "yin-yang")
    _ = try nightctl("prefs", "write", "wallpaper.dark", "/p/new.png")
    try desk.home.write("#!/bin/sh\n", to: Self.hook)
    let back = try nightctl("migrate", "--back")
    #expect(back.contains("wallpaper.dark was changed after the migration"), "\(back)")
    #expect(try nightctl("prefs", "export").contains("/p/new.png"))
    #expect(desk.home.text(Self.hook) == "#!/bin/sh\n")
  }

  @Test(
    "`migrate` changes nothing if the tool's file has a mistake or the hook would replace a file"
  )
  func refused() throws {
    let before = try state()
    try desk.home.write("mine", to: Self.hook)
    let taken = try desk.nightctl("migrate", "yin-yang")
    #expect(taken.exit == .exited(1))
    #expect(taken.errors.contains("is not the hook that the migration would write"))
    try desk.home.write("lat: 53.6\nlng: nine\n", to: Self.darkman)
    let path = desk.home.file(Self.darkman)
    let flawed = try desk.nightctl("migrate", "darkman")
    #expect(flawed.exit == .exited(1))
    #expect(
      flawed.errors
        == "nightctl: \(path):2:6: expected a number from -180 to 180 for “lng”; nothing was changed\n"
    )
    #expect(try desk.nightctl("migrate").output.contains("To do this: nightctl migrate yin-yang"))
    #expect(try state() == before)
    #expect(desk.home.text(Self.record) == nil)
    let missing = try desk.nightctl("migrate", "redshift")
    #expect(missing.exit == .exited(1), "\(missing)")
  }
}
