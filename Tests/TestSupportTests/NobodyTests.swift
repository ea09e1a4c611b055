import Glibc
import TestSupport
import Testing

@Suite("Nobody")
struct NobodyTests {
  @Test(
    "nobody is refused what is root's, may what is its own, and root is root again afterwards",
    .enabled(if: geteuid() == 0, "only root can become nobody")
  )
  func acts() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "a")
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try Nobody.act {
        #expect(folder.read("a") == nil)
        throw Stop()
      }
    }
    #expect(folder.text("a") == "a")
    let own = try Program.run("sh", ["-c", "\(Nobody.ownsAll)"], folder: folder.path)
    #expect(own.exit == .exited(0))
    #expect(try Nobody.act { folder.text("a") } == "a")
    try folder.write("b", to: "a")
    #expect(folder.text("a") == "b")
  }
}
