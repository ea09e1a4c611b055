import Glibc
import TestSupport
import Testing

/// Programs whose template replaces one of the user's files, and descriptions that change while
/// their program is on.
@Suite("Files that a template replaces")
struct ReplacedFileTests {
  private static let folder = ".config/nightd/programs/"
  private static let file = "app.conf"
  private static let own = "mine = 1\n"
  private let desk: Desk
  /// The daemon's PATH, which has one more folder than that of nightctl.
  private let path: [String: String]

  init() throws {
    desk = try Desk()
    path = ["PATH": desk.home.file("tools") + ":" + Tool.searchPath]
    try desk.home.write(Self.own, to: Self.file)
    try desk.startDaemon(adding: path)
    try desk.set("dark")
  }

  private static let whole = "files: [{ template: 't', to: '~/\(file)', replaces: true }]"
  private static let plain = "files: [{ template: 't', to: '~/\(file)' }]"
  private static let line = "edits: [{ file: '~/\(file)', line: 'style nightd' }]"
  private static let keys =
    "edits: [{ file: '~/\(file)', format: 'ini', set: [{ key: 'k', to: '{{style}}' }] }]"

  private func describe(_ name: String, _ parts: String) throws {
    try desk.home.write("style = {{style}}\nsize = 1\n", to: Self.folder + name + "/t")
    try desk.home.write(
      "{ title: 'T', programs: ['sh'], \(parts) }",
      to: Self.folder + name + "/program.json5"
    )
  }

  private func programs(_ words: String...) throws -> Finished {
    try desk.nightctl(["programs"] + words)
  }

  private var text: String? { desk.home.text(Self.file) }

  /// Changes the style, and waits until the file has it.
  private func change(to style: String) throws {
    try desk.set(style)
    #expect(try programs("apply").exit == .exited(0))
    #expect(text == "style = \(style)\nsize = 1\n")
  }

  @Test(
    "If the user removes or empties a template's output, `off` restores the user's earlier file",
    arguments: [nil, "", " \n"],
    [false, true]
  )
  func missing(left: String?, isChanged: Bool) throws {
    try describe("r", Self.whole)
    #expect(try programs("on", "r").exit == .exited(0))
    if let left {
      try desk.home.write(left, to: Self.file)
    } else {
      try #require(unlink(desk.home.file(Self.file)) == 0)
    }
    if isChanged { try change(to: "light") }
    let off = try programs("off", "r")
    #expect(off.exit == .exited(0) && text == Self.own, "\(off)")
  }

  @Test(
    "If a template's output is edited in any way, the user's earlier text is kept beside it",
    arguments: ["style = dark\r\nsize = 1\r\n", "size = 2", "style = dark\nsize = 1\nmore\n"]
  )
  func edited(edit: String) throws {
    try describe("r", Self.whole)
    #expect(try programs("on", "r").exit == .exited(0))
    try desk.home.write(edit, to: Self.file)
    try change(to: "light")
    try change(to: "dark")
    #expect(desk.home.text(Self.file + ".before-nightd") == Self.own)
    try desk.home.write("style = dark\nsize = 1\nlast\n", to: Self.file)
    let off = try programs("off", "r")
    #expect(off.output.contains(Self.file + ".before-nightd stays: "), "\(off)")
    #expect(off.output.contains(Self.file + ".before-nightd-2"), "\(off)")
    #expect(text == "style = dark\nsize = 1\nlast\n")
    #expect(desk.home.text(Self.file + ".before-nightd-2") == edit)
  }

  @Test(
    "A description that changes one file in two ways is refused",
    arguments: [
      "\(whole), \(line)", "\(whole), \(keys)", "\(plain), \(line)",
      "edits: [\(line.dropFirst(8).dropLast()), \(keys.dropFirst(8).dropLast())]",
    ]
  )
  func twoWays(parts: String) throws {
    try describe("r", parts)
    let path = desk.home.file(Self.file)
    for done in [try programs("on", "r"), try programs("check", "r")] {
      #expect(done.exit == .exited(1), "\(done)")
      #expect((done.output + done.errors).contains("it changes \(path) in two ways"), "\(done)")
    }
    #expect(text == Self.own)
  }

  @Test(
    "`on` refuses a program that would make a file which another program already changes",
    arguments: [whole, line, keys]
  )
  func ownFile(other: String) throws {
    try describe("r", other)
    try describe("s", Self.plain)
    try #require(unlink(desk.home.file(Self.file)) == 0)
    #expect(try programs("on", "r").exit == .exited(0))
    let refused = try programs("on", "s")
    #expect(refused.exit == .exited(1) && refused.errors.contains("programs off r"), "\(refused)")
    #expect(try programs("off", "r").exit == .exited(0))
    #expect(text == nil)
  }

  @Test("A user's empty file is not mistaken for a file of nightd")
  func empty() throws {
    try describe("r", Self.plain)
    try desk.home.write("", to: Self.file)
    #expect(try programs("on", "r").exit == .exited(1))
    #expect(try programs("off", "r").exit == .exited(0))
    #expect(text == "")
  }

  @Test(
    "If a description is changed while its program is switched on, `off` still restores the file",
    arguments: [line, keys, whole],
    [line, keys, whole, "follows: 'by itself'"]
  )
  func changed(before: String, after: String) throws {
    try describe("r", before)
    #expect(try programs("on", "r").exit == .exited(0))
    #expect(text != Self.own)
    try describe("r", after)
    try desk.set("light")
    _ = try programs("apply")
    #expect(try programs("off", "r").exit == .exited(0))
    #expect(text == Self.own)
    #expect(desk.home.text(Self.file + ".before-nightd") == nil)
  }

  @Test(
    "`off --all` also restores files that a killed `on` changed before it recorded the program",
    arguments: [whole, line, keys]
  )
  func unfinished(parts: String) throws {
    try describe("r", parts)
    #expect(try programs("on", "r").exit == .exited(0))
    // nightctl stores the preference only after it has changed the files.
    #expect(try desk.nightctl("prefs", "delete", "programs").exit == .exited(0))
    let off = try programs("off", "--all")
    #expect(off.exit == .exited(0) && text == Self.own, "\(off)")
  }

  @Test(
    "If a line with nightd's value was moved, `off` reports the user's value that belongs there"
  )
  func moved() throws {
    let own = "[S]\nk=mine\n"
    let sections = Self.keys.replacing("format: 'ini',", with: "format: 'ini', section: 'S',")
    try desk.home.write(own, to: Self.file)
    try describe("r", sections)
    #expect(try programs("on", "r").exit == .exited(0))
    #expect(text == "[S]\nk=dark\n")
    try desk.home.write("# [S]\nk=dark\n", to: Self.file)
    let off = try programs("off", "r")
    #expect(off.exit == .exited(1) && off.errors.contains("in its place: mine"), "\(off)")
    #expect(text == "# [S]\nk=dark\n")
    try desk.home.write("# [S]\nk=mine\n", to: Self.file)
    #expect(try programs("off", "r").exit == .exited(0))
    #expect(text == "# [S]\nk=mine\n")
  }

  @Test("`off` removes the folders that were made for both nightd's file and a new settings file")
  func folders() throws {
    try describe(
      "r",
      "files: [{ template: 't', to: '~/new/colors/t' }], "
        + "edits: [{ file: '~/new/app.conf', format: 'ini', set: [{ key: 'k', to: '{{style}}' }] }]"
    )
    #expect(try programs("on", "r").exit == .exited(0))
    #expect(desk.home.text("new/app.conf") == "k=dark\n")
    #expect(try programs("off", "r").exit == .exited(0))
    #expect(desk.home.list("new") == [] && access(desk.home.file("new"), F_OK) != 0)
  }

  @Test(
    "If a switched-on program is missing from PATH, nightctl restores the user's file and says so"
  )
  func missingProgram() throws {
    try desk.home.write("#!/bin/sh\n", to: "tools/mytool")
    try #require(chmod(desk.home.file("tools/mytool"), 0o755) == 0)
    try describe("r", Self.whole)
    let description = Self.folder + "r/program.json5"
    let text = try #require(desk.home.text(description))
    try desk.home.write(text.replacing("'sh'", with: "'mytool'"), to: description)
    #expect(try desk.nightctl(["programs", "on", "r"], adding: path).exit == .exited(0))
    #expect(self.text != Self.own)
    let apply = try programs("apply")
    #expect(self.text == Self.own, "\(apply)")
    // nightd may have restored the file before this command could; then it shows the message.
    let said = try apply.errors + desk.nightctl("programs").output
    #expect(said.contains("r: PATH has no mytool, so the program's files and"), "\(said)")
    try #require(becomesTrue { try programs("apply").exit == .exited(0) })
  }

  @Test("If a settings store's command is missing, `off` reports the value that it cannot restore")
  func store() throws {
    let command = desk.home.file("bin/store")
    try desk.home.makeFolder("bin")
    try describe(
      "r",
      "edits: [{ store: { read: ['\(command)', 'r', '{}'], write: ['\(command)', 'w', '{}', '{=}'] }, "
        + "set: [{ key: 'k', to: '{{style}}' }] }]"
    )
    try desk.home.write(
      "#!/bin/sh\n[ $1 = r ] && cat '\(desk.home.file("value"))' || printf %s \"$3\" >"
        + "'\(desk.home.file("value"))'\n",
      to: "bin/store"
    )
    try #require(chmod(command, 0o755) == 0)
    try desk.home.write("mine", to: "value")
    #expect(try programs("on", "r").exit == .exited(0))
    #expect(desk.home.text("value") == "dark")
    try #require(rename(command, command + "-away") == 0)
    let off = try programs("off", "r")
    #expect(off.exit == .exited(1) && off.errors.contains("is not installed now"), "\(off)")
    try #require(rename(command + "-away", command) == 0)
    let again = try programs("off", "r")
    #expect(again.exit == .exited(0) && !again.output.contains("already"), "\(again)")
    #expect(desk.home.text("value") == "mine")
  }

  @Test("If a description no longer replaces a file, the next style change restores the file")
  func noLongerReplaced() throws {
    try describe("r", Self.whole)
    let template = Self.folder + "r/t"
    try desk.home.write("# Written by nightd\nstyle = {{style}}\n", to: template)
    #expect(try programs("on", "r").exit == .exited(0))
    let description = Self.folder + "r/program.json5"
    let text = try #require(desk.home.text(description))
    try desk.home.write(text.replacing(", replaces: true", with: ""), to: description)
    try desk.set("light")
    #expect(try programs("apply").exit == .exited(1))
    #expect(self.text == Self.own)
    #expect(try programs("off", "r").exit == .exited(0))
    #expect(self.text == Self.own)
  }
}
