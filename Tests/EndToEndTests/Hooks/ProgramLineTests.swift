import Glibc
import TestSupport
import Testing

/// Lines of nightd's in files that are moved, shared or away.
@Suite("nightd's lines in moved and shared files")
struct ProgramLineTests {
  private static let kitty = ".config/kitty/kitty.conf"
  private static let own = ".config/nightd/programs/"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.startDaemon()
  }

  @discardableResult
  private func programs(_ words: String...) throws -> Finished {
    try desk.nightctl(["programs"] + words)
  }

  private func link(_ path: String, to target: String) throws {
    unlink(desk.home.file(path))
    try #require(symlink(desk.home.file(target), desk.home.file(path)) == 0)
  }

  /// Describes a program that includes its colours in `~/.config/shared`.
  private func describe(_ name: String, file: String = "~/.config/shared") throws {
    let text = """
      {
        title: "\(name)",
        programs: ["sh"],
        files: [{ template: "colors.conf" }],
        edits: [{ file: "\(file)", line: "include {{files.colors}}" }],
      }
      """
    try desk.home.write(text, to: Self.own + name + "/program.json5")
    try desk.home.write("# Written by nightd\n", to: Self.own + name + "/colors.conf")
  }

  @Test("If a link gets a new target, `off` still removes nightd's line from the old target")
  func formerTarget() throws {
    for (folder, text) in [("a", "A\n"), ("b", "B\n")] {
      try desk.home.write(text, to: "\(folder)/kitty.conf")
    }
    try desk.home.makeFolder(".config/kitty")
    try link(Self.kitty, to: "a/kitty.conf")
    #expect(try programs("on", "kitty").exit == .exited(0))
    try link(Self.kitty, to: "b/kitty.conf")
    // nightctl does not replace a file with a second hard link.
    #expect(Glibc.link(desk.home.file("a/kitty.conf"), desk.home.file("second")) == 0)
    let again = try programs("on", "kitty")
    let kept = "Keeps the record of the line that nightd wrote to \(desk.home.file("a"))"
    #expect(again.output.contains(kept))
    #expect(unlink(desk.home.file("second")) == 0)
    let off = try programs("off", "kitty")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.text("a/kitty.conf") == "A\n")
    #expect(desk.home.text("b/kitty.conf") == "B\n")
    #expect(desk.home.text(".local/state/nightd/programs/record.json") == nil)
  }

  @Test(
    "If a copy replaces the link to a file, `off` removes nightd's line from the copy",
    arguments: [true, false],
    [true, false]
  )
  func copied(keepsTarget: Bool, isMade: Bool) throws {
    try desk.home.makeFolder("dotfiles")
    if !isMade { try desk.home.write("A\n", to: "dotfiles/kitty.conf") }
    try desk.home.makeFolder(".config/kitty")
    // Without a target, nightctl makes the file through the folder's link.
    if isMade {
      #expect(rmdir(desk.home.file(".config/kitty")) == 0)
      try link(".config/kitty", to: "dotfiles")
    } else {
      try link(Self.kitty, to: "dotfiles/kitty.conf")
    }
    #expect(try programs("on", "kitty").exit == .exited(0))
    let text = try #require(desk.home.text(Self.kitty))
    if isMade {
      unlink(desk.home.file(".config/kitty"))
      try desk.home.makeFolder(".config/kitty")
    } else {
      unlink(desk.home.file(Self.kitty))
    }
    try desk.home.write(text + "B\n", to: Self.kitty)
    if !keepsTarget { unlink(desk.home.file("dotfiles/kitty.conf")) }
    let dry = try programs("off", "kitty", "--dry-run")
    #expect(dry.exit == .exited(0) && !dry.output.contains("yourself"), "\(dry)")
    let off = try programs("off", "kitty")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.text(Self.kitty) == (isMade ? "B\n" : "A\nB\n"))
    #expect(desk.home.text("dotfiles/kitty.conf") == (keepsTarget && !isMade ? "A\n" : nil))
    #expect(desk.home.text(".local/state/nightd/programs/record.json") == nil)
  }

  @Test("If the user moves a file to the program's other path, `off` removes nightd's line there")
  func movedToOtherPath() throws {
    try desk.home.write("syntax on\n", to: ".vimrc")
    #expect(try programs("on", "vim").exit == .exited(0))
    try desk.home.makeFolder(".vim")
    #expect(rename(desk.home.file(".vimrc"), desk.home.file(".vim/vimrc")) == 0)
    let off = try programs("off", "vim")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.text(".vim/vimrc") == "syntax on\n")
  }

  @Test("If a user's file is a link, `off --dry-run` lists the same changes as `off`")
  func dryRunOfLink() throws {
    try desk.home.write("A\n", to: "dotfiles/kitty.conf")
    try desk.home.makeFolder(".config/kitty")
    try link(Self.kitty, to: "dotfiles/kitty.conf")
    #expect(try programs("on", "kitty").exit == .exited(0))
    let dry = try programs("off", "kitty", "--dry-run")
    let off = try programs("off", "kitty")
    #expect(dry.exit == .exited(0) && off.exit == .exited(0), "\(dry) \(off)")
    #expect(dry.output.hasPrefix(off.output) && !off.output.isEmpty, "\(dry) \(off)")
    #expect(desk.home.text("dotfiles/kitty.conf") == "A\n")
  }

  @Test("If a configuration is missing during `off`, a later `off` or `undo` removes nightd's line")
  func away() throws {
    for last in [["programs", "off", "kitty"], ["undo"]] {
      try desk.home.write("a", to: Self.kitty)
      #expect(try programs("on", "kitty").exit == .exited(0))
      let (folder, other) = (desk.home.file(".config/kitty"), desk.home.file("away"))
      #expect(rename(folder, other) == 0)
      let off = try programs("off", "kitty")
      #expect(off.exit == .exited(1), "\(off)")
      #expect(off.errors.contains("kitty.conf is missing or empty"), "\(off)")
      // The file may come back with nightd's line, which needs nightd's file.
      #expect(desk.home.text(".local/state/nightd/programs/kitty.conf") != nil)
      #expect(rename(other, folder) == 0)
      #expect(try desk.nightctl(last).exit == .exited(0))
      #expect(desk.home.text(Self.kitty) == "a")
      #expect(desk.home.text(".local/state/nightd/programs/record.json") == nil)
    }
  }

  @Test("If a file is missing at two calls of `off`, nightd forgets what it changed in the file")
  func gone() throws {
    try desk.home.write("a", to: Self.kitty)
    #expect(try programs("on", "kitty").exit == .exited(0))
    unlink(desk.home.file(Self.kitty))
    #expect(try programs("off", "kitty", "--dry-run").exit == .exited(0))
    #expect(try programs("off", "kitty").exit == .exited(1))
    let off = try programs("off", "kitty")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(off.output.contains("kitty.conf is still missing"), "\(off)")
    #expect(desk.home.text(".local/state/nightd/programs/record.json") == nil)
    #expect(desk.home.text(".local/state/nightd/programs/kitty.conf") == nil)
  }

  @Test("If a file gets nightd's line again after `off`, the doctor lists the line")
  func returned() throws {
    try desk.home.write("a\n", to: Self.kitty)
    #expect(try programs("on", "kitty").exit == .exited(0))
    let text = try #require(desk.home.text(Self.kitty))
    #expect(try programs("off", "kitty").exit == .exited(0))
    #expect(try !desk.nightctl("doctor", "--json").output.contains("line-remains"))
    try desk.home.write(text, to: Self.kitty)
    let doctor = try desk.nightctl("doctor", "--json")
    #expect(doctor.exit == .exited(1))
    #expect(doctor.output.contains("line-remains"), "\(doctor)")
    #expect(doctor.output.contains("kitty.conf:  include "), "\(doctor)")
  }

  @Test(
    "If two programs have lines in one file, `off` restores the file exactly",
    arguments: [["one", "two"], ["two", "one"]],
    ["x", "x\n", nil]
  )
  func shared(order: [String], text: String?) throws {
    for name in ["one", "two"] { try describe(name) }
    if let text { try desk.home.write(text, to: ".config/shared") }
    #expect(try programs("on", "one").exit == .exited(0))
    #expect(try programs("on", "two").exit == .exited(0))
    for name in order { #expect(try programs("off", name).exit == .exited(0)) }
    #expect(desk.home.text(".config/shared") == text)
  }

  @Test("A description cannot write through a link into nightd's own files")
  func ownThroughLink() throws {
    try desk.home.makeFolder(".local/state/nightd")
    try link("door", to: ".local/state/nightd")
    try describe("mybar", file: "~/door/history.jsonl")
    let on = try programs("on", "mybar")
    #expect(on.exit == .exited(1))
    #expect(on.errors.contains("not in nightd's own folders"), "\(on)")
    #expect(desk.home.text(".local/state/nightd/history.jsonl")?.contains("include") != true)
  }

  @Test(
    "A user's link at the path of nightd's file is kept, even if its target contains nightd's text"
  )
  func ownLink() throws {
    try desk.home.write("\" Written by nightd\n", to: "dot/nightd.vim")
    try desk.home.makeFolder(".vim/plugin")
    try link(".vim/plugin/nightd.vim", to: "dot/nightd.vim")
    #expect(try programs("on", "vim").exit == .exited(1))
    var facts = stat()
    #expect(lstat(desk.home.file(".vim/plugin/nightd.vim"), &facts) == 0)
    #expect(facts.st_mode & S_IFMT == S_IFLNK)
    #expect(desk.home.text("dot/nightd.vim") == "\" Written by nightd\n")
  }

  @Test(
    "nightd keeps a settings store's multi-line value, and does not mistake a warning for a value"
  )
  func severalLines() throws {
    let store = desk.home.file("bin/store")
    let script = """
      #!/bin/sh
      file=$HOME/value
      echo "a warning" >&2
      if [ "$1" = read ]; then cat "$file"; else echo "$3" > "$file"; fi

      """
    try desk.home.write(script, to: "bin/store")
    #expect(chmod(store, 0o755) == 0)
    let text = """
      {
        title: "mybar",
        programs: ["sh"],
        edits: [{
          store: { read: ["\(store)", "read", "{}"], write: ["\(store)", "write", "{}", "{=}"] },
          set: [{ key: "a", to: "{{style}}" }],
        }],
      }
      """
    try desk.home.write(text, to: Self.own + "mybar/program.json5")
    for (value, written) in [("one\ntwo\n", "one\ntwo\n"), ("one\n", "light\n")] {
      try desk.home.write(value, to: "value")
      _ = try programs("on", "mybar")
      #expect(desk.home.text("value") == written)
      _ = try programs("off", "mybar")
      #expect(desk.home.text("value") == value)
    }
  }

  @Test("If a killed nightctl left a swaybg running, `undo` ends it")
  func leftSwaybg() throws {
    try desk.home.write("#!/bin/sh\necho $$ > $HOME/number\nexec sleep 100\n", to: "bin/swaybg")
    #expect(chmod(desk.home.file("bin/swaybg"), 0o755) == 0)
    try desk.home.write("", to: "night.png")
    try desk.nightctl("set", "dark")
    try desk.nightctl("prefs", "write", "wallpaper.dark", desk.home.file("night.png"))
    let screen = [
      "PATH": desk.home.file("bin") + ":/usr/bin:/bin", "WAYLAND_DISPLAY": "wayland-9",
    ]
    #expect(try desk.nightctl(["programs", "on", "wallpaper"], adding: screen).exit == .exited(0))
    let number = try #require(
      desk.home.text("number").flatMap { pid_t($0.dropLast()) }
    )
    // As if nightctl had been killed before it switched the program on.
    try desk.nightctl("prefs", "delete", "programs")
    #expect(kill(number, 0) == 0)
    #expect(try desk.nightctl(["undo"], adding: screen).exit == .exited(0))
    #expect(becomesTrue { kill(number, 0) != 0 })
  }
}
