import Glibc
import TestSupport
import Testing

/// What `make run` does once the programs are built.
@Suite struct RunTests {
  @Test(
    "without a session bus it makes one, and the line it prints works in another shell",
    arguments: ["sh", "bash"]
  )
  func ownBus(shell: String) throws {
    let home = try TemporaryFolder()
    let environment = [
      "PATH": Tool.searchPath, "HOME": home.path, "TMPDIR": try home.makeFolder("a b"),
    ]
    let programs = home.file("it's here")
    try #require(symlink(Built.folder, programs) == 0)
    let run = try Program.start(
      shell,
      [Built.sourceRoot + "/data/run", programs],
      environment: environment
    )
    var line = ""
    while !line.hasPrefix("export ") { line = try run.nextLine() }
    let pasted = try Program.run(
      "/bin/sh",
      ["-c", line + " && nightctl get"],
      environment: environment
    )
    #expect(pasted.output == "dark\n", "\(pasted)")
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .exited(0))
    #expect(home.list("a b") == [])
  }
}
