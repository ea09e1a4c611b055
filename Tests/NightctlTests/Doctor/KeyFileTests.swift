import NightCore
@testable import nightctl
import Testing

@Suite("Key files")
struct KeyFileTests {
  @Test("The reader of key files accepts keys, comments, blanks and lists as GLib does")
  func reading() throws {
    let text =
      "# one\n\n[portal]\r\nDBusName = a.b \r\nUseIn=gnome; sway;;\nUseIn=kde;\n[x]\nUseIn=y"
    let file = try #require(KeyFile(text))
    #expect(file["DBusName", in: "portal"] == "a.b")
    #expect(file.list("UseIn", in: "portal") == ["kde"])
    #expect(file.list("UseIn", in: "x") == ["y"])
    #expect(file["UseIn", in: "nothing"] == nil)
    #expect(file.keys(in: "portal") == ["DBusName", "UseIn", "UseIn"])
  }

  @Test(
    "The reader of key files rejects what GLib rejects",
    arguments: ["a=b\n", "[g]\nword\n", "[g]\n=b\n", "[g\n", "[]\n"]
  )
  func broken(text: String) {
    #expect(KeyFile(text) == nil)
  }

  @Test(
    "If a key in a key file is set, every other line stays the same",
    arguments: [
      ("[g]\nk=a\n", "[g]\nk=v\n"),
      ("# c\n[g]\r\n k = a\r\nl=b\r\n", "# c\n[g]\r\nk=v\r\nl=b\r\n"),
      ("[g]\nk=a\nk=b\n", "[g]\nk=a\nk=v\n"),
      ("[h]\nk=a\n[g]\nl=b\n", "[h]\nk=a\n[g]\nk=v\nl=b\n"),
      ("[h]\nk=a\n", "[h]\nk=a\n[g]\nk=v\n"),
      ("[h]\nk=a", "[h]\nk=a\n[g]\nk=v\n"),
      ("", "[g]\nk=v\n"),
    ]
  )
  func setting(before: String, after: String) {
    #expect(KeyFile.setting("k", in: "g", to: "v", of: before) == after)
  }
}
