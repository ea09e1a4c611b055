import Glibc
import TestSupport
import Testing

/// Programs that a user has described, with the real programs.
@Suite("Programs of the user's own")
struct OwnProgramTests {
  private static let folder = ".config/nightd/programs/mybar/"
  private static let config = ".config/mybar/config"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.home.write("height 20\n", to: Self.config)
    try desk.startDaemon()
  }

  @Test("A new description has no mistake, shows what it writes, follows, and leaves nothing")
  func whole() throws {
    #expect(try desk.nightctl("programs", "new", "mybar").exit == .exited(0))
    #expect(try desk.nightctl("programs", "check").output == "No mistake in mybar.\n")
    let shown = try desk.nightctl("programs", "show", "mybar").output
    #expect(shown.contains("\n height 20\n+include ~/.local/state/nightd/programs/mybar.conf\n"))
    #expect(desk.home.text(Self.config) == "height 20\n")
    #expect(try desk.nightctl("programs", "on", "mybar").exit == .exited(0))
    let colors = ".local/state/nightd/programs/mybar.conf"
    #expect(desk.home.text(colors)?.contains("variant light") == true)
    #expect(desk.home.text(Self.config)?.contains("include ~/.local/state/nightd") == true)
    #expect(try desk.nightctl("programs", "off", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.config) == "height 20\n")
    #expect(desk.home.text(colors) == nil)
  }

  @Test(
    "Off restores the file when the description is gone, or has a mistake",
    arguments: [true, false]
  )
  func gone(isRemoved: Bool) throws {
    try desk.nightctl("programs", "new", "mybar")
    try desk.nightctl("programs", "on", "mybar")
    let description = desk.home.file(Self.folder + "program.json5")
    if isRemoved {
      unlink(description)
    } else {
      try desk.home.write("{ title: ", to: Self.folder + "program.json5")
    }
    let applied = try desk.nightctl("programs", "apply")
    #expect(applied.exit == .exited(1), "\(applied)")
    #expect(applied.errors.contains(isRemoved ? "no description of mybar" : "program.json5:1:10"))
    #expect(try desk.nightctl("programs", "off", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.config) == "height 20\n")
    #expect(desk.home.text(".local/state/nightd/programs/mybar.conf") == nil)
  }

  @Test("A mistake is named with its file, line and column, and nothing is switched on")
  func mistake() throws {
    try desk.nightctl("programs", "new", "mybar")
    try desk.home.write("a\nb {{colors.surfce.default.hex}}\n", to: Self.folder + "colors.conf")
    for command in ["check", "on"] {
      let answer = try desk.nightctl("programs", command, "mybar")
      #expect(answer.exit == .exited(1), "\(answer)")
      let place = "\(desk.home.file(Self.folder))colors.conf:2:5: colors has no “surfce”"
      #expect((answer.output + answer.errors).contains(place), "\(answer)")
    }
    #expect(desk.home.text(Self.config) == "height 20\n")
    #expect(try desk.nightctl("prefs", "read", "programs").output == "[]\n")
  }

  @Test("check names each mistake in the shape of a description")
  func eachMistake() throws {
    try desk.nightctl("programs", "new", "mybar")
    try desk.home.write(
      "{\n  titel: \"My bar\",\n  group: \"bar\",\n  files: [{ template: 1 }],\n}\n",
      to: Self.folder + "program.json5"
    )
    let answer = try desk.nightctl("programs", "check", "mybar")
    #expect(answer.exit == .exited(1), "\(answer)")
    let places = answer.output.split(separator: "\n").compactMap { line in
      line.split(separator: "program.json5:", maxSplits: 1).last.map { $0.prefix(4) }
    }
    #expect(places == ["2:3:", "3:10", "4:23", "1:1:"], "\(answer)")
  }

  @Test(
    "A description that others could have written is not used",
    arguments: ["program.json5", "colors.conf"]
  )
  func others(file: String) throws {
    try desk.nightctl("programs", "new", "mybar")
    chmod(desk.home.file(Self.folder + file), 0o666)
    let answer = try desk.nightctl("programs", "on", "mybar")
    #expect(answer.exit == .exited(1), "\(answer)")
    #expect(answer.errors.contains("is writable by everyone"), "\(answer)")
  }

  @Test("A description of the user's replaces nightd's, and an empty one leaves the program out")
  func replaced() throws {
    try desk.nightctl("programs", "new", "kitty")
    let template = ".config/nightd/programs/kitty/colors.conf"
    try desk.home.write("font {{theme}}\n", to: template)
    try desk.nightctl("programs", "on", "kitty")
    #expect(desk.home.text(".local/state/nightd/programs/kitty.conf") == "font daylight\n")
    try desk.nightctl("programs", "off", "kitty")
    try desk.home.write("{}", to: ".config/nightd/programs/kitty/program.json5")
    let list = try desk.nightctl("programs", "--all").output
    #expect(!list.contains("kitty"), "\(list)")
  }

  @Test("A file of the user's in the place of nightd's is neither written nor removed")
  func foreign() throws {
    try desk.nightctl("programs", "new", "mybar")
    let path = ".config/mybar/colors.conf"
    try desk.home.write(
      """
      { title: "mybar", programs: ["mybar"],
        files: [{ template: "colors.conf", to: "~/.config/mybar/colors.conf" }] }
      """,
      to: Self.folder + "program.json5"
    )
    try desk.home.write("mine\n", to: path)
    let answer = try desk.nightctl("programs", "on", "mybar")
    #expect(answer.exit == .exited(1), "\(answer)")
    try desk.nightctl("programs", "off", "mybar")
    #expect(desk.home.text(path) == "mine\n")
    unlink(desk.home.file(path))
    #expect(try desk.nightctl("programs", "on", "mybar").exit == .exited(0))
    #expect(try desk.nightctl("programs", "apply", "mybar").exit == .exited(0))
    #expect(desk.home.text(path)?.contains("background") == true)
    #expect(try desk.nightctl("undo").exit == .exited(0))
    #expect(desk.home.text(path) == nil)
  }
}
