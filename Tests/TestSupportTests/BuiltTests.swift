import Glibc
import TestSupport
import Testing

@Suite struct BuiltTests {
  @Test(
    "The paths of nightd and nightctl exist",
    arguments: ["nightd", "nightctl"]
  )
  func programs(name: String) {
    let path = name == "nightd" ? Built.nightd : Built.nightctl
    #expect(path.hasSuffix("/\(name)"))
    #expect(Tool.path(path) == path)
  }

  @Test("The path of the source root exists")
  func root() {
    #expect(access("\(Built.sourceRoot)/Package.swift", R_OK) == 0)
  }

  @Test("Tool.path finds a program on the PATH, and returns nil for an unknown program")
  func tool() {
    #expect(Tool.path("sh")?.hasSuffix("/sh") == true)
    #expect(Tool.path("no-such-tool") == nil)
    #expect(Tool.path("") == nil)
  }
}
