import Glibc
import TestSupport
import Testing

@Suite struct BuiltTests {
  @Test(
    "the programs under test stand where they are looked for",
    arguments: ["nightd", "nightctl"]
  )
  func programs(name: String) {
    let path = name == "nightd" ? Built.nightd : Built.nightctl
    #expect(path.hasSuffix("/\(name)"))
    #expect(Tool.path(path) == path)
  }

  @Test("the root of the sources is found")
  func root() {
    #expect(access("\(Built.sourceRoot)/Package.swift", R_OK) == 0)
  }

  @Test("a tool is found on the PATH, and one that is not there is not")
  func tool() {
    #expect(Tool.path("sh")?.hasSuffix("/sh") == true)
    #expect(Tool.path("no-such-tool") == nil)
    #expect(Tool.path("") == nil)
  }
}
