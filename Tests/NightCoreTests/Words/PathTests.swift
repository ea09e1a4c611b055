import NightCore
import Testing

@Suite("Paths")
struct PathTests {
  @Test(
    "A path is compared by bytes, as in the kernel, to decide whether it is below a folder",
    arguments: [
      ("a", true), ("a/b.png", true), ("..a/b", true), ("a/\u{301}b", true), ("é/ü", true),
      ("", false), ("/", false), ("/a", false), ("a/", false), ("a//b", false), ("./a", false),
      ("a/.", false), ("..", false), ("../a", false), ("a/../b", false), ("a\0", false),
      // Swift treats a slash and a combining mark as one character, but the kernel does not.
      ("../\u{301}a", false), ("a/\u{301}/../../..", false), ("/\u{301}a", false),
    ]
  )
  func below(path: String, isBelow: Bool) {
    #expect(path.leadsBelow == isBelow)
  }

  @Test(
    "The folder of a path ends before its last slash",
    arguments: [
      ("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("/a/b/", "/a/b"), ("/a/\u{301}b", "/a"),
      ("/\u{301}b", "/"), ("/a\u{301}/b", "/a\u{301}"), ("a/b", "a"), ("a", "."), ("", "."),
    ]
  )
  func folder(path: String, folder: String) {
    #expect(path.parentFolder.isSameText(as: folder))
  }

  @Test(
    "The list of the folders above a file ends with the root or with the current folder",
    arguments: [
      ("/a/b/c", ["/a/b", "/a", "/"]), ("/a", ["/"]), ("/", ["/"]), ("a/b", ["a", "."]),
      ("a", ["."]), ("./a", ["."]), ("/a//b", ["/a/", "/a", "/"]),
    ]
  )
  func above(path: String, folders: [String]) {
    #expect(path.foldersAbove == folders)
  }

  @Test(
    "The name of a file is the last part of its path",
    arguments: [
      ("/a/b", "b"), ("/a/b/", "b"), ("a", "a"), ("/", "/"), ("", ""), ("/a/\u{301}b", "\u{301}b"),
    ]
  )
  func name(path: String, name: String) {
    #expect(path.fileName.isSameText(as: name))
  }

  @Test("The parts of a path are the texts between its slashes")
  func parts() {
    #expect("/a//\u{301}b/".pathParts == ["", "a", "", "\u{301}b", ""])
  }
}
