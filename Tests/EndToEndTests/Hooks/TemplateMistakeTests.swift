import Glibc
import TestSupport
import Testing

/// Templates and descriptions that get a mistake while they are on.
@Suite("Mistakes in templates that are on")
struct TemplateMistakeTests {
  private static let config = ".config/matugen/config.toml"
  private static let template = ".config/matugen/a"
  private static let whole = "[templates.a]\ninput_path = 'a'\noutput_path = '~/out'\n"
  private let programs: FollowerDesk
  private var desk: Desk { programs.desk }

  init() throws {
    programs = try FollowerDesk(try Desk())
    try desk.home.write(Self.whole, to: Self.config)
    try desk.home.write("# {{mode}}\n", to: Self.template)
    try desk.home.write("# mine\n", to: "out")
    try programs.startDaemon()
    try programs.nightctl("set", "light")
  }

  @Test(
    "If a switched-on template gets a mistake, its output stays, and the mistake is reported",
    arguments: [
      (template, "{{colors.primry}}\n", "did you mean “primary”?"),
      (template, "<* if mode *>\n", "expected “<* endif *>”"),
      (config, "[templates.a\n", "this is not valid TOML"),
      (config, "[templates.a]\ninput_path = 'a'\noutput_path = '/etc/x'\n", "in your home folder"),
      (config, "[templates.a]\ninput_path = 'a'\noutput_path = '~/.config/matugen/a'\n", "its own"),
    ]
  )
  func kept(file: String, text: String, message: String) throws {
    try programs.nightctl("programs", "on", "matugen-a")
    let whole = desk.home.text(file) ?? ""
    try desk.home.write(text, to: file)
    let applied = try desk.nightctl("programs", "apply")
    #expect(applied.exit == .exited(1) && applied.errors.contains(message), "\(applied)")
    try programs.nightctl("set", "dark")
    try programs.until { try desk.nightctl("programs").output.contains("failed: ") }
    #expect(desk.home.text("out") == "# light\n")
    let list = try programs.nightctl("programs").output
    #expect(list.contains(message) && list.contains("nightd's last run"), "\(list)")
    let again = try desk.nightctl("programs", "on", "matugen-a")
    #expect(again.errors.contains(message), "\(again)")
    try desk.home.write(whole, to: file)
    try programs.nightctl("programs", "apply")
    #expect(desk.home.text("out") == "# dark\n")
    try desk.home.write(text, to: file)
    try programs.nightctl("programs", "off", "matugen-a")
    #expect(desk.home.text("out") == "# mine\n")
  }

  @Test(
    "If a template's file or its entry in the configuration is removed, the user's text returns",
    arguments: [(template, nil), (config, ""), (config, nil)] as [(String, String?)]
  )
  func gone(file: String, text: String?) throws {
    try programs.nightctl("programs", "on", "matugen-a")
    try #require(unlink(desk.home.file(file)) == 0)
    if let text { try desk.home.write(text, to: file) }
    #expect(try desk.nightctl("programs", "apply").exit == .exited(1))
    #expect(desk.home.text("out") == "# mine\n")
  }

  @Test(
    "If a description becomes invalid, its program's keys stay, but other programs' keys change"
  )
  func keys() throws {
    func describe(_ name: String, _ value: String) throws {
      try desk.home.write(
        "{ title: '\(name)', programs: ['sh'], edits: [{ file: '~/app.conf', format: 'ini', "
          + "section: 'W', set: [{ key: '\(name)', to: '\(value)' }] }] }",
        to: ".config/nightd/programs/\(name)/program.json5"
      )
    }
    try desk.home.write("[W]\nmine=1\n", to: "app.conf")
    for name in ["one", "two"] { try describe(name, "{{style}}") }
    try programs.nightctl("programs", "on", "one", "two")
    try describe("one", "{{nothing}}")
    try programs.nightctl("set", "dark")
    try programs.until { desk.home.text("app.conf") == "[W]\nmine=1\none=light\ntwo=dark\n" }
    #expect(try desk.nightctl("programs", "apply").exit == .exited(1))
    #expect(desk.home.text("app.conf") == "[W]\nmine=1\none=light\ntwo=dark\n")
    // The record does not say which program set which key.
    let off = try desk.nightctl("programs", "off", "two")
    #expect(off.exit == .exited(1) && off.errors.contains("one writes this file"), "\(off)")
    try programs.nightctl("programs", "off", "one")
    #expect(desk.home.text("app.conf") == "[W]\nmine=1\n")
  }

  @Test("`undo` restores the files of templates with mistakes")
  func undo() throws {
    try programs.nightctl("programs", "on", "matugen-a")
    try desk.home.write("{{", to: Self.template)
    try programs.nightctl("undo")
    #expect(desk.home.text("out") == "# mine\n")
  }

  @Test("`on --dry-run` and `show` print all lines of the command that a template's hook runs")
  func hooks() throws {
    try desk.home.write(
      Self.whole
        + "[templates.b]\ninput_path = '/dev/null'\noutput_path = '/dev/null'\n"
        + "post_hook = 'pkill -x {{mode}}'\n[templates.c]\ninput_path = 'a'\n"
        + "output_path = '~/c'\npost_hook = '''\nif true; then\n\ttouch \"$HOME/x\"\nfi\n'''\n",
      to: Self.config
    )
    let hooks =
      "Runs the hook: pkill -x light\nRuns the hook:\n    if true; then\n"
      + "      touch \"$HOME/x\"\n    fi\n"
    let planned = try desk.nightctl("programs", "on", "matugen", "--dry-run")
    #expect(planned.output.contains("/c\n" + hooks + "Nothing was changed."), "\(planned)")
    let shown = try desk.nightctl("programs", "show", "matugen-c")
    #expect(shown.output.hasSuffix(hooks.split(separator: "light\n")[1]), "\(shown)")
  }

  @Test("If two templates write the same file, the second one is refused, and the reason says so")
  func both() throws {
    try desk.home.write(
      Self.whole + "[templates.b]\ninput_path = 'a'\noutput_path = '~/out'\n",
      to: Self.config
    )
    try programs.nightctl("programs", "on", "matugen-a")
    let refused = try desk.nightctl("programs", "on", "matugen-b")
    #expect(refused.errors.contains("matugen-a, which is on, also writes the file"), "\(refused)")
  }

  @Test("A template that is too large is reported with the limit")
  func large() throws {
    try desk.home.write(String(repeating: "x", count: 1 << 20 | 1), to: Self.template)
    let refused = try desk.nightctl("programs", "on", "matugen-a")
    #expect(refused.errors.contains("expected at most 1048576 bytes, found 1048577"), "\(refused)")
  }
}
