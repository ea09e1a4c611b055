import Glibc
import TestSupport
import Testing

/// How `nightctl programs on` and `off` handle unusual files.
@Suite("Users' files that `nightctl programs` changes")
struct ProgramFileTests {
  private static let config = ".config/kitty/kitty.conf"
  private static let colors = ".local/state/nightd/programs/kitty.conf"
  private static let line = "include ~/" + colors
  /// A temporary name in the form that nightd uses.
  private static let leftover = ".nightctl-new-abcdef123456-ae1c1b78f20f1195"
  private let desk: Desk
  private let path: [String: String]

  init() throws {
    desk = try Desk()
    for program in ["kitty", "sway", "vim", "waybar"] {
      try desk.home.write("#!/bin/sh\n", to: "bin/\(program)")
      #expect(chmod(desk.home.file("bin/\(program)"), 0o755) == 0)
    }
    path = ["PATH": desk.home.file("bin") + ":/usr/bin:/bin"]
    try desk.startDaemon(adding: path)
  }

  @discardableResult
  private func programs(_ words: String...) throws -> Finished { try programs(words) }

  @discardableResult
  private func programs(_ words: [String]) throws -> Finished {
    try desk.nightctl(["programs"] + words, adding: path)
  }

  @Test("If `on` fails, it leaves nothing behind and prints only the error")
  func failed() throws {
    try desk.home.makeFolder(Self.config)
    let on = try programs("on", "kitty")
    #expect(on.exit == .exited(1))
    #expect(on.output == "")
    #expect(on.errors.contains(desk.home.file(Self.config)), "\(on.errors)")
    #expect(desk.home.text(Self.colors) == nil)
    #expect(
      try programs("--json").output.contains(#""name":"kitty","group":"terminals","on":false"#)
    )
  }

  @Test(
    "If a user's file has a name that nightd uses, nightd neither replaces nor removes the file"
  )
  func sameName() throws {
    let plugin = ".vim/plugin/nightd.vim"
    try desk.home.write("set number\n", to: plugin)
    let on = try programs("on", "vim")
    #expect(on.exit == .exited(1))
    #expect(on.errors.contains("\(desk.home.file(plugin)) was not written by nightd"), "\(on)")
    try programs("off", "vim")
    #expect(try desk.nightctl("undo").exit == .exited(0))
    #expect(desk.home.text(plugin) == "set number\n")
  }

  @Test("A user's hidden file beside a configuration is not treated as a leftover of nightd")
  func hidden() throws {
    let backup = ".config/kitty/.nightctl-backup"
    try desk.home.write("mine\n", to: backup)
    try programs("on", "kitty")
    try programs("off", "kitty")
    #expect(desk.home.text(backup) == "mine\n")
  }

  @Test("If `on` fails for the second of two programs, the first one is switched off again")
  func secondFails() throws {
    try desk.home.write("a\n", to: Self.config)
    try desk.home.makeFolder(".config/waybar/style.css")
    #expect(try programs("on", "kitty", "waybar").exit == .exited(1))
    #expect(desk.home.text(Self.config) == "a\n")
    #expect(desk.home.text(Self.colors) == nil)
    #expect(desk.home.list(".local/state/nightd/programs").filter { $0 != "record.json" } == [])
    try programs("off", "kitty")
    #expect(desk.home.text(Self.config) == "a\n")
  }

  @Test(
    "If a line at the end of the file would have no effect, `on` only prints the line",
    arguments: [
      ("sway", ".config/sway/config", "set $x a \\\n"),
      ("waybar", ".config/waybar/style.css", "* { color: red; }\n/* old\n"),
      ("waybar", ".config/waybar/style.css", "* { color: red;\n"),
    ]
  )
  func openEnd(_ name: String, _ file: String, _ text: String) throws {
    try desk.home.write(text, to: file)
    let on = try programs("on", name)
    #expect(on.exit == .exited(1))
    #expect(desk.home.text(file) == text)
    #expect(on.output.contains("Add this line to \(desk.home.file(file)) yourself"), "\(on.output)")
  }

  @Test(
    "If a file has nightd's line twice, `off` removes one, reports the other and keeps the colours"
  )
  func secondCopy() throws {
    try desk.home.write("font_size 10\n", to: Self.config)
    try programs("on", "kitty")
    let text = try #require(desk.home.text(Self.config))
    try desk.home.write(text + Self.line + "\n", to: Self.config)
    for _ in 0..<2 {
      let off = try programs("off", "kitty")
      #expect(off.exit == .exited(1), "\(off)")
      #expect(off.output.contains("nightd has no record that it added this line"), "\(off)")
      #expect(desk.home.text(Self.config) == "font_size 10\n\(Self.line)\n")
      #expect(desk.home.text(Self.colors) != nil)
    }
  }

  @Test(
    "nightd replaces a link in its own folders, and neither reads nor writes the link's target",
    arguments: [
      (colors, ["apply", "kitty"], "Written by nightd"),
      (colors, ["on", "kitty"], "Written by nightd"),
      ("run/nightd/programs.json", ["apply", "kitty"], "kitty"),
    ]
  )
  func ownLink(_ own: String, _ words: [String], _ content: String) throws {
    try desk.home.write("font_size 10\n", to: Self.config)
    try programs("on", "kitty")
    // The link's target has nightd's text, so the target does not look like a user's file.
    try desk.home.write("# Written by nightd\n", to: "dot/mine")
    try desk.home.write("", to: own)
    unlink(desk.home.file(own))
    try #require(symlink(desk.home.file("dot/mine"), desk.home.file(own)) == 0)
    try programs(words)
    #expect(desk.home.text("dot/mine") == "# Written by nightd\n")
    #expect(desk.home.text(own)?.contains(content) == true)
    var facts = stat()
    #expect(lstat(desk.home.file(own), &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG)
  }

  @Test("If `on` fails, it removes a link at the path of nightd's file, but not the link's target")
  func failedOwnLink() throws {
    try desk.home.write("a\n", to: Self.config)
    try desk.home.makeFolder(".config/waybar/style.css")
    try desk.home.write("mine\n", to: "dot/mine")
    try desk.home.makeFolder(".local/state/nightd/programs")
    try #require(symlink(desk.home.file("dot/mine"), desk.home.file(Self.colors)) == 0)
    #expect(try programs("on", "kitty", "waybar").exit == .exited(1))
    #expect(desk.home.text("dot/mine") == "mine\n")
    #expect(desk.home.text(Self.colors) == nil)
  }

  @Test(
    "While an editor writes a file with nightd's line, `off` fails; a later `off` removes the line"
  )
  func emptiedMeanwhile() throws {
    try desk.home.write("a\n", to: Self.config)
    try programs("on", "kitty")
    let saved = try #require(desk.home.text(Self.config))
    let editor = try #require(fopen(desk.home.file(Self.config), "w"))
    let off = try programs("off", "kitty")
    #expect(off.exit == .exited(1) && off.errors.contains("open for writing"), "\(off)")
    fputs(saved, editor)
    fclose(editor)
    #expect(try programs("off", "kitty").exit == .exited(0))
    #expect(desk.home.text(Self.config) == "a\n")
  }

  @Test(
    "If nightctl made a file and the user has emptied it, `off` removes the file",
    arguments: [true, false]
  )
  func madeFile(hasCopy: Bool) throws {
    try programs("on", "kitty")
    if hasCopy {
      try desk.home.write("\(Self.line)\n\(Self.line)\n", to: Self.config)
      #expect(try programs("off", "kitty").exit == .exited(1))
      #expect(desk.home.text(Self.config) == Self.line + "\n")
    }
    try desk.home.write("", to: Self.config)
    let plan = try programs("off", "--dry-run", "kitty")
    #expect(desk.home.text(Self.config) == "")
    let off = try programs("off", "kitty")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(off.output.hasSuffix("Removes \(desk.home.file(Self.config))\n"), "\(off)")
    #expect(plan.output.hasPrefix(off.output), "\(plan)")
    #expect(!desk.home.list(".config").contains("kitty"))
  }

  @Test(
    "If a configuration is a link to itself, `on` only prints the line, and `off` still succeeds"
  )
  func linkToItself() throws {
    try desk.home.write("", to: Self.config)
    for path in [Self.config, ".emacs"] {
      unlink(desk.home.file(path))
      let name = String(path.split(separator: "/").last ?? "")
      try #require(symlink(name, desk.home.file(path)) == 0)
    }
    let on = try programs("on", "kitty")
    #expect(on.output.contains("because it is a link to a file that does not exist"), "\(on)")
    #expect(on.exit == .exited(1))
    #expect(try programs("on", "emacs").exit == .exited(0))
    let off = try programs("off", "emacs", "kitty")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.list(".local/state/nightd/programs") == [])
    #expect(!desk.home.list().contains(".emacs.d"))
  }

  @Test("A state folder whose path contains a line end is refused, and nothing is written")
  func lineEnd() throws {
    try desk.home.write("a\n", to: Self.config)
    let state = ["XDG_STATE_HOME": desk.home.file("st\nate")]
    let on = try desk.nightctl(["programs", "on", "kitty"], adding: path.merging(state) { $1 })
    #expect(on.exit == .exited(1))
    let folder = desk.home.file("st\u{FFFD}ate/nightd/programs/")
    #expect(on.errors.hasPrefix("nightctl: \(folder) has a line end"), "\(on)")
    #expect(on.output == "")
    #expect(desk.home.text(Self.config) == "a\n")
    #expect(desk.home.list("st\nate/nightd/programs") == [])
  }

  @Test(
    "If two programs share folders, only `off` for the last of the programs removes the folders"
  )
  func sharedFolders() throws {
    try programs("on", "fish", "fzf")
    #expect(access(desk.home.file(".config/fish/conf.d"), F_OK) == 0)
    try programs("off", "fish", "fzf")
    #expect(access(desk.home.file(".config/fish"), F_OK) != 0)
  }

  @Test(
    "If a file already had nightd's line before `on`, `off` keeps it and asks the user to remove it"
  )
  func ownLine() throws {
    let text = "font_size 10\n\(Self.line)\n"
    try desk.home.write(text, to: Self.config)
    try programs("on", "kitty")
    let off = try programs("off", "kitty")
    #expect(desk.home.text(Self.config) == text)
    #expect(off.output.contains("Remove this line from \(desk.home.file(Self.config)) yourself"))
    #expect(off.output.contains("nightd has no record that it added this line"), "\(off.output)")
  }

  @Test(
    "`off` keeps the colour file while a line loads it; without the line, `off` deletes the file",
    arguments: [
      // Each row has nightd's line as the user has changed it, and nightctl's message about the
      // line.
      ("include  ~/\(colors)", "it has changed since nightd wrote it"),
      ("include ~/\(colors) # dark", "it has changed since nightd wrote it"),
      ("\(line)\ninclude ${HOME}/\(colors)", "it has changed since nightd wrote it"),
    ]
  )
  func changedLine(_ changed: String, _ why: String) throws {
    let left = String(changed.split(separator: "\n").last ?? "")
    try desk.home.write("a\n", to: Self.config)
    try programs("on", "kitty")
    try desk.home.write("a\n\(changed)\n", to: Self.config)
    let plan = try programs("off", "--dry-run", "kitty")
    let off = try programs("off", "kitty")
    #expect(
      plan.output
        == off.output
        + "Nothing was changed. Without --dry-run, the command does what is listed above.\n"
    )
    #expect(desk.home.text(Self.config) == "a\n\(left)\n")
    let config = desk.home.file(Self.config)
    #expect(
      off.output.contains("Remove this line from \(config) yourself, because \(why):  \(left)\n"),
      "\(off.output)"
    )
    #expect(off.output.contains("Keeps \(desk.home.file(Self.colors))"), "\(off.output)")
    #expect(desk.home.text(Self.colors) != nil)
    try desk.home.write("a\n", to: Self.config)
    let again = try programs("off", "kitty")
    #expect(again.output == "Removes \(desk.home.file(Self.colors))\n")
    #expect(desk.home.text(Self.colors) == nil)
  }

  @Test("If a file has several hard links, `on` and `off` leave it alone and print advice")
  func hardLinks() throws {
    try desk.home.write("a\n", to: Self.config)
    let second = desk.home.file("second")
    try #require(link(desk.home.file(Self.config), second) == 0)
    let on = try programs("on", "kitty")
    #expect(on.output.contains("because it has 2 names (hard links)"), "\(on.output)")
    #expect(desk.home.text(Self.config) == "a\n")
    unlink(second)
    try programs("on", "kitty")
    try #require(link(desk.home.file(Self.config), second) == 0)
    let off = try programs("off", "kitty")
    #expect(off.output.contains("because it has 2 names (hard links)"), "\(off.output)")
    #expect(desk.home.text("second") == "a\n\(Self.line)\n")
    // The record is kept, so a later `off` still removes the line.
    unlink(second)
    try programs("off", "kitty")
    #expect(desk.home.text(Self.config) == "a\n")
  }

  @Test("`off` removes the folders that `on` made for a file of colours, and no other folders")
  func folders() throws {
    try programs("on", "vim")
    #expect(desk.home.text(".vim/plugin/nightd.vim") != nil)
    try programs("off", "vim")
    #expect(!desk.home.list().contains(".vim"))
    try desk.home.makeFolder(".vim")
    try programs("on", "vim")
    try programs("off", "vim")
    #expect(desk.home.list().contains(".vim"))
    #expect(desk.home.list(".vim") == [])
  }

  @Test(
    "When nightctl writes a file, it removes only temporary files that a killed nightctl left"
  )
  func leftovers() throws {
    try desk.home.write("a\n", to: Self.config)
    let folder = ".config/kitty/"
    let names = [
      Self.leftover, ".nightctl-new-ABCDEF12345", ".nightctl-new-written00000",
      "nightctl-new-abcdef123456", ".nightctl-backup", ".nightctl-new-abcdef123456",
    ]
    for name in names { try desk.home.write("half", to: folder + name) }
    try desk.home.write("target", to: "target")
    try #require(
      symlink(desk.home.file("target"), desk.home.file(folder + ".nightctl-new-linked123456")) == 0
    )
    // Another nightctl still writes this file.
    let writer = open(desk.home.file(folder + ".nightctl-new-written00000"), O_RDONLY | O_CLOEXEC)
    defer { close(writer) }
    try #require(flock(writer, LOCK_EX | LOCK_NB) == 0)
    try programs("on", "kitty")
    #expect(desk.home.text(Self.config) == "a\n\(Self.line)\n")
    #expect(
      Set(desk.home.list(folder))
        == Set(names.dropFirst() + [".nightctl-new-linked123456", "kitty.conf"])
    )
    #expect(desk.home.text("target") == "target")
  }

  @Test("If a file only looks temporary, `off` leaves it in place and reports it once")
  func namedOnce() throws {
    let mine = ".config/kitty/.nightctl-new-abcdef123456"
    try desk.home.write("mine\n", to: Self.config)
    try desk.home.write("mine\n", to: ".config/kitty/colors.conf")
    try programs("on", "kitty")
    try desk.home.write("mine\n", to: mine)
    let off = try programs("off", "kitty")
    #expect(off.exit == .exited(0), "\(off)")
    let parts = off.output.split(
      separator: "\(desk.home.file(mine)) has ",
      omittingEmptySubsequences: false
    )
    #expect(parts.count == 2, "\(off)")
    #expect(desk.home.text(mine) == "mine\n")
    #expect(desk.home.text(Self.config) == "mine\n")
  }

  @Test(
    "If the first attempt to remove a temporary file fails, nightctl removes it before it ends",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")"),
    arguments: ["on", "off"],
    [true, false]
  )
  func failedRemoval(_ command: String, isMade: Bool) throws {
    if !isMade { try desk.home.write("a\n", to: Self.config) }
    if command == "off" { try programs("on", "kitty") }
    _ = try Program.run(
      "strace",
      [
        "-qq", "-o", "/dev/null", "-e", "trace=?unlink,?unlinkat",
        "-e", "inject=?unlink,?unlinkat:error=EIO:when=1", Built.nightctl, "programs", command,
        "kitty",
      ],
      environment: desk.environment.merging(path) { $1 }
    )
    let isLeft = command == "on" || !isMade
    #expect(desk.home.list(".config/kitty") == (isLeft ? ["kitty.conf"] : []))
  }

  @Test(
    "If a file or folder cannot be synced, `on` fails and leaves none of nightd's files behind",
    .enabled(if: Strace.skipReason == nil, "\(Strace.skipReason ?? "")"),
    arguments: 1...4
  )
  func failedSync(_ ordinal: Int) throws {
    let folder = try desk.home.makeFolder(".config/fish/conf.d")
    let on = try Program.run(
      "strace",
      [
        "-qq", "-o", "/dev/null", "-e", "trace=fsync",
        "-e", "inject=fsync:error=ENOSPC:when=\(ordinal)", Built.nightctl, "programs", "on", "fish",
      ],
      environment: desk.environment.merging(path) { $1 }
    )
    #expect(on.exit == .exited(1), "\(on)")
    #expect(desk.home.list(".config/fish/conf.d").isEmpty, "\(folder)")
  }
}
