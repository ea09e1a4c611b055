import Glibc
import TestSupport
import Testing

/// Where `nightctl schedule plot` prints the chart, and in which colours; other tests check the
/// chart itself.
@Suite struct PlotTests {
  static let year = [
    "schedule", "plot", "--zone", "UTC", "--rules", "light 06:00; dark 18:00", "--year", "2026",
  ]

  static func plot(
    _ words: [String] = [],
    in folder: TemporaryFolder? = nil,
    environment: [String: String] = ["LANG": "C.UTF-8"]
  ) throws -> Finished {
    try Program.run(Built.nightctl, year + words, environment: environment, folder: folder?.path)
  }

  @Test("A plot that is printed into a pipe is plain text, and COLUMNS and LINES set its size")
  func plain() throws {
    let finished = try Self.plot(environment: ["COLUMNS": "30", "LINES": "12", "TERM": "xterm"])
    #expect(finished.exit == .exited(0))
    #expect(finished.errors == "")
    let picture = finished.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(picture.count == 12)
    #expect(picture[0] == "Light and dark in 2026")
    #expect(picture[1] == "UTC, no place known: light 06…")
    #expect(picture[8] == "00 ###########################")
    #expect(try Self.plot(environment: ["COLUMNS": "many"]).output == Self.plot().output)
  }

  @Test(
    "A plot on a terminal has colours unless NO_COLOR is set or the terminal has no colours",
    .enabled(if: Tool.path("script") != nil, "there is no script on this machine"),
    arguments: [
      (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
      (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "dumb"], false),
      (["TERM": "linux"], false), ([:], false),
    ]
  )
  func colours(environment: [String: String], hasColours: Bool) throws {
    let words = Self.year.map { "'\($0)'" }.joined(separator: " ")
    let script = "stty cols 100 rows 30; '\(Built.nightctl)' \(words)"
    let finished = try Program.run(
      "script",
      ["-qec", script, "/dev/null"],
      environment: environment.merging(["PATH": Tool.searchPath, "SHELL": "/bin/sh"]) { $1 }
    )
    #expect(finished.output.contains("\u{1B}[38;5;17;48;5;222m") == hasColours, "\(finished)")
    #expect(finished.output.contains("00 ####") == !hasColours)
    // The chart is as high as the terminal, not as high as the default.
    #expect(finished.output.split(whereSeparator: \.isNewline).count == 29)
  }

  @Test("With `-` as the file, `schedule plot --svg` writes to standard output")
  func standardOutput() throws {
    let finished = try Self.plot(["--svg", "-"])
    #expect(finished.exit == .exited(0))
    #expect(finished.output.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" "))
    #expect(finished.output.hasSuffix("</svg>\n"))
  }

  @Test(
    "`schedule plot --svg` replaces a file atomically, keeps the file's mode and follows a link"
  )
  func file() throws {
    let folder = try TemporaryFolder()
    let picture = try Self.plot(["--svg", "-"]).output
    let words = Self.year.map { "'\($0)'" }.joined(separator: " ")
    let first = try Program.run(
      "/bin/sh",
      ["-c", "umask 022; '\(Built.nightctl)' \(words) --svg year.svg"],
      folder: folder.path
    )
    #expect(first.exit == .exited(0))
    #expect(first.output == "")
    #expect(first.errors == "")
    #expect(folder.text("year.svg") == picture)
    #expect(folder.list() == ["year.svg"])
    var facts = stat()
    #expect(stat(folder.file("year.svg"), &facts) == 0)
    let number = facts.st_ino
    #expect(facts.st_mode & 0o777 == 0o644)
    chmod(folder.file("year.svg"), 0o640)
    symlink("year.svg", folder.file("link.svg"))
    #expect(try Self.plot(["--svg", folder.file("link.svg")]).exit == .exited(0))
    #expect(stat(folder.file("year.svg"), &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o640)
    #expect(facts.st_ino != number)
    #expect(lstat(folder.file("link.svg"), &facts) == 0)
    #expect(facts.st_mode & S_IFMT == S_IFLNK)
    #expect(folder.list() == ["link.svg", "year.svg"])
  }

  @Test(
    "If `schedule plot --svg` cannot write a file, it prints the path and leaves no temporary file"
  )
  func unwritable() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("inner")
    symlink("nowhere/year.svg", folder.file("broken.svg"))
    let cases = [
      ("inner", "cannot write “inner”: it is a folder; give the path of a file in it"),
      ("inner/", "cannot write “inner/”: it is a folder; give the path of a file in it"),
      ("none/year.svg", "cannot write “none/year.svg”: No such file or directory"),
      ("broken.svg", "cannot write “broken.svg”: No such file or directory"),
      ("/dev/full", "cannot write “/dev/full”: No space left on device"),
      ("", "cannot write “”: No such file or directory"),
    ]
    for (name, sentence) in cases {
      let finished = try Self.plot(["--svg", name], in: folder)
      #expect(finished.exit == .exited(1))
      #expect(finished.errors == "nightctl: \(sentence)\n")
      #expect(finished.output == "")
    }
    #expect(folder.list() == ["broken.svg", "inner"])
    #expect(folder.list("inner") == [])
  }

  @Test(
    "`schedule plot --svg` does not change a read-only file",
    .enabled(if: geteuid() != 0, "root may write every file")
  )
  func readOnly() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "year.svg")
    chmod(folder.file("year.svg"), 0o444)
    let finished = try Self.plot(["--svg", "year.svg"], in: folder)
    #expect(finished.exit == .exited(1))
    #expect(finished.errors == "nightctl: cannot write “year.svg”: Permission denied\n")
    #expect(folder.text("year.svg") == "mine")
    #expect(folder.list() == ["year.svg"])
  }

  @Test("If the file is a pipe, `schedule plot --svg` writes into the pipe and does not replace it")
  func pipe() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    let reader = try Program.start(
      "cat",
      [folder.file("pipe")],
      environment: ["PATH": Tool.searchPath]
    )
    #expect(try Self.plot(["--svg", "pipe"], in: folder).exit == .exited(0))
    #expect(try reader.wait() == .exited(0))
    var facts = stat()
    #expect(lstat(folder.file("pipe"), &facts) == 0)
    #expect(facts.st_mode & S_IFMT == S_IFIFO)
  }
}
