import Glibc
import TestSupport
import Testing

@Suite struct TemporaryFolderTests {
  @Test("A new folder can be entered by its owner only")
  func mode() throws {
    let folder = try TemporaryFolder()
    var facts = stat()
    try #require(stat(folder.path, &facts) == 0)
    #expect(facts.st_mode & 0o7777 == 0o700)
  }

  @Test("Written files are read back, and names are listed in order")
  func contents() throws {
    let folder = try TemporaryFolder()
    try folder.write("b", to: "b")
    try folder.write([0xff, 0x00], to: "a/x")
    try folder.write("new", to: "b")
    #expect(folder.text("b") == "new")
    #expect(folder.read("a/x") == [0xff, 0x00])
    #expect(folder.list() == ["a", "b"])
    #expect(folder.list("a") == ["x"])
    #expect(folder.read("none") == nil)
    #expect(folder.list("none") == [])
  }

  @Test(
    "If a folder is released, it is removed, even if it has read-only folders and odd names in it"
  )
  func removal() throws {
    let outside = try TemporaryFolder()
    try outside.write("stays", to: "file")
    var path = ""
    do {
      let folder = try TemporaryFolder()
      path = folder.path
      try folder.write("x", to: "locked/deep/file")
      #expect(symlink(outside.path, folder.file("link")) == 0)
      #expect(symlink(outside.file("file"), folder.file("locked/link")) == 0)
      let odd = folder.path.utf8CString.dropLast() + [0x2f, -1, 0]
      #expect(mkdir(Array(odd), 0o700) == 0)
      #expect(chmod(folder.file("locked/deep"), 0o500) == 0)
      #expect(chmod(folder.file("locked"), 0) == 0)
    }
    #expect(access(path, F_OK) == -1)
    #expect(outside.text("file") == "stays")
  }

  @Test("An error states the failed action, the path and the reason")
  func failure() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let error = #expect(throws: FolderError.self) { try folder.write("", to: "file/below") }
    let place = folder.file("file/below")
    #expect(error?.description == "cannot write \(place): Not a directory")
  }
}
