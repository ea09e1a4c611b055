import Glibc
import TestSupport
import Testing

/// Programs that check their own configuration before and after nightd's edit.
@Suite("Checks of programs")
struct ProgramCheckTests {
  private static let folder = ".config/nightd/programs/mybar/"
  private static let config = ".config/mybar/config"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    // The configuration does not end with a line end. So a file from which nightctl only removed
    // its line would differ from the original.
    try desk.home.write("height 20", to: Self.config)
    try desk.startDaemon()
  }

  /// Describes a program whose check is a script; its first argument is the configuration.
  private func describe(_ script: String) throws {
    try desk.home.write(script, to: Self.folder + "check.sh")
    try desk.home.write("# Written by nightd\n{{style}}\n", to: Self.folder + "colors.conf")
    try desk.home.write(
      """
      {
        title: "My bar",
        programs: ["sh"],
        files: [{ template: "colors.conf" }],
        edits: [{ file: "~/.config/mybar/config", line: "include {{files.colors}}" }],
        check: ["sh", "{{folder}}/check.sh", "{{file}}"],
      }
      """,
      to: Self.folder + "program.json5"
    )
  }

  private static let refusesIncludes = """
    if grep -q include "$1"; then
      printf 'line 2: \\033[31munknown word include\\n'
      exit 3
    fi
    """

  @Test(
    "If a program refuses nightd's edit, the file is restored and the program's message is printed"
  )
  func refused() throws {
    try describe(Self.refusesIncludes)
    let before = try record()
    let answer = try desk.nightctl("programs", "on", "mybar")
    #expect(answer.exit == .exited(1), "\(answer)")
    #expect(answer.errors.contains("mybar was not switched on"), "\(answer)")
    #expect(answer.errors.contains("line 2: "), "\(answer)")
    #expect(answer.errors.contains("unknown word include"), "\(answer)")
    #expect(!answer.errors.contains("\u{1B}"), "\(answer)")
    try expectUntouched()
    #expect(try record() == before)
  }

  @Test("If one program refuses its file, the other programs are still switched on")
  func others() throws {
    try describe(Self.refusesIncludes)
    try desk.nightctl("programs", "new", "other")
    let answer = try desk.nightctl("programs", "on", "mybar", "other")
    #expect(answer.exit == .exited(1), "\(answer)")
    #expect(try desk.nightctl("prefs", "read", "programs").output == "[\"other\"]\n")
    #expect(desk.home.text(Self.config) == "height 20")
    #expect(desk.home.text(".config/other/config")?.contains("include") == true)
  }

  @Test("If a program already rejects its file before nightd's edit, `on` succeeds with a message")
  func refusedBefore() throws {
    try describe("echo 'line 1: what is height'; exit 1")
    let answer = try desk.nightctl("programs", "on", "mybar")
    #expect(answer.exit == .exited(0), "\(answer)")
    #expect(
      answer.output.contains("refuses its configuration already, before any change"),
      "\(answer)"
    )
    #expect(answer.output.contains("line 1: what is height"), "\(answer)")
    #expect(desk.home.text(Self.config)?.contains("include") == true)
  }

  @Test(
    "If a program's check is killed or exceeds its time limit, `programs on` still succeeds",
    arguments: ["if grep -q include \"$1\"; then kill -9 $$; fi", "sleep 60"]
  )
  func unknown(script: String) throws {
    try describe(script)
    let answer = try desk.nightctl("programs", "on", "mybar")
    #expect(answer.exit == .exited(0), "\(answer)")
    #expect(!answer.output.contains("itself"), "\(answer)")
    #expect(desk.home.text(Self.config)?.contains("include") == true)
    let checked = try desk.nightctl("programs", "check", "mybar")
    #expect(checked.exit == .exited(0), "\(checked)")
    #expect(checked.output.contains("could not check its configuration"), "\(checked)")
  }

  @Test(
    "If nightctl is killed while a program checks nightd's edit, `off` restores the file"
  )
  func killed() throws {
    try describe("if grep -q include \"$1\"; then kill -9 $PPID; exit 1; fi")
    let answer = try desk.nightctl("programs", "on", "mybar")
    #expect(answer.exit != .exited(0), "\(answer)")
    #expect(desk.home.text(Self.config)?.contains("include") == true)
    let off = try desk.nightctl("programs", "off", "mybar")
    #expect(off.exit == .exited(0), "\(off)")
    try expectUntouched()
  }

  @Test(
    "`check NAME` runs the program's own check and prints its message; `check FOLDER` does neither"
  )
  func checked() throws {
    try describe("touch \"$1.ran\"; echo 'line 1: no'; exit 1")
    let folder = desk.home.file(".config/nightd/programs/mybar")
    let looked = try desk.nightctl("programs", "check", folder)
    #expect(looked.exit == .exited(0), "\(looked)")
    #expect(desk.home.text(Self.config + ".ran") == nil)
    let answer = try desk.nightctl("programs", "check", "mybar")
    #expect(answer.exit == .exited(1), "\(answer)")
    #expect(answer.output == "mybar itself refuses its configuration:\n  line 1: no\n")
  }

  @Test(
    "foot and i3 refuse an invalid file, accept a valid one, and can be switched on",
    .enabled(
      if: ["foot", "i3"].allSatisfy { Tool.path($0) != nil },
      "foot or i3 is not installed"
    ),
    arguments: [
      ("foot", ".config/foot/foot.ini", "font=monospace\n", "[colors]\nbackground=zz\n"),
      (
        "i3", ".config/i3/config", "# i3 config file (v4)\nset $m Mod4\n",
        "# i3 config file (v4)\nblurb 1\n"
      ),
    ]
  )
  func real(name: String, path: String, good: String, bad: String) throws {
    try desk.home.write(good, to: path)
    let right = try desk.nightctl("programs", "check", name)
    #expect(right.output.contains("\(name) itself accepts its configuration."), "\(right)")
    #expect(try desk.nightctl("programs", "on", name).exit == .exited(0))
    #expect(desk.home.text(path) != good)
    let on = try desk.nightctl("programs", "check", name)
    #expect(on.output.contains("\(name) itself accepts its configuration."), "\(on)")
    try desk.nightctl("programs", "off", name)
    try desk.home.write(bad, to: path)
    let wrong = try desk.nightctl("programs", "check", name)
    #expect(wrong.output.contains("\(name) itself refuses its configuration:\n  "), "\(wrong)")
  }

  private func record() throws -> String? {
    desk.home.text(".local/state/nightd/programs.json")
  }

  private func expectUntouched() throws {
    #expect(desk.home.text(Self.config) == "height 20")
    #expect(desk.home.text(".local/state/nightd/programs/mybar.conf") == nil)
    #expect(try desk.nightctl("prefs", "read", "programs").output == "[]\n")
  }
}
