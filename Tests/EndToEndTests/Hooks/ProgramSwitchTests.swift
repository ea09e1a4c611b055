import Glibc
import TestSupport
import Testing

/// `nightctl programs on` and `off` with a made-up kitty: a shell script in the search path.
@Suite("nightctl programs on and off")
struct ProgramSwitchTests {
  private static let config = ".config/kitty/kitty.conf"
  private static let colors = ".local/state/nightd/programs/kitty.conf"
  private let desk: Desk
  private let path: [String: String]

  init() throws {
    desk = try Desk()
    try desk.home.write("#!/bin/sh\n", to: "bin/kitty")
    #expect(chmod(desk.home.file("bin/kitty"), 0o755) == 0)
    path = ["PATH": desk.home.file("bin") + ":/usr/bin:/bin"]
    try desk.startDaemon(adding: path)
  }

  @discardableResult
  private func programs(_ words: String...) throws -> Finished {
    try desk.nightctl(["programs"] + words, adding: path)
  }

  private func colorsHave(_ text: String) -> Bool {
    (desk.home.text(Self.colors) ?? "").contains(text)
  }

  private func awaitColors(
    _ text: String,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    repeat { if colorsHave(text) { return } } while ContinuousClock.now < deadline
    try #require(Bool(false), "\(desk.home.text(Self.colors) ?? "")", sourceLocation: place)
  }

  @Test("`off --all` switches off each program that the user switched on")
  func all() throws {
    try desk.home.write("font_size 10\n", to: Self.config)
    #expect(try programs("off", "--all").output == "You have not switched on any programs.\n")
    #expect(try programs("on", "kitty", "foot").exit == .exited(0))
    let off = try programs("off", "--all")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.text(Self.config) == "font_size 10\n")
    #expect(!desk.home.list(".config").contains("foot"))
    #expect(try programs("off", "--all", "kitty").exit == .exited(2))
    #expect(try programs("off").exit == .exited(2))
  }

  @Test("If two programs are switched off at the same time, both stay off")
  func pair() throws {
    for _ in 0..<8 {
      #expect(try programs("on", "kitty", "foot").exit == .exited(0))
      let off = "$NIGHTCTL programs off"
      #expect(try desk.shell("\(off) kitty & \(off) foot & wait").errors == "")
      #expect(try desk.nightctl("prefs", "read", "programs").output == "[]\n")
    }
  }

  @Test(
    "A program that is switched on follows each style change, and `off` restores its file exactly"
  )
  func both() throws {
    let before = "font_size 10"
    try desk.home.write(before, to: Self.config)
    let on = try programs("on", "kitty")
    #expect(
      on.output == """
        Writes \(desk.home.file(Self.colors))
        Adds to \(desk.home.file(Self.config)):  include ~/\(Self.colors)

        """
    )
    #expect(desk.home.text(Self.config) == before + "\ninclude ~/\(Self.colors)\n")
    #expect(colorsHave("background #f5f6f8\n"))
    try desk.nightctl("set", "dark")
    try awaitColors("background #14171c\n")
    #expect(try programs().output.contains("\n  kitty "))
    let json = try programs("--json").output
    #expect(json.contains(#""name":"kitty","group":"terminals","on":true"#))
    let again = try programs("on", "kitty").output
    #expect(again.contains("has the line already"))
    #expect(try programs("off", "kitty").exit == .exited(0))
    #expect(desk.home.text(Self.config) == before)
    #expect(desk.home.text(Self.colors) == nil)
    #expect(try programs("--json").output.contains(#""group":"terminals","on":false"#))
  }

  @Test("`off` removes a file that nightctl made, and the folders that nightctl made for this file")
  func made() throws {
    try programs("on", "kitty")
    #expect(desk.home.text(Self.config) == "include ~/\(Self.colors)\n")
    try programs("off", "kitty")
    #expect(desk.home.list(".config").filter { $0 == "kitty" } == [])
  }

  @Test("`off` keeps a file that nightctl made and the user has edited")
  func edited() throws {
    try programs("on", "kitty")
    let text = try #require(desk.home.text(Self.config))
    try desk.home.write(text + "font_size 12\n", to: Self.config)
    try programs("off", "kitty")
    #expect(desk.home.text(Self.config) == "font_size 12\n")
  }

  @Test("With --dry-run, `on` and `off` print their usual output, but change nothing and say so")
  func dryRun() throws {
    let end = "Nothing was changed. Without --dry-run, the command does what is listed above.\n"
    let dry = try programs("on", "kitty", "--dry-run").output
    #expect(desk.home.text(Self.config) == nil)
    #expect(desk.home.text(Self.colors) == nil)
    #expect(try programs("on", "kitty").output + end == dry)
    let dryOff = try programs("off", "kitty", "--dry-run").output
    #expect(desk.home.text(Self.config) != nil)
    #expect(try programs("off", "kitty").output + end == dryOff)
  }

  @Test("If a configuration is a link, its target is edited and keeps its permissions")
  func link() throws {
    try desk.home.write("a\n", to: "dotfiles/kitty.conf")
    #expect(chmod(desk.home.file("dotfiles/kitty.conf"), 0o640) == 0)
    try desk.home.makeFolder(".config/kitty")
    try #require(
      symlink("../../dotfiles/kitty.conf", desk.home.file(Self.config)) == 0
    )
    try programs("on", "kitty")
    #expect(desk.home.text("dotfiles/kitty.conf")?.hasPrefix("a\ninclude ") == true)
    var facts = stat()
    #expect(lstat(desk.home.file(Self.config), &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(desk.home.file(Self.config), &facts) == 0 && facts.st_mode & 0o777 == 0o640)
    try programs("off", "kitty")
    #expect(desk.home.text("dotfiles/kitty.conf") == "a\n")
  }

  @Test("If a file is open in an editor, `on` does not change the file and prints the line to add")
  func open() throws {
    try desk.home.write("a\n", to: Self.config)
    try desk.home.write("", to: ".config/kitty/.kitty.conf.swp")
    let on = try programs("on", "kitty")
    #expect(on.exit == .exited(1))
    #expect(
      on.errors == "nightctl: kitty is on, but without effect until you follow the advice above\n"
    )
    #expect(desk.home.text(Self.config) == "a\n")
    let other = desk.home.file(".config/kitty/.kitty.conf.swp")
    #expect(
      on.output.hasSuffix(
        """
        Add this line to \(desk.home.file(Self.config)) yourself, because it is open in an editor \
        (\(other) exists); save it and close it first:  include ~/\(Self.colors)

        """
      )
    )
  }

  @Test("If the name of a program is unknown, the error suggests the most similar name")
  func unknown() throws {
    let on = try programs("on", "kity")
    #expect(on.exit == .exited(2))
    #expect(
      on.errors.hasPrefix(
        "nightctl: “kity” is not a program that nightd knows; did you mean “kitty”? "
          + "To list all programs, run nightctl programs --all; to make a description, run "
          + "nightctl programs new kity"
      )
    )
  }

  @Test("If a program is not installed, `on` reports this and switches the program on nevertheless")
  func notInstalled() throws {
    #expect(unlink(desk.home.file("bin/kitty")) == 0)
    let on = try desk.nightctl(["programs", "on", "kitty"], adding: ["PATH": "/nowhere"])
    #expect(
      on.output.hasPrefix(
        "kitty is not installed (PATH has no kitty); it follows the style as soon as you install "
          + "it.\n"
      )
    )
  }
}
