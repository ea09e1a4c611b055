import Glibc
import TestSupport
import Testing

/// `nightctl prefs edit`, which needs no daemon and edits the file that the daemon reads.
@Suite("nightctl prefs edit")
struct PreferenceEditTests {
  let home: TemporaryFolder
  static let folder = ".config/nightd"
  static let config = folder + "/config.json5"

  init() throws { home = try TemporaryFolder() }

  func edit(_ editor: String, _ more: [String: String] = [:]) throws -> Finished {
    try Program.run(
      Built.nightctl,
      ["prefs", "edit"],
      environment: [
        "LANG": "C.UTF-8", "HOME": home.path, "PATH": Tool.searchPath, "EDITOR": editor,
      ]
      .merging(more) { $1 }
    )
  }

  private func mode(_ file: String) -> mode_t {
    var facts = stat()
    return stat(home.file(file), &facts) == 0 ? facts.st_mode & 0o777 : 0
  }

  /// Expects that the folder contains only config.json5.
  func expectNoCopy() {
    #expect(home.list(Self.folder) == ["config.json5"])
  }

  @Test("`prefs edit` makes a missing file and its folders, which only their owner can access")
  func first() throws {
    let finished = try edit("printf '{fade: 5}' >")
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(finished.errors == "")
    #expect(home.text(Self.config) == "{fade: 5}")
    #expect(mode(Self.config) == 0o600)
    #expect(mode(Self.folder) == 0o700)
    expectNoCopy()
  }

  @Test("An edited file keeps its mode, even if the editor replaces the file")
  func replaced() throws {
    try home.makeFolder(Self.folder)
    try home.write("// mine\n{fade: 5}\n", to: Self.config)
    chmod(home.file(Self.config), 0o644)
    let finished = try edit("sed -i -e 's/5/6 /'")
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(home.text(Self.config) == "// mine\n{fade: 6 }\n")
    #expect(mode(Self.config) == 0o644)
    expectNoCopy()
  }

  @Test("VISUAL overrides EDITOR, and if the editor changes nothing, `prefs edit` writes no file")
  func unchanged() throws {
    let finished = try edit("false", ["VISUAL": "true"])
    #expect(finished.exit == .exited(0))
    #expect(finished.output == "nothing was changed\n")
    #expect(
      finished.errors == "nightctl: if your editor opens a window and returns at once, use its "
        + "option to wait, such as EDITOR='code --wait'\n"
    )
    #expect(home.list(Self.folder) == [])
  }

  @Test(
    "If the editor fails, the file stays unchanged, and the copy is kept if the user has edited it"
  )
  func failed() throws {
    let untouched = try edit("false")
    #expect(untouched.exit == .exited(1))
    #expect(untouched.errors == "nightctl: the editor failed, and nothing was changed\n")
    #expect(home.list(Self.folder) == [])
    let touched = try edit("f() { echo '{}' > \"$1\"; return 3; }; f")
    #expect(touched.exit == .exited(1))
    let copy = try #require(home.list(Self.folder).first)
    #expect(
      touched.errors == "nightctl: the editor failed, and nothing was changed; "
        + "what you wrote is in \(home.file(Self.folder))/\(copy)\n"
    )
  }

  @Test("If the text for a new file has a mistake, `prefs edit` does not make the file")
  func firstMistaken() throws {
    let finished = try edit("printf '{fade: -5}' >")
    let copy = try #require(home.list(Self.folder).first)
    #expect(
      finished.errors.hasSuffix(
        "\nnightctl: “\(home.file(Self.config))” was not made; what you wrote is in "
          + "\(home.file(Self.folder))/\(copy)\n"
      ),
      "\(finished)"
    )
    #expect(home.list(Self.folder) == [copy])
  }

  @Test("If a killed nightctl left an unchanged copy, the next `prefs edit` removes the copy")
  func killed() throws {
    try home.makeFolder(Self.folder)
    try home.write("{fade: 1}", to: Self.config)
    #expect(try edit("kill -9 $PPID;").exit == .signalled(SIGKILL))
    #expect(home.list(Self.folder).count == 2)
    let next = try edit("sed -i s/1/2/")
    #expect(next.exit == .exited(0) && next.errors == "", "\(next)")
    expectNoCopy()
  }

  @Test(
    "If `prefs edit` was killed, the next one keeps the text, and prints the text's path and advice"
  )
  func killedWithText() throws {
    let killer = "f() { echo '{fade: 7}' > \"$1\"; kill -9 $PPID; }; f"
    #expect(try edit(killer).exit == .signalled(SIGKILL))
    let copy = try #require(home.list(Self.folder).first)
    let next = try edit("true")
    let path = home.file(Self.folder) + "/" + copy
    let use = "mv \(path) \(home.file(Self.config)) && nightctl prefs check"
    #expect(
      next.errors.hasPrefix(
        "nightctl: an earlier edit was not finished; what was written then is in “\(path)”; to use "
          + "it: \(use); remove it if you do not need it\n"
      ),
      "\(next)"
    )
    #expect(home.list(Self.folder) == [copy])
    #expect(home.text(Self.folder + "/" + copy) == "{fade: 7}\n")
  }

  @Test("If several edits are unfinished, `prefs edit` lists their copies in one line")
  func severalUnfinished() throws {
    let killer = "f() { echo '{fade: 7}' > \"$1\"; kill -9 $PPID; }; f"
    #expect(try edit(killer).exit == .signalled(SIGKILL))
    #expect(try edit(killer).exit == .signalled(SIGKILL))
    let copies = home.list(Self.folder).sorted()
    #expect(copies.count == 2)
    let next = try edit("true")
    let lines = next.errors.split(separator: "\n").filter { $0.contains("earlier edit") }
    #expect(lines.count == 1, "\(next)")
    for copy in copies { #expect(lines.first?.contains(copy) == true, "\(next)") }
    #expect(lines.first?.hasPrefix("nightctl: 2 earlier edits were not finished; ") == true)
  }

  @Test("If the editor is killed before it writes, no copy is left")
  func killedEditor() throws {
    #expect(try edit("kill -9 $$;").exit == .exited(1))
    #expect(home.list(Self.folder) == [])
  }

  @Test(
    "`prefs edit` syncs each new folder, then the file, and then the folder that contains the file",
    .enabled(if: Strace.skipReason == nil, Comment(rawValue: Strace.skipReason ?? ""))
  )
  func synced() throws {
    let log = home.file("calls")
    let finished = try Program.run(
      "strace",
      ["-f", "-y", "-o", log, "-e", "trace=mkdir,linkat,fsync", Built.nightctl, "prefs", "edit"],
      environment: Strace.environment([
        "LANG": "C.UTF-8", "HOME": home.path, "PATH": Tool.searchPath,
        "EDITOR": "printf '{fade: 5}' >",
      ])
    )
    #expect(finished.exit == .exited(0), "\(finished)")
    var calls: [String] = []
    for line in try #require(home.text("calls")).split(separator: "\n").map(String.init) {
      // strace writes a call in two lines if another process does something meanwhile.
      guard let resumed = line.firstMatch(of: /^(\d+) +<\.\.\. \w+ resumed>/) else {
        calls.append(line)
        continue
      }
      let first = try #require(
        calls.lastIndex { $0.hasPrefix("\(resumed.1) ") && $0.hasSuffix(" <unfinished ...>") }
      )
      calls[first].replace(" <unfinished ...>", with: line[resumed.range.upperBound...])
    }
    func place(_ parts: String...) -> Int? {
      calls.firstIndex { call in parts.allSatisfy(call.contains) && call.hasSuffix("= 0") }
    }
    // The expected order of the writes to disk is: the entries of the new folders, then the text of
    // a file without a name, the file's name, and the entry of that name.
    let order = [
      place("mkdir(", ".config\""), place("fsync(", "<\(home.path)>"),
      place("mkdir(", "nightd\""), place("fsync(", "/.config>"),
      place("fsync(", "/.config/nightd/#"), place("linkat("), place("fsync(", "/.config/nightd>"),
    ]
    #expect(!order.contains(nil) && order == order.sorted { ($0 ?? 0) < ($1 ?? 0) }, "\(calls)")
  }

  @Test(
    "Without a terminal, `prefs edit` refuses to start an editor that needs one",
    arguments: ["", "vim -u NONE", "nano"]
  )
  func noTerminal(editor: String) throws {
    let finished = try edit(editor)
    #expect(finished.exit == .exited(1), "\(finished)")
    let name = editor.split(separator: " ").first ?? "vi"
    #expect(
      finished.errors == "nightctl: \(name) needs a terminal, and standard input is not one; edit "
        + "\(home.file(Self.config)) itself, or set VISUAL to an editor with a window\n"
    )
    #expect(home.list(".config") == [])
  }

  static let mistakes: [(text: String, sentence: String)] = [
    (
      "{fade: 5",
      ":1:9: expected “,” or “}” after this value, found the end of the text, "
        + "with 1:1 still open; nightd still uses the earlier version"
    ),
    (
      "{\n fade: -5}",
      ":2:8: fade takes a whole number from 0 to 10000 (milliseconds), "
        + "and this is -5"
    ),
    (
      "",
      ":1:1: it is empty; write {} for a file without preferences; "
        + "nightd still uses the earlier version"
    ),
  ]

  @Test(
    "If an edited file has a mistake, `prefs edit` reports the mistake and keeps the old file",
    arguments: mistakes
  )
  func mistaken(text: String, sentence: String) throws {
    try home.makeFolder(Self.folder)
    try home.write("{fade: 1}", to: Self.config)
    let finished = try edit("printf '\(text)' >")
    let file = home.file(Self.config)
    #expect(finished.exit == .exited(1))
    let copy = try #require(home.list(Self.folder).first { $0 != "config.json5" })
    #expect(
      finished.errors == """
        \(file)\(sentence)
        nightctl: “\(file)” stays as it was; what you wrote is in \(home.file(Self.folder))/\(copy)

        """
    )
    #expect(home.text(Self.config) == "{fade: 1}")
    #expect(home.text(Self.folder + "/" + copy) == text)
  }

  @Test("If an edited file has an unknown key, `prefs edit` reports the key and writes the file")
  func unknown() throws {
    let finished = try edit("printf '{fad: 1}' >")
    #expect(finished.exit == .exited(0))
    #expect(
      finished.errors == "\(home.file(Self.config)):1:2: "
        + "“fad” is not a key that nightd knows; nightd keeps the key but ignores it; did you mean fade?\n"
    )
    #expect(home.text(Self.config) == "{fad: 1}")
  }

  @Test("If the edited path is a link, `prefs edit` replaces the link's target and keeps the link")
  func link() throws {
    try home.makeFolder(Self.folder)
    try home.makeFolder("dotfiles")
    try home.write("{fade: 1}", to: "dotfiles/night")
    symlink("../../dotfiles/night", home.file(Self.config))
    #expect(try edit("sed -i s/1/2/").exit == .exited(0))
    #expect(home.text("dotfiles/night") == "{fade: 2}")
    #expect(home.list("dotfiles") == ["night"])
    var facts = stat()
    #expect(lstat(home.file(Self.config), &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
  }

  @Test("`prefs edit` does not change a dangling link, a folder or a binary file")
  func foreign() throws {
    try home.makeFolder(Self.folder)
    let file = home.file(Self.config)
    symlink("nowhere", file)
    #expect(
      try edit("true").errors == "nightctl: cannot change “\(file)”: No such file or directory\n"
    )
    unlink(file)
    mkdir(file, 0o700)
    #expect(try edit("true").errors == "nightctl: cannot change “\(file)”: it is not a file\n")
    rmdir(file)
    try home.write([0x7B, 0xFF, 0x7D], to: Self.config)
    #expect(try edit("true").exit == .exited(1))
    expectNoCopy()
  }

  @Test("If somebody else changes the file during an edit, the edit does not overwrite this change")
  func meanwhile() throws {
    try home.makeFolder(Self.folder)
    try home.write("{fade: 1}", to: Self.config)
    let file = home.file(Self.config)
    let finished = try edit("f() { echo '{fade: 2}' > \"$1\"; echo '{fade: 3}' > '\(file)'; }; f")
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.contains("was changed by someone else meanwhile"))
    #expect(home.text(Self.config) == "{fade: 3}\n")
  }

  @Test("If `prefs edit` cannot replace the file, it keeps the copy and prints the copy's path")
  func kept() throws {
    try home.makeFolder(Self.folder)
    try home.write("{fade: 1}", to: Self.config)
    let file = home.file(Self.config)
    let finished = try edit("f() { echo '{fade: 2}' > \"$1\"; rm '\(file)'; mkdir '\(file)'; }; f")
    #expect(finished.exit == .exited(1))
    let copy = try #require(home.list(Self.folder).first { $0 != "config.json5" })
    #expect(
      finished.errors.hasSuffix("; what you wrote is in \(home.file(Self.folder))/\(copy)\n"),
      "\(finished)"
    )
    #expect(home.text(Self.folder + "/" + copy) == "{fade: 2}\n")
  }

  @Test("`prefs edit` warns if the file has hard links or a mode that nightd refuses")
  func warned() throws {
    try home.makeFolder(Self.folder)
    try home.write("{fade: 1}", to: Self.config)
    let file = home.file(Self.config)
    #expect(Glibc.link(file, home.file("other")) == 0)
    #expect(chmod(file, 0o646) == 0)
    let finished = try edit("sed -i s/1/2/")
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(
      finished.errors == """
        “\(file)” had another hard link, which keeps the old text
        “\(file)” is writable by everyone, so nightd does not read it; chmod o-w removes \
        this permission

        """
    )
    #expect(home.text("other") == "{fade: 1}")
    #expect(mode(Self.config) == 0o646)
  }

  @Test(
    "If root edits another user's file, the file keeps its owner and its group",
    .enabled(if: geteuid() == 0, "only root can give a file away")
  )
  func owner() throws {
    try home.makeFolder(Self.folder)
    try home.write("{fade: 1}", to: Self.config)
    let file = home.file(Self.config)
    #expect(chown(file, 12_345, 12_345) == 0)
    #expect(try edit("sed -i s/1/2/").errors == "")
    var facts = stat()
    #expect(stat(file, &facts) == 0 && facts.st_uid == 12_345 && facts.st_gid == 12_345)
    #expect(home.text(Self.config) == "{fade: 2}")
  }

  /// The person's answer to the question, the exit code, and the text of the file afterwards.
  static let answers: [(answer: String, code: Int32, text: String)] = [
    ("", 0, "{fade: 7}\n"), ("no", 1, "{fade: 1}"),
  ]

  @Test(
    "On a terminal, a person can go back to the editor to correct a mistake",
    .enabled(if: Tool.path("python3") != nil, "there is no python3, which makes the terminal"),
    arguments: answers
  )
  func terminal(answer: String, code: Int32, text: String) throws {
    try home.makeFolder(Self.folder)
    try home.write("{fade: 1}", to: Self.config)
    let script = """
      import os, pty, sys
      process, terminal = pty.fork()
      if process == 0: os.execv(sys.argv[1], [sys.argv[1], "prefs", "edit"])
      shown = b""
      while True:
          try: read = os.read(terminal, 4096)
          except OSError: break
          shown += read
          if read.endswith(b"unchanged: "): os.write(terminal, sys.argv[2].encode() + b"\\n")
      print(shown.decode())
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
      """
    let twice = home.file("twice")
    let editor =
      "f() { if [ -e \(twice) ]; then echo '{fade: 7}' > \"$1\"; "
      + "else echo '{fade: -1}' > \"$1\"; touch \(twice); fi; }; f"
    let finished = try Program.run(
      "python3",
      ["-c", script, Built.nightctl, answer],
      environment: [
        "LANG": "C.UTF-8", "HOME": home.path, "PATH": Tool.searchPath, "VISUAL": editor,
      ]
    )
    #expect(finished.exit == .exited(code), "\(finished)")
    let prompt = "Press Return to edit again; type anything else to leave the file unchanged: "
    #expect(finished.output.contains(prompt))
    #expect(home.text(Self.config) == text)
  }
}
