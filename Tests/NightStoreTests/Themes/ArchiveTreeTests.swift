import Testing

@testable import NightStore

/// What nightctl accepts from the program that unpacks archives.
@Suite("The files of an archive")
struct ArchiveTreeTests {
  private static let whole = "d 2 0\na/f 3 5\na/bhellol 3 0\na/cend 3\n"

  @Test("An archive is read like a file system that has only the archive's files")
  func disk() throws {
    let disk = try ArchiveTree(Array(Self.whole.utf8), at: "x/y.zip").disk
    #expect(try disk.list("x/y.zip", 9) == ["a"])
    #expect(try disk.list("x/y.zip/a", 9) == ["b", "c"])
    #expect(try disk.list("x/y.zip/a", 1) == ["b"])
    #expect(try disk.list("/etc", 9) == [])
    #expect(try disk.look("x/y.zip/a/c")?.kind == .link)
    #expect(try disk.look("/etc/passwd") == nil)
    #expect(disk.reading("x/y.zip/a/b", limit: 5).content == .bytes(Array("hello".utf8)))
    #expect(disk.reading("x/y.zip/a/b", limit: 4).content == .flawed(.tooLarge(limit: 4)))
    #expect(disk.reading("x/y.zip/a/c", limit: 5).content == .flawed(.notAFile))
    #expect(disk.reading("/etc/passwd", limit: 5).content == .missing)
  }

  @Test("If the output of nightd-archive is cut off at any byte, it is refused")
  func cut() {
    let bytes = Array(Self.whole.utf8)
    for count in bytes.indices {
      #expect(throws: ArchiveTree.Refusal.self) { try ArchiveTree(Array(bytes[..<count]), at: "a") }
    }
  }

  @Test(
    "Malformed output of nightd-archive is refused",
    arguments: [
      "", "end 0", "end 1\n", "end 0\nmore", "f 1 1\nend 1\n", "x 1 0\naend 1\n", "f -1 0\nend 1\n",
      "f 1 99999999999\na", "f 1 18446744073709551615\na", "f 1\na", "f 65535 4294967295\n", " \n",
      String(repeating: "d 0 0\n", count: 4_097) + "end 4097\n",
    ]
  )
  func malformed(output: String) {
    #expect(throws: ArchiveTree.Refusal.self) { try ArchiveTree(Array(output.utf8), at: "a") }
  }

  @Test(
    "An archive's name without its ending can become a theme's name",
    arguments: [
      ("sea.tar.gz", "sea"), ("sea.tgz", "sea"), ("a.b.zip", "a.b"), (".zip", ".zip"),
      ("sea", "sea"), ("tar", "tar"),
    ]
  )
  func stem(name: String, stem: String) { #expect(ArchiveTree.stem(name) == stem) }
}
