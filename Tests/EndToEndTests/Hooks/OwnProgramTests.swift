import Glibc
import TestSupport
import Testing

/// Programs that the user has described; nightctl and nightd are the real ones.
@Suite("The user's own programs")
struct OwnProgramTests {
  private static let folder = ".config/nightd/programs/mybar/"
  private static let config = ".config/mybar/config"
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.home.write("height 20\n", to: Self.config)
    try desk.startDaemon()
  }

  @Test(
    "A description that `programs new` makes is valid and works, and `off` leaves nothing behind"
  )
  func whole() throws {
    #expect(try desk.nightctl("programs", "new", "mybar").exit == .exited(0))
    #expect(try desk.nightctl("programs", "check").output == "No mistakes in mybar.\n")
    let shown = try desk.nightctl("programs", "show", "mybar").output
    #expect(shown.contains("\n height 20\n+include ~/.local/state/nightd/programs/mybar.conf\n"))
    #expect(desk.home.text(Self.config) == "height 20\n")
    // A program may be named twice, as a template beside its tool.
    #expect(try desk.nightctl("programs", "on", "mybar", "mybar").exit == .exited(0))
    let colors = ".local/state/nightd/programs/mybar.conf"
    #expect(desk.home.text(colors)?.contains("variant light") == true)
    #expect(desk.home.text(Self.config)?.contains("include ~/.local/state/nightd") == true)
    #expect(try desk.nightctl("programs", "off", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.config) == "height 20\n")
    #expect(desk.home.text(colors) == nil)
  }

  @Test("If the line in a description changes, `on` replaces the old line in the user's file")
  func changedLine() throws {
    func write(_ word: String) throws {
      try desk.home.write(
        """
        { title: "my bar", programs: ["sh"], files: [{ template: "colors.conf" }],
          edits: [{ file: "~/\(Self.config)", line: "\(word) {{files.colors}}" }] }
        """,
        to: Self.folder + "program.json5"
      )
    }
    try desk.home.write("# Written by nightd\n", to: Self.folder + "colors.conf")
    let lines = ["include", "load"].map { "\($0) ~/.local/state/nightd/programs/mybar.conf\n" }
    for (word, line) in zip(["include", "load"], lines) {
      try write(word)
      let on = try desk.nightctl("programs", "on", "mybar")
      #expect(on.exit == .exited(0), "\(on)")
      #expect(desk.home.text(Self.config) == "height 20\n" + line)
    }
    #expect(try desk.nightctl("programs", "on", "mybar").output.contains("has the line already"))
    #expect(try desk.nightctl("programs", "off", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.config) == "height 20\n")
  }

  @Test(
    "`off` restores a program's file even if the description is missing or has a mistake",
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
    #expect(applied.errors.contains(isRemoved ? "the description of mybar" : "program.json5:1:10"))
    #expect(try desk.nightctl("programs", "off", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.config) == "height 20\n")
    #expect(desk.home.text(".local/state/nightd/programs/mybar.conf") == nil)
  }

  @Test(
    "A mistake in a description is reported with its position, and the program is not switched on"
  )
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

  @Test("If a program's settings already have the values that `on` would write, `on` says so")
  func nothingToWrite() throws {
    try desk.home.write("[View]\nmode=light\n", to: ".config/mybar/mybar.ini")
    try describe(
      """
      edits: [{ file: "~/.config/mybar/mybar.ini", format: "ini", section: "View",
        set: [{ key: "mode", to: "{{style}}" }] }]
      """
    )
    let done = try desk.nightctl("programs", "on", "mybar")
    #expect(done.exit == .exited(0), "\(done)")
    #expect(done.output == "mybar is on; its settings already have the values for this style.\n")
  }

  @Test("`programs check` reports every structural mistake in a description")
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
    #expect(places == ["2:3:", "3:10", "4:23", "1:1:", "1:1:"], "\(answer)")
  }

  private func describe(_ rest: String) throws {
    try desk.home.write(
      "{ title: \"My bar\", programs: [\"mybar\", \"sh\"],\n\(rest) }",
      to: Self.folder + "program.json5"
    )
  }

  @Test("If the user's file already has the line to add, `on` and `off` do not change the file")
  func ownComment() throws {
    let text = "# My colours\nheight 20\n"
    try desk.home.write(text, to: Self.config)
    try describe("edits: [{ file: \"~/.config/mybar/config\", line: \"# My colours\" }]")
    let on = try desk.nightctl("programs", "on", "mybar")
    #expect(on.exit == .exited(0), "\(on)")
    #expect(on.output == "\(desk.home.file(Self.config)) has the line already:  # My colours\n")
    #expect(desk.home.text(".local/state/nightd/programs/record.json") == nil)
    #expect(try desk.nightctl("programs", "off", "mybar").exit == .exited(0))
    #expect(desk.home.text(Self.config) == text)
  }

  @Test("If a description's folder is a broken link, the error says that program.json5 is missing")
  func danglingFolder() throws {
    let folder = desk.home.file(".config/nightd/programs/mybar")
    try desk.home.makeFolder(".config/nightd/programs")
    try #require(symlink("/nowhere", folder) == 0)
    for command in ["on", "off", "check", "show"] {
      let answer = try desk.nightctl("programs", command, "mybar")
      #expect(answer.errors.contains("\(folder) has no program.json5"), "\(answer)")
    }
    let new = try desk.nightctl("programs", "new", "mybar")
    #expect(new.errors.contains("\(folder) exists"), "\(new)")
  }

  @Test(
    "If a description has different lines for light and dark, `check` reports this as a mistake"
  )
  func changingLine() throws {
    try describe("edits: [{ file: \"~/.config/mybar/config\", line: \"theme {{style}}\" }]")
    let answer = try desk.nightctl("programs", "check", "mybar")
    #expect(answer.exit == .exited(1), "\(answer)")
    let place = "\(desk.home.file(Self.folder))program.json5:2:49: expected the same line in both"
    #expect(answer.output.contains(place), "\(answer)")
  }

  @Test(
    "`check` and `on` report missing commands; `check` also reports files without nightd's marker"
  )
  func notes() throws {
    try desk.home.write("{{style}}\n", to: Self.folder + "colors.conf")
    try describe(
      """
      files: [{ template: "colors.conf", to: "~/.config/mybar/colors" }],
      edits: [{ store: { read: ["noread", "{}"], write: ["true"] }, set: [{ key: "a", to: "b" }] }],
      tell: [{ run: ["nobarctl"] }],
      check: ["nocheck"],
      """
    )
    let check = try desk.nightctl("programs", "check", "mybar")
    #expect(check.exit == .exited(0), "\(check)")
    for command in ["noread", "nobarctl", "nocheck"] {
      #expect(check.output.contains("mybar: PATH has no \(command)"), "\(check)")
    }
    #expect(check.output.contains("/.config/mybar/colors lacks the words"), "\(check)")
    #expect(check.output.hasSuffix("No mistakes in mybar.\n"), "\(check)")
    let on = try desk.nightctl("programs", "on", "mybar")
    #expect(on.output.contains("mybar: PATH has no nobarctl"), "\(on)")
  }

  @Test("If a file sets a key several times, `show` prints the line that takes effect")
  func severalTimes() throws {
    try desk.home.write("[S]\na=1\na=2\n", to: Self.config)
    try describe(
      """
      edits: [{ file: "~/.config/mybar/config", format: "ini", section: "S",
        set: [{ key: "a", to: "3" }] }]
      """
    )
    let answer = try desk.nightctl("programs", "show", "mybar")
    let sentence =
      "in \(desk.home.file(Self.config)), line 3, the last of the 2 lines that set this key.\n"
    #expect(answer.output.contains(sentence), "\(answer)")
  }

  @Test(
    "If a program is switched on but its description is unusable, the list and the doctor say why",
    arguments: [
      ("{ title: ", "program.json5:1:10: "), ("{}", "program.json5 is empty ({})"),
      (nil, "the description of mybar no longer exists"),
    ]
  )
  func unusable(text: String?, reason: String) throws {
    try desk.nightctl("programs", "new", "mybar")
    try desk.nightctl("programs", "on", "mybar")
    if let text {
      try desk.home.write(text, to: Self.folder + "program.json5")
    } else {
      for file in ["program.json5", "colors.conf", ""] {
        remove(desk.home.file(Self.folder + file))
      }
    }
    let list = try desk.nightctl("programs")
    #expect(list.output.contains("mybar  "), "\(list)")
    #expect(list.output.contains("on, without effect"), "\(list)")
    #expect(list.output.contains(reason), "\(list)")
    let json = try desk.nightctl("programs", "--json").output
    #expect(json.contains(#""name":"mybar","group":"other","on":true,"#), "\(json)")
    #expect(try desk.nightctl("doctor").output.contains("mybar: "))
  }

  @Test(
    "Until a style is chosen, nightd writes no program's settings, and the list says so"
  )
  func noChoice() throws {
    try desk.nightctl("programs", "new", "mybar")
    try desk.nightctl("programs", "on", "mybar")
    let list = try desk.nightctl("programs").output
    #expect(!list.contains("no other program's settings"), "\(list)")
    #expect(list.contains("does not yet write the settings of programs that follow the style"))
  }

  @Test(
    "A missing description, an empty description and an unknown program each have their own message"
  )
  func unknown() throws {
    func errors(_ command: String, _ name: String) throws -> String {
      try desk.nightctl("programs", command, name).errors
    }
    try desk.home.write("{}", to: Self.folder + "program.json")
    for name in ["mybar", desk.home.file(Self.folder)] {
      let answer = try desk.nightctl("programs", "check", name)
      let sentence = "/.config/nightd/programs/mybar has no program.json5"
      #expect((answer.output + answer.errors).contains(sentence), "\(answer)")
    }
    #expect(try errors("on", "mybar").contains("has no program.json5"))
    try desk.home.write("{}", to: Self.folder + "program.json5")
    #expect(try errors("on", "mybar").contains("program.json5 is empty ({})"))
    #expect(
      try errors("on", "foot-2")
        .contains("to make a description, run nightctl programs new foot-2")
    )
  }

  @Test(
    "A description that other users can write to is refused",
    arguments: ["program.json5", "colors.conf"]
  )
  func others(file: String) throws {
    try desk.nightctl("programs", "new", "mybar")
    chmod(desk.home.file(Self.folder + file), 0o666)
    let answer = try desk.nightctl("programs", "on", "mybar")
    #expect(answer.exit == .exited(1), "\(answer)")
    #expect(answer.errors.contains("is writable by everyone"), "\(answer)")
  }

  @Test("A user's description replaces nightd's description, and an empty one hides the program")
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

  @Test(
    "A description that lists the path of a user's own file cannot overwrite or remove the file"
  )
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

  @Test(
    "nightd keeps a user's edit of a template's output, even if the output does not mention nightd"
  )
  func changedOutput() throws {
    let path = ".config/mybar/colors.conf"
    try desk.home.write("style {{style}}\n", to: Self.folder + "colors.conf")
    try desk.home.write(
      """
      { title: "mybar", programs: ["sh"], files: [{ template: "colors.conf", to: "~/\(path)" }] }
      """,
      to: Self.folder + "program.json5"
    )
    #expect(try desk.nightctl("programs", "on", "mybar").exit == .exited(0))
    for style in ["dark", "light", "dark"] {
      try desk.nightctl("set", style)
      #expect(try desk.nightctl("programs", "apply").exit == .exited(0))
      #expect(desk.home.text(path) == "style \(style)\n")
    }
    try desk.home.write("mine\n", to: path)
    let applied = try desk.nightctl("programs", "apply")
    #expect(applied.errors.contains("was not written by nightd"), "\(applied)")
    let off = try desk.nightctl("programs", "off", "mybar")
    #expect(off.output.contains("Keeps \(desk.home.file(path)), because it has changed"), "\(off)")
    #expect(desk.home.text(path) == "mine\n")
  }

  @Test("If the user moves nightd's line to another file, `off` keeps the file that the line loads")
  func movedLine() throws {
    try desk.nightctl("programs", "new", "mybar")
    try desk.nightctl("programs", "on", "mybar")
    let line = "include ~/.local/state/nightd/programs/mybar.conf"
    try desk.home.write("height 20\ninclude extra\n", to: Self.config)
    try desk.home.write(line + "\n", to: ".config/mybar/extra")
    let off = try desk.nightctl("programs", "off", "mybar")
    #expect(off.exit == .exited(1), "\(off)")
    #expect(off.output.contains("Remove this line from \(desk.home.file(".config/mybar/extra"))"))
    #expect(desk.home.text(".local/state/nightd/programs/mybar.conf") != nil)
    try desk.home.write("", to: ".config/mybar/extra")
    #expect(try desk.nightctl("programs", "off", "mybar").exit == .exited(0))
    #expect(desk.home.text(".local/state/nightd/programs/mybar.conf") == nil)
  }

  @Test("If the record is lost, `off` lists the files that have nightd's values")
  func lostRecord() throws {
    let path = ".config/mybar/settings.ini"
    try desk.home.write("[Bar]\ntheme=Mine\n", to: path)
    try desk.home.write(
      """
      { title: "mybar", programs: ["sh"], edits: [{ file: "~/\(path)", format: "ini",
        section: "Bar", set: [{ key: "theme", to: "{{ style }}-bar" }] }] }
      """,
      to: Self.folder + "program.json5"
    )
    #expect(try desk.nightctl("programs", "check").exit == .exited(0))
    #expect(try desk.nightctl("programs", "on", "mybar").exit == .exited(0))
    #expect(desk.home.text(path) == "[Bar]\ntheme=light-bar\n")
    unlink(desk.home.file(".local/state/nightd/programs/record.json"))
    let off = try desk.nightctl("programs", "off", "mybar")
    #expect(off.exit == .exited(1), "\(off)")
    let why = "\(desk.home.file(path)) has the values that nightd would write"
    #expect(off.output.contains(why), "\(off)")
  }
}
