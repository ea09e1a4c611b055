import TestSupport
import Testing

/// The script `user-manager`, which the other tests in this target need.
extension SystemdTests {
  @Suite struct UserManagerTests {
    @Test("A user session ends with its command's exit code, and leaves no process")
    func end() throws {
      let program = try UserSession.run(["sh", "-c", "setsid sleep 1000 & exit 7"])
      #expect(program.exit == .exited(7))
      // If the sleeping process still ran, it would hold the output open, and this read would time
      // out.
      #expect(try program.readAll().isEmpty)
    }

    @Test("The user of a session has no privileges, but a home and a running manager")
    func user() throws {
      let session = try #require(UserSession.current)
      #expect(try session.said("id -un; pwd; echo $HOME") == "night\n/home/night\n/home/night")
      #expect(try session.said("grep CapEff /proc/self/status").hasSuffix("\t0000000000000000"))
      #expect(try session.said("systemctl --user is-system-running") == "running")
    }

    @Test("A command that replies too late fails, and the commands after it still work")
    func late() throws {
      let session = try #require(UserSession.current)
      _ = try session.said("mkfifo gate")
      #expect(throws: ProgramError.self) {
        try session.run("echo early; cat gate", timeout: .milliseconds(200))
      }
      try session.home.write("late\n", to: "gate")
      #expect(try session.run("echo next; false") == .init(output: "next", code: 1))
      #expect(try session.said("rm gate; echo last") == "last")
    }
  }
}
