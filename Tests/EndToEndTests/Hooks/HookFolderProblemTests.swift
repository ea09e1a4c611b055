import Glibc
import TestSupport
import Testing

/// Folders and names that hide hooks; each command reports them.
@Suite("Unreadable folders of hooks")
struct HookFolderProblemTests {
  enum Kind: String, CaseIterable {
    case danglingLink, file, fifo, loop

    /// The words that follow the path in the message.
    var words: String {
      switch self {
      case .danglingLink: "is a link to /no/such/folder, which does not exist"
      case .file: "is a regular file"
      case .fifo: "is a fifo"
      case .loop: "is a link that leads back to itself"
      }
    }
  }

  private static let folders = [
    HookTests.folder, ".local/share/darkman", ".local/share/dark-mode.d",
    ".local/share/nightd/hooks.d",
  ]
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func make(_ kind: Kind, at path: String) throws {
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    try desk.home.makeFolder(parent)
    let full = desk.home.file(path)
    switch kind {
    case .danglingLink: try #require(symlink("/no/such/folder", full) == 0)
    case .file: try desk.home.write("text\n", to: path)
    case .fifo: try #require(mkfifo(full, 0o600) == 0)
    case .loop: try #require(symlink(full, full) == 0)
    }
  }

  @Test("Each command reports a hook folder that is not a folder", arguments: folders)
  func named(_ folder: String) throws {
    for kind in Kind.allCases {
      let desk = try Desk()
      try HookFolderProblemTests(desk).make(kind, at: folder)
      let start = "\(desk.home.file(folder)) \(kind.words)"
      let check = try desk.nightctl("hooks", "check")
      #expect(check.exit == .exited(1), "\(kind)")
      #expect(check.output.hasPrefix(start), "\(kind): \(check.output)")
      #expect(check.output.contains("nightd expects a folder"), "\(kind): \(check.output)")
      let list = try desk.nightctl("hooks")
      #expect(list.exit == .exited(0), "\(kind)")
      #expect(list.errors.hasPrefix("nightctl: " + start), "\(kind): \(list.errors)")
    }
  }

  private init(_ desk: Desk) { self.desk = desk }

  @Test("If a file is in place of the folder that contains hooks.d, the error is “Not a directory”")
  func belowFile() throws {
    try desk.home.write("text\n", to: ".config/nightd")
    let check = try desk.nightctl("hooks", "check")
    #expect(check.exit == .exited(1))
    let start = "\(desk.home.file(HookTests.folder)) cannot be read: Not a directory"
    #expect(check.output.hasPrefix(start), "\(check.output)")
  }

  @Test("If a fifo is in place of a hook folder, `hooks run` reports this and runs the other hooks")
  func run() throws {
    try make(.fifo, at: HookTests.folder)
    try desk.home.write("#!/bin/sh\necho ran\n", to: ".local/share/nightd/hooks.d/a")
    #expect(chmod(desk.home.file(".local/share/nightd/hooks.d/a"), 0o755) == 0)
    try desk.startDaemon()
    let run = try desk.nightctl("hooks", "run")
    #expect(run.exit == .exited(0))
    #expect(run.errors.contains("ran\n"))
    #expect(run.errors.contains("\(desk.home.file(HookTests.folder)) is a fifo"))
  }

  @Test(
    "If a hook's name is not UTF-8, the list shows the escaped name, and each such hook is reported"
  )
  func namesThatAreNoText() throws {
    try desk.home.makeFolder(HookTests.folder)
    for last in [0xFE, 0xFF] as [UInt8] {
      let bytes = Array(desk.home.file(HookTests.folder + "/9").utf8) + [last]
      let path = bytes.map(CChar.init(bitPattern:)) + [0]
      let file = path.withUnsafeBufferPointer { name in
        name.baseAddress.map { open($0, O_CREAT | O_WRONLY | O_CLOEXEC, 0o700) } ?? -1
      }
      try #require(file >= 0)
      close(file)
    }
    let list = try desk.nightctl("hooks")
    for name in ["9\\xfe", "9\\xff"] {
      #expect(
        list.output.contains("\(name)  not run: its name is not valid UTF-8; rename it"),
        "\(list.output)"
      )
    }
    let check = try desk.nightctl("hooks", "check")
    #expect(check.errors == "nightctl: 2 problems found\n")
  }

  @Test(
    "If the program in a hook's first line is missing, the error mentions it and a remedy",
    arguments: [
      ("#!\n", "its first line is only “#!”; add an interpreter, such as #!/bin/sh"),
      (
        "#!/no/such/shell -e\n",
        "its interpreter “/no/such/shell” does not exist: install it, or put another program "
          + "into the first line"
      ),
      (
        "#!/usr/bin/env no-such-python\n",
        "its first line contains “no-such-python”, which is not in PATH: install it, or choose "
          + "another program"
      ),
      (
        "#!/usr/bin/env -S no-such-python -u\n",
        "its first line contains “no-such-python”, which is not in PATH: install it, or choose "
          + "another program"
      ),
    ]
  )
  func interpreters(_ text: String, _ words: String) throws {
    try desk.home.write(text, to: HookTests.folder + "/a")
    #expect(chmod(desk.home.file(HookTests.folder + "/a"), 0o755) == 0)
    let check = try desk.nightctl("hooks", "check")
    #expect(check.output == "\(desk.home.file(HookTests.folder))/a is not run: \(words)\n")
  }
}
