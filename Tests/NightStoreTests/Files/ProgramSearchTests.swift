import Glibc
import NightStore
import TestSupport
import Testing

@Suite("Searching for programs")
struct ProgramSearchTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    try home.write("", to: "first/file")
    try home.makeFolder("first/program")
    for path in ["second/program", "third/program"] {
      try home.write("#!/bin/sh\n", to: path)
      try #require(chmod(home.file(path), 0o700) == 0)
    }
  }

  @Test(
    "A folder or non-executable file does not hide a program of that name in a later PATH folder"
  )
  func later() throws {
    let folders = ["none", "first", "second", "third"].map { home.file($0) }
    let path = try ProgramSearch.path(of: "program", in: folders)
    #expect(path == home.file("second/program"))
    #expect(ProgramSearch.has("program", in: folders))
  }

  @Test(
    "A missing program and a program without execute permission cause different errors",
    arguments: [("none", ENOENT), ("file", EACCES), ("program", ENOENT), ("", ENOENT)]
  )
  func missing(name: String, code: Int32) {
    let refusal = #expect(throws: Disk.Refusal.self) {
      try ProgramSearch.path(of: name, in: [home.file("first")])
    }
    #expect(refusal?.code == code)
    #expect(!ProgramSearch.has(name, in: [home.file("first")]))
  }

  @Test("If a program's name contains a slash, it is a path and is not searched for in PATH")
  func path() throws {
    #expect(try ProgramSearch.path(of: "./program", in: []) == "./program")
  }

  @Test(
    "Empty entries of PATH are ignored; if no other entry is left, the usual folders are searched"
  )
  func folders() {
    #expect(ProgramSearch.folders("/a::/b:") == ["/a", "/b"])
    for path in [nil, "", ":"] {
      #expect(ProgramSearch.folders(path) == ["/usr/local/bin", "/usr/bin", "/bin"])
    }
  }
}
