import Glibc
import TestSupport
import Testing

/// What `nightctl programs` and the doctor report if a program is switched on but does not get
/// nightd's colours.
@Suite("Programs that are switched on without effect")
struct ProgramEffectTests {
  private static let config = ".config/kitty/kitty.conf"
  private static let colors = ".local/state/nightd/programs/kitty.conf"
  private static let line = "include ~/" + colors
  private let desk: Desk
  private let path: [String: String]

  init() throws {
    desk = try Desk()
    for program in ["kitty", "sway", "Hyprland", "fish", "swaybg", "alacritty"] {
      try desk.home.write("#!/bin/sh\n# hl.config\n", to: "bin/\(program)")
      #expect(chmod(desk.home.file("bin/\(program)"), 0o755) == 0)
    }
    path = ["PATH": desk.home.file("bin") + ":/usr/bin:/bin"]
    try desk.startDaemon(adding: path)
  }

  @discardableResult
  private func programs(_ words: String...) throws -> Finished {
    try desk.nightctl(["programs"] + words, adding: path)
  }

  @Test(
    "If nightd's line was removed, the list and the doctor say so, and `on` adds the line again"
  )
  func lost() throws {
    try desk.home.write("font_size 10\n", to: Self.config)
    #expect(try programs("on", "kitty").exit == .exited(0))
    #expect(
      try programs("--json").output.contains(#""on":true,"installed":true,"effective":true"#)
    )
    try desk.home.write("font_size 12\n", to: Self.config)
    let why =
      "\(desk.home.file(Self.config)) lacks nightd's line (\(Self.line)); "
      + "to add it, run nightctl programs on kitty"
    #expect(try programs().output.contains("on, without effect\n      \(why)\n"))
    #expect(try programs("--json").output.contains(#""effective":false,"reason":"\#(why)""#))
    let doctor = try desk.nightctl(["doctor"], adding: path)
    #expect(doctor.exit == .exited(1))
    #expect(doctor.output.contains("program-useless: 1 program is on, but without effect"))
    #expect(doctor.output.contains("kitty: "))
    // The person may have removed the line on purpose, so only `on` adds it again.
    #expect(try programs("apply").exit == .exited(0))
    #expect(desk.home.text(Self.config) == "font_size 12\n")
    #expect(try programs("on", "kitty").exit == .exited(0))
    #expect(desk.home.text(Self.config) == "font_size 12\n\(Self.line)\n")
    #expect(try programs("off", "kitty").exit == .exited(0))
    #expect(desk.home.text(Self.config) == "font_size 12\n")
  }

  @Test("The doctor reports a program that is switched on but is not in nightd's PATH")
  func outsidePath() throws {
    try desk.home.write("#!/bin/sh\n", to: "tools/dms")
    try #require(chmod(desk.home.file("tools/dms"), 0o755) == 0)
    let own = ["PATH": desk.home.file("tools") + ":" + path["PATH", default: ""]]
    func doctor() throws -> String { try desk.nightctl(["doctor"], adding: own).output }
    #expect(try desk.nightctl(["programs", "on", "kitty"], adding: own).exit == .exited(0))
    #expect(try !doctor().contains("variable-differs: PATH is"))
    #expect(try desk.nightctl(["programs", "on", "dms"], adding: own).exit == .exited(0))
    let found = try doctor()
    #expect(found.contains("variable-differs: PATH is"), "\(found)")
    #expect(found.contains("cannot notify them of changes: dms."))
  }

  @Test("If a later setting overrides nightd's colours, the setting's line number is reported")
  func overridden() throws {
    let file = desk.home.file(".config/fish/config.fish")
    try desk.home.write("\nset -g fish_color_command red\n", to: ".config/fish/config.fish")
    let on = try programs("on", "fish")
    #expect(on.exit == .exited(1))
    #expect(
      on.output.hasSuffix(
        "line 2 of \(file) sets fish_color_command after nightd's colours, and overrides "
          + "them; remove this line, or move it before nightd's line. If another file loads this "
          + "file, you can move the line that loads it instead\n"
      )
    )
    try desk.home.write("\n", to: ".config/fish/config.fish")
    #expect(try programs("on", "fish").exit == .exited(0))
  }

  @Test("If one of several programs cannot be switched on, the others are still switched on")
  func oneOfTwo() throws {
    let on = try programs("on", "hyprland", "kitty")
    #expect(on.exit == .exited(1))
    #expect(on.errors.contains("hyprland was not switched on: "), "\(on)")
    #expect(desk.home.text(Self.config)?.hasSuffix("\(Self.line)\n") == true)
    #expect(try desk.nightctl("prefs", "read", "programs").output == "[\"kitty\"]\n")
  }

  @Test("If Hyprland has no configuration, it is not switched on, and nothing is written")
  func noHyprland() throws {
    let on = try programs("on", "hyprland")
    #expect(on.exit == .exited(1))
    #expect(on.output == "")
    #expect(
      on.errors
        == "nightctl: hyprland was not switched on: ~/.config/hypr has neither hyprland.conf nor "
        + "hyprland.lua; start Hyprland once to make one of them\n"
    )
    #expect(!desk.home.list(".local/state/nightd").contains("programs"))
    #expect(
      try programs("--json").output.contains(
        #""name":"hyprland","group":"compositors","on":false"#
      )
    )
  }

  @Test(
    "If Hyprland reads hyprland.lua, `on` adds nightd's line there, and `off` restores the file"
  )
  func hyprlandLua() throws {
    try desk.home.write("a = 1\n", to: ".config/hypr/hyprland.conf")
    try desk.home.write("hl.config({})", to: ".config/hypr/hyprland.lua")
    #expect(try programs("on", "hyprland").exit == .exited(0))
    #expect(desk.home.text(".config/hypr/hyprland.conf") == "a = 1\n")
    let colors = desk.home.file(".local/state/nightd/programs/hyprland.lua")
    let line = "pcall(dofile, \"\(colors)\")"
    #expect(desk.home.text(".config/hypr/hyprland.lua") == "hl.config({})\n\(line)\n")
    #expect(try programs("off", "hyprland").exit == .exited(0))
    #expect(desk.home.text(".config/hypr/hyprland.lua") == "hl.config({})")
  }

  @Test(
    "The wallpaper cannot be switched on without an image; `prefs write` warns of a missing file"
  )
  func wallpaper() throws {
    let none = try programs("on", "wallpaper")
    #expect(none.exit == .exited(1))
    #expect(none.errors.contains("prefs write wallpaper.light FILE"))
    let write = try desk.nightctl("prefs", "write", "wallpaper.light", "/nowhere/day.png")
    #expect(write.exit == .exited(0))
    #expect(
      write.errors == "nightctl: wallpaper.light: /nowhere/day.png cannot be read: No such file or "
        + "directory; to choose another picture, run nightctl prefs write wallpaper.light PATH\n"
    )
    let on = try programs("on", "wallpaper")
    #expect(on.exit == .exited(1))
    #expect(
      on.errors == "nightctl: wallpaper was not switched on: wallpaper.light names "
        + "/nowhere/day.png, which does not exist; name a picture with nightctl prefs write "
        + "wallpaper.light FILE\n"
    )
    #expect(
      try programs("--json").output.contains(#""name":"wallpaper","group":"wallpaper","on":false"#)
    )
    try desk.home.write("", to: "day.png")
    let picture = desk.home.file("day.png")
    #expect(try desk.nightctl("prefs", "write", "wallpaper.light", picture).errors == "")
  }

  @Test("If a program now reads a different file, `on` moves nightd's line to that file")
  func moved() throws {
    try desk.home.write("a\n", to: ".config/sway/config")
    try programs("on", "sway")
    try desk.home.write("b\n", to: ".sway/config")
    let on = try programs("on", "sway")
    #expect(
      on.output.contains("Removes from \(desk.home.file(".config/sway/config"))"),
      "\(on.output)"
    )
    #expect(desk.home.text(".config/sway/config") == "a\n")
    #expect(desk.home.text(".sway/config")?.hasPrefix("b\ninclude ") == true)
    try programs("off", "sway")
    #expect(desk.home.text(".sway/config") == "b\n")
  }

  @Test("`on` adds nightd's entry to a list in a file, and `off` removes only this entry")
  func piece() throws {
    let file = ".config/alacritty/alacritty.toml"
    let text = "[general]\nimport = [\n  \"~/a.toml\" # mine\n]\n"
    try desk.home.write(text, to: file)
    let on = try programs("on", "alacritty")
    #expect(on.exit == .exited(0), "\(on.output)\(on.errors)")
    let own = "\"~/.local/state/nightd/programs/alacritty.toml\""
    #expect(desk.home.text(file) == text.replacing("\"~/a.toml\"", with: "\"~/a.toml\", \(own)"))
    #expect(on.output.contains("Adds to a list in \(desk.home.file(file)):  , \(own)\n"))
    #expect(try programs("on", "alacritty").output.contains("has the line already"))
    #expect(try programs("off", "alacritty").exit == .exited(0))
    #expect(desk.home.text(file) == text)
  }

  @Test("If a program's folder is a link, `on` prints the link's target")
  func folded() throws {
    try desk.home.makeFolder("dotfiles/fish")
    try desk.home.makeFolder(".config")
    try #require(symlink("../dotfiles/fish", desk.home.file(".config/fish")) == 0)
    let on = try programs("on", "fish")
    #expect(on.exit == .exited(0), "\(on.errors)")
    #expect(
      on.output.contains(
        "\(desk.home.file(".config/fish")) leads to \(desk.home.file("dotfiles/fish")), so "
          + "nightd's file is stored there; if that folder is in a repository, list the file in the "
          + "repository's .gitignore.\n"
      ),
      "\(on.output)"
    )
    // nightctl adds only a line to the user's file, and no file to the program's folder.
    try desk.home.write("a\n", to: "dotfiles/kitty/kitty.conf")
    try #require(symlink("../dotfiles/kitty", desk.home.file(".config/kitty")) == 0)
    #expect(try !programs("on", "kitty").output.contains(" leads to "))
    #expect(desk.home.list("dotfiles/kitty") == ["kitty.conf"])
  }
}
