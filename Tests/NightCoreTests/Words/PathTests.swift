import NightCore
import Testing

@Suite("Paths")
struct PathTests {
  @Test(
    "a path leads below a folder by its bytes, as the kernel goes it",
    arguments: [
      ("a", true), ("a/b.png", true), ("..a/b", true), ("a/\u{301}b", true), ("é/ü", true),
      ("", false), ("/", false), ("/a", false), ("a/", false), ("a//b", false), ("./a", false),
      ("a/.", false), ("..", false), ("../a", false), ("a/../b", false), ("a\0", false),
      // A mark makes one character of itself and the slash, to Swift but not to the kernel.
      ("../\u{301}a", false), ("a/\u{301}/../../..", false), ("/\u{301}a", false),
    ]
  )
  func below(path: String, isBelow: Bool) {
    #expect(path.leadsBelow == isBelow)
  }

  @Test(
    "the folder of a path ends before its last slash",
    arguments: [
      ("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("/a/b/", "/a/b"), ("/a/\u{301}b", "/a"),
      ("/\u{301}b", "/"), ("/a\u{301}/b", "/a\u{301}"),
    ]
  )
  func folder(path: String, folder: String) {
    #expect(path.parentFolder.isSameText(as: folder))
  }

  @Test("the parts of a path are what stands between its slashes")
  func parts() {
    #expect("/a//\u{301}b/".pathParts == ["", "a", "", "\u{301}b", ""])
  }
}
