import TestSupport
import Testing

/// Files that nightd refuses to import, with and without `--dry-run`.
@Suite("nightctl prefs import of invalid files")
struct PreferenceImportTests {
  private let desk: Desk
  private let daemon: Program
  private let locks: String

  init() throws {
    desk = try Desk()
    try desk.home.write("theme.dark", to: "system/nightd/locks")
    locks = desk.home.file("system/nightd/locks")
    daemon = try desk.startDaemon(adding: ["XDG_CONFIG_DIRS": desk.home.file("system")])
  }

  private func refused(_ text: String, _ words: String...) throws -> String {
    try desk.home.write(text, to: "import")
    let finished = try Program.run(
      Built.nightctl,
      ["prefs", "import", desk.home.file("import")] + words,
      environment: desk.environment
    )
    #expect(finished.exit == .exited(1), "\(finished)")
    #expect(finished.output == "")
    #expect(try desk.nightctl("prefs", "export").output == "{}\n")
    return finished.errors
  }

  @Test(
    "An import is refused as a whole if it has a locked key, the key `choice` or too many keys",
    arguments: [false, true]
  )
  func refusals(isDryRun: Bool) throws {
    let more = isDryRun ? "--dry-run" : "--json"
    #expect(
      try refused("{fade: 1, theme: {dark: 'x'}}", more)
        == "nightctl: theme.dark is locked by \(locks):1:1; nothing was changed\n"
    )
    #expect(
      try refused("{choice: 'dark'}", more)
        == "nightctl: choice is changed by nightctl set and can only be deleted here; "
        + "nothing was changed\n"
    )
    let many = (0..<5_000).map { "k\($0): 1" }.joined(separator: ",")
    let few = try refused("{app: {x: {\(many)}}}", more)
    #expect(few.hasPrefix("nightctl: ") && few.hasSuffix("; nothing was changed\n"), "\(few)")
  }

  @Test(
    "An import is refused if it contains an unknown theme, or a dark theme for the light style",
    arguments: [false, true]
  )
  func theme(isDryRun: Bool) throws {
    let more = isDryRun ? "--dry-run" : "--json"
    for (theme, why) in [("nosuch", "there is no theme"), ("midnight", "theme.dark")] {
      let errors = try refused("{fade: 1, theme: {light: '\(theme)'}}", more)
      #expect(errors.contains("theme.light: ") && errors.contains(why), "\(errors)")
      #expect(errors.hasSuffix("; nothing was changed\n"))
    }
  }

  @Test("A dry run of a valid import changes nothing")
  func allowed() throws {
    try desk.home.write("{fade: 1}", to: "import")
    let finished = try desk.nightctl("prefs", "import", desk.home.file("import"), "--dry-run")
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(finished.output == "+ fade = 1\n")
    #expect(try desk.nightctl("prefs", "export").output == "{}\n")
    #expect(desk.storedRevision == nil || desk.storedRevision == 0)
  }

  static let forms: [(bytes: [UInt8], sentence: String)] = [
    (
      Array("bplist00".utf8) + [0xD1, 0x01],
      "it is a binary property list; to make it readable, run plutil -convert xml1 FILE"
    ),
    ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], utf16), ([0xFE, 0xFF, 0, 0x7B], utf16),
    ([0x3C, 0], utf16), ([0, 0x7B, 0, 0x7D], utf16),
  ]
  private static let utf16 = "it is UTF-16 text; to convert it, run iconv -f UTF-16 -t UTF-8 FILE"

  @Test(
    "The error for a binary or UTF-16 file suggests a command that converts the file",
    arguments: forms
  )
  func foreign(bytes: [UInt8], sentence: String) throws {
    try desk.home.write(bytes, to: "import")
    let file = desk.home.file("import")
    for words in [[], ["--format", "plist"], ["--format", "json5"]] {
      let finished = try Program.run(
        Built.nightctl,
        ["prefs", "import", file] + words,
        environment: desk.environment
      )
      #expect(finished.exit == .exited(1))
      #expect(finished.errors == "nightctl: \(file): \(sentence); nothing was changed\n")
    }
  }

  @Test(
    "Applications' names survive export and import unchanged",
    arguments: ["json", "json5", "plist"]
  )
  func applications(format: String) throws {
    for application in ["$y", "$$x", "$date", "a.b"] {
      try desk.nightctl("prefs", "write", "k", "-dict", "$a", "1", "--app", application)
    }
    let stored = try desk.nightctl("prefs", "export").output
    let export = try desk.nightctl("prefs", "export", "--format", format).output
    try desk.home.write(export, to: "import")
    for application in ["$y", "$$x", "$date", "a.b"] {
      try desk.nightctl("prefs", "delete", "--app", application, "--all")
    }
    #expect(try desk.nightctl("prefs", "export").output == "{}\n")
    let finished = try desk.nightctl("prefs", "import", desk.home.file("import"))
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(try desk.nightctl("prefs", "export").output == stored)
    #expect(try desk.nightctl("prefs", "export", "--format", format).output == export)
  }

  @Test(
    "An unknown stored key can be exported, and imported with a warning if its value is unchanged",
    arguments: ["json5", "plist"]
  )
  func newer(format: String) throws {
    try desk.nightctl("prefs", "write", "fade", "5")
    _ = try desk.end(daemon)
    let text = try #require(desk.home.text(Desk.store))
    try desk.replaceStore(
      text.replacing("\"fade\": 5", with: "\"fade\": 5, \"tomorrow\": {\"b\": [17]}")
    )
    try desk.startDaemon()
    let export = try desk.nightctl("prefs", "export", "--format", format).output
    #expect(export.contains("tomorrow"))
    let file = desk.home.file("import")
    try desk.home.write(export, to: "import")
    let finished = try desk.nightctl("prefs", "import", file)
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(finished.output == "nothing to change\n")
    #expect(
      finished.errors.hasPrefix(file)
        && finished.errors.hasSuffix(
          ": “tomorrow” is not a key that nightd knows; ignored, because the key has this value already\n"
        ),
      "\(finished)"
    )
    try desk.home.write(export.replacing("17", with: "18"), to: "import")
    let refused = try desk.nightctl("prefs", "import", file, "--format", format)
    #expect(refused.exit == .exited(1), "\(refused)")
  }
}
