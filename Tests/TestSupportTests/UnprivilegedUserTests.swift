import Glibc
import TestSupport
import Testing

@Suite("Unprivileged user")
struct UnprivilegedUserTests {
  @Test(
    "The unprivileged user can access only its own files, and afterwards root is root again",
    .enabled(if: geteuid() == 0, "only root can become nobody")
  )
  func acts() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "a")
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try UnprivilegedUser.perform {
        #expect(folder.read("a") == nil)
        throw Stop()
      }
    }
    #expect(folder.text("a") == "a")
    let own = try Program.run("sh", ["-c", "\(UnprivilegedUser.takeFolder)"], folder: folder.path)
    #expect(own.exit == .exited(0))
    #expect(try UnprivilegedUser.perform { folder.text("a") } == "a")
    try folder.write("b", to: "a")
    #expect(folder.text("a") == "b")
  }
}
