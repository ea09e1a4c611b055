import Glibc
import NightCore
import Testing

@testable import NightPrograms

@Suite("Descriptions of programs")
struct ProgramReaderTests {
  private static func read(
    _ text: String,
    _ files: [String: String] = ["colors.conf": "a {{colors.surface.default.hex}}\n"]
  ) throws(ProgramReader.Problem) -> Program? {
    try ProgramReader.read("bar", in: "/home/ann/.config/nightd/programs/bar", Array(text.utf8)) {
      files[$0].map { Array($0.utf8) }
    }
  }

  private static func context(exists paths: Set<String> = []) -> ProgramContext {
    let variables = ["HOME": "/home/ann", "XDG_CONFIG_HOME": "/home/ann/conf"]
    return ProgramContext(
      ColorScheme(builtIn: "daylight", style: .light),
      BaseFolders { variables[$0] },
      environment: { variables[$0] },
      exists: { paths.contains($0) }
    )
  }

  private static let start = "{ title: \"Bar\", programs: [\"bar\"], "

  @Test("A description states which files and lines nightd writes, and how it notifies the program")
  func whole() throws {
    let program = try #require(
      try Self.read(
        Self.start + """
          files: [{ template: "colors.conf" }],
          edits: [{ file: ["~/.barrc", "~/.config/bar/rc"], line: "include {{files.colors}}" }],
          tell: [{ signal: "USR1", to: ["bar"] }],
          }
          """
      )
    )
    let wanted = try program.wanted(Self.context())
    let path = "/home/ann/.local/state/nightd/"
    #expect(wanted.files.count == 1)
    #expect(wanted.files.first?.path.hasPrefix(path) == true)
    #expect(wanted.files.first?.text == "a #ffffff\n")
    #expect(wanted.include?.paths == ["/home/ann/.barrc", "/home/ann/conf/bar/rc"])
    #expect(wanted.include?.line.hasPrefix("include ~/.local/state/nightd/") == true)
    #expect(wanted.announcements == [.signal(.usr1, programs: ["bar"])])
    #expect(wanted.restorations == wanted.announcements)
  }

  @Test("If a user's description is empty, it disables nightd's description of the same program")
  func empty() throws { #expect(try Self.read("{}") == nil) }

  struct Mistake: CustomTestStringConvertible {
    let text: String
    let sentence: String
    var testDescription: String { text }

    init(_ text: String, _ sentence: String) {
      self.text = text
      self.sentence = sentence
    }
  }

  @Test(
    "A mistake in a description is reported with its line and column",
    arguments: [
      Mistake("{", "1:2: expected a name or “}”"),
      Mistake("[]", "1:1: expected an object"),
      Mistake(
        "{ title: \"Bar\", programs: [\"bar\"] }",
        "1:1: expected “files”, “edits” or “tell”"
      ),
      Mistake("{ title: \"Bar\" }", "1:1: expected “programs”"),
      Mistake(start + "fles: [] }", "“fles” is unknown here; did you mean “files”?"),
      Mistake(start + "group: \"terminal\" }", "did you mean “terminals”?"),
      Mistake(start + "files: [{ template: \"none\" }] }", "this folder has no file “none”"),
      Mistake(start + "files: [{ template: \"../a\" }] }", "expected the name of a file"),
      Mistake(start + "files: [{ template: \".a\" }] }", "expected the name of a file"),
      Mistake(start + "edits: [{ file: \"~/a\" }] }", "expected “line” or “set” in “edits”"),
      Mistake(
        start + "edits: [{ file: \"~/a\", format: \"ini\",\n set: [{ key: \"a\" }] }] }",
        "2:8: expected “to”, “theme” or “twin” in “edits.set”"
      ),
      Mistake(
        start + "edits: [{ file: \"~/a\", set: [],\n line: \"b\" }] }",
        "expected no “set” beside “line” in “edits”"
      ),
      Mistake(
        start + "edits: [{ file: \"~/a\", set: [{ key: \"a\", to: \"b\" }] }] }",
        "expected “format” or “store” beside “set” in “edits”"
      ),
      Mistake(
        start + "edits: [{ file: \"~/a\", format: \"ini\", section: \"[S]\", set: [] }] }",
        "expected the name of a section without “[” and “]”"
      ),
      Mistake(
        start + "edits: [{ file: \"~/a\", format: \"gtkrc\", section: \"S\", set: [] }] }",
        "expected no “section”: only the formats ini, toml and json have sections"
      ),
      Mistake(
        start + "edits: [{ file: \"~/a\", format: \"word\", set: [{ key: \"a\", to: \"1\" }] }] }",
        "expected the key “value”: a file in the format “word” has one value"
      ),
      Mistake(
        start + "edits: [{ file: \"~/a\", format: \"ini\", set: [{ key: \"a\", to: 5 }] }] }",
        "expected a string for “edits.set.to”, found the number 5: a string must be in quotes"
      ),
      Mistake(
        start + "tell: [{ signal: \"HUP\" }] }",
        "1:43: expected “to” beside “signal” in “tell”"
      ),
      Mistake(
        start + "tell: [{ signal: \"SIGUSR1\", to: \"a\" }] }",
        "found “SIGUSR1”; did you mean “USR1”?"
      ),
      Mistake(
        start + "files: [{ template: \"colors.conf\" },\n edits: [] }",
        "2:2: expected a value or “]”, found the name “edits”: the list that begins at 1:43 has no “]”"
      ),
      Mistake(
        start + "edits: [{ file: \"~/a\", line: \"\\\"\\n{{x\" }] }",
        "1:73: expected “}}” to close the last “{{”"
      ),
      Mistake(start + "tell: [{ to: [\"a\"] }] }", "expected “signal”, “run” or “terminals”"),
      Mistake(start + "tell: [{ signal: \"KILL\", to: [\"a\"] }] }", "expected HUP, USR1, USR2"),
      Mistake(start + "code: \"magic\" }", "for “code”"),
      Mistake(
        start + "when: {\n knows: [\"a\", \"b\", \"c\"] } }",
        "2:9: expected a list of 2, such as [\"…\", \"…\"], for “when.knows”, found a list of 3"
      ),
      Mistake(
        start + "when: { lacks: \"a\" } }",
        "expected a list of 2, such as [\"…\", \"…\"], for “when.lacks”, found “a”"
      ),
      Mistake(
        start + "when: { variable: [\"A\"] } }",
        "expected a list of 2 to 64, such as [\"…\", \"…\"], for “when.variable”, found a list of 1"
      ),
      Mistake("{ title: 1, programs: [\"a\"] }", "expected a sentence on one line for “title”"),
    ]
  )
  func mistakes(_ it: Mistake) throws {
    let problem = #expect(throws: ProgramReader.Problem.self) { _ = try Self.read(it.text) }
    #expect(
      problem.map { "\($0.flaw)".contains(it.sentence) } == true,
      "\(String(describing: problem))"
    )
  }

  @Test(
    "A description cannot make nightd write outside the home folder or into nightd's own folders",
    arguments: [
      "/etc/passwd", "~/../bob/a", "~/a/../../b", "a", "~/.config/nightd/config.json5",
      "~/.local/share/nightd/themes/a.json5", "~/.local/state/nightd/intent.json",
    ]
  )
  func places(path: String) throws {
    let both = [
      "files: [{ template: \"colors.conf\", to: \"\(path)\" }] }",
      "edits: [{ file: \"\(path)\", line: \"a\" }] }",
    ]
    for rest in both {
      let program = try #require(try Self.read(Self.start + rest))
      let flaw = #expect(throws: Flaw.self) { try program.wanted(Self.context()) }
      #expect(flaw?.message.contains("expected a path in your home folder") == true)
    }
  }

  @Test(
    "If a description has a value that cannot be used, its line and column are reported",
    arguments: [
      Mistake(
        "files: [{ template: \"colors.conf\", to: \"$HOME/a\" }] }",
        "program.json5:2:40: expected a path in your home folder for “to”, without “..” and not in "
          + "nightd's own folders, found “$HOME/a”; write ~/ for your home folder"
      ),
      Mistake(
        "files: [{ template: \"colors.conf\" }], edits: [{ file: \"~/a\", line: \"é\\\"\\t{{files.colour}}\" }] }",
        "program.json5:2:76: files has no “colour”; did you mean “colors”?"
      ),
      Mistake(
        "edits: [{ file: \"~/a\", format: \"ini\", set: [{ key: \"a\", to: '\\x41{{colors.surfac}}' }] }] }",
        "program.json5:2:68: colors has no “surfac”; did you mean “surface”?"
      ),
      Mistake(
        "edits: [{ file: \"~/a\", format: \"ini\", set: [{ key: \"a\", to: \"b\\nc\" }] }] }",
        "program.json5:2:61: expected one line, found “bU+000Ac”"
      ),
      Mistake(
        "edits: [{ file: \"~/a\", format: \"xresources\", set: [{ key: \"a\", to: \"b\\\\\\nc\\nd: e\" }] }] }",
        "program.json5:2:68: expected one line, found “b\\U+000AcU+000Ad: e”"
      ),
      Mistake(
        "edits: [{ file: \"~/a\", line: \"{{env.HOME}}\" }] }",
        "program.json5:2:33: env has no “HOME”; it has BAT_CONFIG_PATH, TMUX_TMPDIR, "
          + "XDG_CURRENT_DESKTOP"
      ),
      Mistake(
        "files: [{ template: \"colors.conf\", digest: true, custom: {} }], tell: [] }",
        "colors.conf:1:4: colors has no “surfac”; did you mean “surface”?"
      ),
    ]
  )
  func places(_ it: Mistake) throws {
    let program = try #require(
      try Self.read(Self.start + "\n" + it.text, ["colors.conf": "a{{colors.surfac}}"])
    )
    let flaw = #expect(throws: Flaw.self) { try program.wanted(Self.context()) }
    #expect(flaw.map { "\($0)" } == it.sentence)
  }

  @Test("The message about a wrong path contains the whole path, however long it is")
  func longPath() throws {
    let path = "/" + String(repeating: "a/", count: 50)
    let program = try #require(
      try Self.read(Self.start + "edits: [{ file: \"\(path)\", line: \"a\" }] }")
    )
    let flaw = #expect(throws: Flaw.self) { try program.wanted(Self.context()) }
    #expect(flaw?.message.hasSuffix("found “\(path)”") == true)
  }

  @Test(
    "`off` signals a program only if the program has to read the user's own file again",
    arguments: [
      ("files: [{ template: \"colors.conf\", to: \"~/.config/bar/rc\" }]", false),
      ("files: [{ template: \"colors.conf\" }]", false),
      ("edits: [{ file: \"~/.barrc\", line: \"a\" }]", true),
      ("edits: [{ file: \"~/a\", format: \"ini\", set: [{ key: \"a\", to: \"b\" }] }]", true),
      ("files: [{ template: \"colors.conf\" }], restore: [{ signal: \"HUP\", to: \"bar\" }]", true),
    ]
  )
  func restorations(rest: String, isSignalled: Bool) throws {
    let tell =
      ", tell: [{ signal: \"HUP\", to: \"bar\" }, { run: [\"a\"] }, { terminals: \"b\" }] }"
    let program = try #require(try Self.read(Self.start + rest + tell))
    let signals = isSignalled ? [Announcement.signal(.hup, programs: ["bar"])] : []
    #expect(try program.wanted(Self.context()).restorations == signals)
  }

  @Test("If a description's line differs between the styles, this is reported with its position")
  func changingLine() throws {
    let context = ProgramContext(
      ColorScheme(builtIn: "midnight", style: .dark),
      Self.context().folders
    )
    for (line, isChanging) in [("theme {{style}}", true), ("theme {{user}}", false)] {
      let text = Self.start + "edits: [{ file: \"~/a\", line: \"\(line)\" }] }"
      let program = try #require(try Self.read(text))
      let flaw = try program.wanted(Self.context()).lineFlaw(beside: program.wanted(context))
      #expect((flaw != nil) == isChanging)
      #expect(
        flaw?.message.hasPrefix("program.json5:1:65: expected the same line in both styles")
          ?? !isChanging
      )
    }
  }

  @Test(
    "A value that would break a file of JSON or TOML is refused, with its position",
    arguments: [
      ("json", "dark", false), ("json", "\\\"dark\\\"", true), ("json", "true", true),
      ("json", "1.5", true), ("json", "1, \\\"c\\\": 2", false), ("json", "1 // c", false),
      ("json", "", false),
      ("json", "[1]", false), ("toml", "dark", false), ("toml", "\\\"dark\\\"", true),
      ("toml", "'dark'", true), ("toml", "false", true), ("toml", "12", true), ("toml", "", false),
      ("ini", "dark", true),
    ]
  )
  func brokenValue(format: String, value: String, isPermitted: Bool) throws {
    let edit = "edits: [{ file: \"~/a\", format: \"\(format)\", "
    let program = try #require(
      try Self.read(Self.start + edit + "set: [{ key: \"k\", to: \"\(value)\" }] }] }")
    )
    var flaw: Flaw?
    do throws(Flaw) { _ = try program.wanted(Self.context()) } catch { flaw = error }
    #expect((flaw == nil) == isPermitted, "\(flaw?.message ?? "")")
    let start = "program.json5:1:97: expected a value of \(format.uppercased()), found “"
    #expect(isPermitted || flaw?.message.hasPrefix(start) == true, "\(flaw?.message ?? "")")
  }

  @Test("In a command, ~/ means the home folder, and a check can refer to the edited file")
  func arguments() throws {
    let program = try #require(
      try Self.read(
        Self.start + """
          edits: [{ file: "~/.config/bar/rc", format: "ini", set: [{ key: "a", to: "b" }] }],
          tell: [{ run: ["~/bin/a", "~/.config/bar", "a~/b"] }], check: ["a", "{{file}}"],
          }
          """
      )
    )
    let wanted = try program.wanted(Self.context())
    #expect(
      wanted.announcements == [.run(["/home/ann/bin/a", "/home/ann/conf/bar", "a~/b"])]
    )
    #expect(wanted.check == ["a", "/home/ann/conf/bar/rc"])
    #expect(wanted.commands == ["/home/ann/bin/a", "a"])
  }

  @Test("If a template has a mistake, the template's name and the mistake's position are reported")
  func template() throws {
    let text = Self.start + "files: [{ template: \"colors.conf\" }] }"
    let problem = #expect(throws: ProgramReader.Problem.self) {
      _ = try Self.read(text, ["colors.conf": "a\n{{x"])
    }
    #expect(problem?.file == "colors.conf")
    #expect(problem?.flaw.position == Position(line: 2, column: 4))
    let program = try #require(try Self.read(text, ["colors.conf": "a\n {{colors.onSurfce}}"]))
    let flaw = #expect(throws: Flaw.self) { try program.wanted(Self.context()) }
    #expect(
      flaw?.message == "colors.conf:2:4: colors has no “onSurfce”; did you mean “onSurface”?"
    )
  }

  @Test("If a TOML file already sets a key, the key is not added a second time")
  func twice() throws {
    let edits = "edits: [{ file: \"~/.config/bar/bar.toml\", line: \"theme = 'n'\" }] }"
    let program = try #require(try Self.read(Self.start + edits))
    let include = try #require(try program.wanted(Self.context()).include)
    #expect(include.refusal("# a\ntheme = \"mine\"\n") != nil)
    #expect(include.refusal("themes = 1\n") == nil)
  }

  @Test("If a description has several lines, only the first one whose condition is true is added")
  func lines() throws {
    let edits = """
      edits: [
        { when: { exists: "/new" }, file: "~/.config/bar/bar.lua", line: "new" },
        { file: "~/.config/bar/bar.conf", line: "old" },
      ] }
      """
    let program = try #require(try Self.read(Self.start + edits))
    #expect(try program.wanted(Self.context()).include?.line == "old")
    #expect(try program.wanted(Self.context(exists: ["/new"])).include?.line == "new")
    let hidden = "edits: [{ file: \"~/.a\", line: \"a\" }, { file: \"~/.b\", line: \"b\" }] }"
    let problem = #expect(throws: ProgramReader.Problem.self) {
      _ = try Self.read(Self.start + hidden)
    }
    #expect(problem?.flaw.message.contains("expected a “when” for the previous “line”") == true)
  }

  @Test("If a description has a huge text, many files or deep nesting, it is refused")
  func limits() {
    let files = String(repeating: "{ template: \"colors.conf\" },", count: 17)
    for text in [
      String(repeating: "[", count: 100), Self.start + "files: [\(files)] }",
      Self.start + "note: \"\(String(repeating: "a", count: 2_000))\" }",
      Self.start + "/*" + String(repeating: "a", count: 300_000) + "*/ }",
    ] {
      #expect(throws: ProgramReader.Problem.self) { _ = try Self.read(text) }
    }
  }

  /// If NIGHTD_WRITE_DOCS is set, the test rewrites this copy first.
  ///
  /// Review the copy's diff before you commit the copy.
  @Test("data/schema contains the current schema of descriptions")
  func schema() throws {
    let path = ShippedPrograms.root + "/data/schema/program.schema.json"
    let text = ProgramShape.document.text(pretty: true) + "\n"
    if getenv("NIGHTD_WRITE_DOCS") != nil { try ShippedPrograms.write(text, to: path) }
    let bytes = try #require(ShippedPrograms.read(path))
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test("A description can use every role of nightd's themes")
  func roles() throws {
    for name in ColorScheme.standardRoles {
      #expect(ColorScheme(builtIn: "midnight", style: .dark).themeColor(name) != nil, "\(name)")
    }
  }
}
