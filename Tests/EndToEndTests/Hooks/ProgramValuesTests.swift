import Glibc
import TestSupport
import Testing

/// A program that the user has described, for which nightd sets values in a file.
///
/// “On without effect” means that the values are missing.
@Suite("Values that `nightctl programs` sets in users' files")
struct ProgramValuesTests {
  private static let file = ".config/mybar/config.ini"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.startDaemon()
  }

  private func describe(
    check: String = "exit 0",
    value: String = "{{style}}",
    files: String = "\"~/\(file)\""
  ) throws {
    let folder = ".config/nightd/programs/mybar/"
    try desk.home.write(check, to: folder + "check.sh")
    try desk.home.write(
      """
      {
        title: "My bar",
        programs: ["sh"],
        edits: [{
          file: \(files), format: "ini", section: "S", set: [{ key: "a", to: "\(value)" }],
        }],
        check: ["sh", "{{folder}}/check.sh", "\(desk.home.file(Self.file))"],
        tell: [{ run: ["sh", "-c", "echo told >> \(desk.home.file("told"))"] }],
      }
      """,
      to: folder + "program.json5"
    )
  }

  private func programs(_ arguments: String...) throws -> Finished {
    try desk.nightctl(["programs"] + arguments)
  }

  @Test("If the values of one program cannot be set, `off` of another program still succeeds")
  func others() throws {
    try desk.home.write("{\"theme\": \"One Dark\"}\n", to: ".config/zed/settings.json")
    try desk.home.write("{}\n", to: ".config/micro/settings.json")
    _ = try programs("on", "zed", "micro")
    try desk.nightctl("set", "dark")
    // The update that first finds that micro is not installed fails; nightd itself may make it.
    #expect(try becomesTrue { try programs("apply").exit == .exited(0) })
    let off = try programs("off", "micro")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.text(".config/micro/settings.json") == "{}\n")
  }

  @Test(
    "`on` and `off` print the path of the file that they change; `off` restores it exactly"
  )
  func named() throws {
    try describe()
    try desk.home.write("[S]\r\na = old ; mine", to: Self.file)
    let path = desk.home.file(Self.file)
    // The daemon, which has just started, may write or restore the values once before `on` does.
    let isPrinted = try becomesTrue {
      let on = try programs("on", "mybar")
      #expect(on.exit == .exited(0), "\(on)")
      #expect(desk.home.text(Self.file) == "[S]\r\na = light")
      let off = try programs("off", "mybar")
      #expect(off.exit == .exited(0), "\(off)")
      return on.output == "Wrote \(path)\n" && off.output == "Restores your values in \(path)\n"
    }
    #expect(isPrinted)
    #expect(desk.home.text(Self.file) == "[S]\r\na = old ; mine")
  }

  @Test(
    "If a file is missing during `off`, the next `off` restores the file or forgets the changes",
    arguments: [true, false],
    [true, false]
  )
  func away(isWritten: Bool, comesBack: Bool) throws {
    try describe()
    let (path, other) = (desk.home.file(Self.file), desk.home.file("away"))
    // The daemon may apply the programs once more, and then makes a file without the second line.
    try desk.home.write("[S]\na=old\nb=1\n", to: Self.file)
    #expect(try programs("on", "mybar").exit == .exited(0))
    try #require(rename(path, other) == 0)
    if isWritten {
      // nightd makes the file again while the user's file is away.
      try desk.set("dark")
      #expect(try programs("apply").exit == .exited(0))
      #expect(desk.home.text(Self.file) == "[S]\na=dark\n")
    }
    let off = try programs("off", "mybar")
    #expect(off.exit == .exited(1), "\(off)")
    #expect(off.errors.contains("\(path) is missing or empty"), "\(off)")
    #expect(desk.home.text(Self.file) == nil)
    if comesBack { try #require(rename(other, path) == 0) }
    let last = try programs("off", "mybar")
    #expect(last.exit == .exited(0), "\(last)")
    #expect(last.output.contains("nightd forgets") == !comesBack, "\(last)")
    #expect(desk.home.text(Self.file) == (comesBack ? "[S]\na=old\nb=1\n" : nil))
    #expect(desk.home.text(".local/state/nightd/programs/record.json") == nil)
  }

  @Test("If the user moved a file to the program's other path, `off` restores it there")
  func movedToOtherPath() throws {
    let other = ".config/mybar.ini"
    try describe(files: "[\"~/\(Self.file)\", \"~/\(other)\"]")
    try desk.home.write("[S]\na=old\nb=1\n", to: Self.file)
    #expect(try programs("on", "mybar").exit == .exited(0))
    #expect(rename(desk.home.file(Self.file), desk.home.file(other)) == 0)
    let off = try programs("off", "mybar")
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.text(other) == "[S]\na=old\nb=1\n")
    #expect(desk.home.text(Self.file) == nil)
  }

  @Test(
    "If nightd cannot write a program's file, `on` fails and prints the reason",
    arguments: [("name=\u{0}", "it is not UTF-8 text"), ("linked", "it has 2 names (hard links)")]
  )
  func unwritten(text: String, why: String) throws {
    try describe()
    try desk.home.write(text, to: Self.file)
    if text == "linked" {
      #expect(link(desk.home.file(Self.file), desk.home.file("other")) == 0)
    }
    let on = try programs("on", "mybar")
    #expect(on.exit == .exited(1), "\(on)")
    #expect((on.output + on.errors).contains(why), "\(on)")
    #expect(on.errors.contains("mybar is on, but without effect"), "\(on)")
    #expect(desk.home.text(Self.file) == text)
    let list = try programs()
    #expect(list.output.contains("on, without effect, your description"), "\(list)")
    #expect(list.output.contains(why), "\(list)")
  }

  @Test(
    "If another program replaces nightd's value, this is reported until nightd's value returns"
  )
  func writtenOver() throws {
    try describe()
    #expect(try programs("on", "mybar").exit == .exited(0))
    // The daemon, which has just started, may overwrite the test's value once.
    let isNamed = try becomesTrue {
      try desk.home.write("[S]\na=green\n", to: Self.file)
      return try programs().output
        .contains("has “green” for S/a instead of the value that nightd wrote")
    }
    #expect(isNamed)
    #expect(try programs("apply").exit == .exited(0))
    #expect(desk.home.text(Self.file) == "[S]\na=light\n")
    let after = try programs()
    let isListed = after.output.split(separator: "\n").contains {
      $0.hasPrefix("  mybar ") && $0.hasSuffix(" on, your description")
    }
    #expect(isListed, "\(after)")
    // The other program's value now counts as the user's own.
    #expect(try programs("off", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.file) == "[S]\na=green\n")
  }

  @Test("If a file cannot be changed, `apply` does not say that every program has the colours")
  func leftAlone() throws {
    try describe()
    #expect(try programs("on", "mybar").exit == .exited(0))
    #expect(try programs("apply").output.contains("Nothing had to change"))
    try desk.home.write("", to: ".config/mybar/.config.ini.swp")
    try desk.set("dark")
    let apply = try programs("apply")
    #expect(apply.errors.contains("is left alone"), "\(apply)")
    #expect(!apply.output.contains("Nothing had to change"), "\(apply)")
    let on = try programs("on", "mybar")
    #expect((on.output + on.errors).split(separator: "is left alone").count == 2, "\(on)")
  }

  @Test(
    "If a program refuses nightd's values, `on` restores the file, prints why and sends no signal"
  )
  func refused() throws {
    try describe(check: "if grep -q light \"$1\"; then echo 'line 2: no light'; exit 3; fi")
    try desk.home.write("[S]\na = old", to: Self.file)
    let on = try programs("on", "mybar")
    #expect(on.exit == .exited(1), "\(on)")
    #expect(on.errors.contains("\n  line 2: no light\n"), "\(on)")
    #expect(on.errors.contains("mybar was not switched on"), "\(on)")
    #expect(desk.home.text(Self.file) == "[S]\na = old")
    #expect(desk.home.text("told") == nil)
    #expect(try desk.nightctl("prefs", "read", "programs").output == "[]\n")
    #expect(desk.home.text(".local/state/nightd/programs/record.json") == nil)
  }

  /// Switches the program on and off, and then saves the file as a program does that was open all
  /// the time.
  private func saveAfterOff(_ value: String) throws {
    try describe(value: value)
    try desk.home.write(Self.users, to: Self.file)
    #expect(try programs("on", "mybar").exit == .exited(0))
    let open = try #require(desk.home.text(Self.file))
    #expect(open != Self.users)
    #expect(try programs("off", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.file) == Self.users)
    try desk.home.write(open.replacing("b=1", with: "b=2"), to: Self.file)
  }

  private static let users = "[S]\na=old\nb=1\n"
  private static let saved = "[S]\na=old\nb=2\n"

  @Test(
    "A value of nightd's that a program saves after `off` is removed by `undo` or `off --again`",
    arguments: [
      ["programs", "off", "--again", "mybar"], ["programs", "off", "mybar"],
      ["programs", "off", "--all"], ["undo"], ["apply"],
    ]
  )
  func savedLate(command: [String]) throws {
    try saveAfterOff("nightd-{{style}}")
    let saved = try #require(desk.home.text(Self.file))
    // The daemon updates the programs once more after `off`, and may then restore the file.
    let isFound = try becomesTrue {
      try desk.home.write(saved, to: Self.file)
      return try desk.nightctl("doctor").output.contains("nightctl programs off --again mybar")
    }
    #expect(isFound)
    let words = command == ["apply"] ? ["programs", "apply"] : command
    let done = try desk.nightctl(words)
    #expect(done.exit == .exited(0), "\(done)")
    #expect(desk.home.text(Self.file) == Self.saved)
    #expect(try desk.nightctl("doctor").output.contains("--again mybar") == false)
  }

  private static let advice = "run nightctl programs off --again mybar"

  @Test("A saved value without the word nightd is replaced only by `off --again`")
  func chosenLate() throws {
    try saveAfterOff("{{style}}")
    let text = desk.home.text(Self.file)
    for words in [
      ["undo"], ["programs", "off", "--all"], ["programs", "off", "mybar"], ["programs", "apply"],
    ] {
      let done = try desk.nightctl(words)
      #expect(desk.home.text(Self.file) == text, "\(words)")
      #expect(done.output.contains(Self.advice) == (words.last != "apply"), "\(done)")
    }
    // nightd wants the value that the user has, so `on` and `off` change nothing.
    #expect(try programs("off", "--again", "--all").exit == .exited(2))
    for words in [["off", "--all"], ["off", "mybar"]] {
      #expect(try programs("on", "mybar").exit == .exited(0))
      let off = try desk.nightctl(["programs"] + words)
      #expect(off.exit == .exited(0) && off.output.contains(Self.advice), "\(off)")
      #expect(desk.home.text(Self.file) == text)
    }
    let off = try programs("off", "--again", "mybar")
    #expect(off.exit == .exited(0) && !off.output.contains(Self.advice), "\(off)")
    #expect(desk.home.text(Self.file) == Self.saved)
  }

  @Test(
    "If `on` finds an old value of nightd's in a file, `off --again` restores the user's value"
  )
  func onWithOldValue() throws {
    try saveAfterOff("{{style}}")
    try desk.set("dark")
    #expect(try programs("on", "mybar").exit == .exited(0))
    let first = try programs("off", "mybar")
    #expect(desk.home.text(Self.file) == "[S]\na=light\nb=2\n")
    #expect(first.output.contains(Self.advice), "\(first)")
    #expect(try programs("off", "--again", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.file) == Self.saved)
  }

  @Test(
    "If the user replaces a link with a file, `off` still recognises nightd's earlier values there"
  )
  func replacedLink() throws {
    try desk.home.write("", to: ".config/mybar/other")
    try #require(symlink("../../dotfile", desk.home.file(Self.file)) == 0)
    try desk.home.write(Self.users, to: "dotfile")
    try describe(value: "nightd-{{style}}")
    #expect(try programs("on", "mybar").exit == .exited(0))
    let open = try #require(desk.home.text("dotfile"))
    #expect(try programs("off", "mybar").exit == .exited(0))
    unlink(desk.home.file(Self.file))
    try desk.home.write(open, to: Self.file)
    #expect(try programs("off", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.file) == Self.users)
    #expect(desk.home.text("dotfile") == Self.users)
  }

  @Test("If the user moves a file and links to it, `off` restores the value from before `on`")
  func movedFile() throws {
    try saveAfterOff("nightd-{{style}}")
    try desk.home.write("[S]\na=new\n", to: "dotfile")
    unlink(desk.home.file(Self.file))
    try #require(symlink("../../dotfile", desk.home.file(Self.file)) == 0)
    #expect(try programs("on", "mybar").exit == .exited(0))
    try desk.set("dark")
    #expect(try programs("apply").exit == .exited(0))
    #expect(desk.home.text("dotfile") == "[S]\na=nightd-dark\n")
    #expect(try programs("off", "mybar").exit == .exited(0))
    #expect(desk.home.text("dotfile") == "[S]\na=new\n")
  }

  @Test(
    "If the record of the values that nightd once wrote is damaged, `off` and `undo` report this"
  )
  func damagedFormer() throws {
    try saveAfterOff("nightd-{{style}}")
    try desk.home.write("{", to: ".local/state/nightd/programs/former.json")
    for words in [["programs", "off", "mybar"], ["undo"]] {
      let done = try desk.nightctl(words)
      #expect(done.exit == .exited(1) && done.errors.contains("former.json.aside-1"), "\(done)")
    }
  }

  @Test("If the second `on` finds nightd's value in a file, `off` still restores the user's value")
  func onAgain() throws {
    try saveAfterOff("nightd-{{style}}")
    #expect(try programs("on", "mybar").exit == .exited(0))
    #expect(try programs("off", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.file) == Self.saved)
  }

  /// Describes a program that gets three colours, and returns the file's text with those of the
  /// dark theme; nightd forgets that it has ever set them.
  private func forgottenColors() throws -> String {
    try desk.home.write(
      """
      {
        title: "My bar",
        programs: ["sh"],
        edits: [{
          file: "~/\(Self.file)",
          format: "ini",
          section: "S",
          set: [
            { key: "bg", to: "{{colors.background.default.hex}}" },
            { key: "fg", to: "{{colors.onBackground.default.hex}}" },
            { key: "link", to: "{{colors.link.default.hex}}" },
          ],
        }],
      }
      """,
      to: ".config/nightd/programs/mybar/program.json5"
    )
    try desk.set("dark")
    try desk.home.write(Self.sans, to: Self.file)
    #expect(try programs("on", "mybar").exit == .exited(0))
    let dark = try #require(desk.home.text(Self.file))
    let off = try programs("off", "mybar")
    #expect(off.exit == .exited(0) && !off.output.contains("theme"), "\(off)")
    for name in ["record.json", "former.json"] {
      unlink(desk.home.file(".local/state/nightd/programs/" + name))
    }
    try desk.set("light")
    return dark
  }

  private static let sans = "[S]\nfont=Sans\n"

  @Test("If a file keeps a theme's colours, `off` and `undo` name the theme and the keys")
  func themeLeft() throws {
    let dark = try forgottenColors()
    let sentence = "has the colours that nightd would set for the theme midnight."
    for words in [["programs", "off", "mybar"], ["undo"]] {
      try desk.home.write(dark, to: Self.file)
      #expect(try programs("on", "mybar").exit == .exited(0))
      let off = try desk.nightctl(words)
      #expect(off.exit == .exited(0) && off.output.contains(sentence), "\(off)")
      #expect(off.output.contains("bg, fg, link"), "\(off)")
      #expect(desk.home.text(Self.file) == dark)
    }
  }

  @Test(
    "A theme's colours that another computer set while the program is on are not the user's",
    arguments: [["programs", "off", "mybar"], ["undo"]],
    [true, false]
  )
  func themeFromElsewhere(words: [String], isApplied: Bool) throws {
    let dark = try forgottenColors()
    #expect(try programs("on", "mybar").exit == .exited(0))
    try desk.home.write(dark + "size=9\n", to: Self.file)
    if isApplied {
      #expect(try programs("apply").exit == .exited(0))
      #expect(desk.home.text(Self.file)?.contains(dark) == false)
    }
    let off = try desk.nightctl(words)
    #expect(off.exit == .exited(0), "\(off)")
    #expect(desk.home.text(Self.file) == Self.sans + "size=9\n")
  }
}
