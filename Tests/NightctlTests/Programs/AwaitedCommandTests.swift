import TestSupport
import Testing

@testable import nightctl

@Suite("Commands that nightctl waits for")
struct AwaitedCommandTests {
  @Test(
    "If a command fails, the message says how the command ended, and what it printed last",
    arguments: [
      ("echo out; echo why >&2; exit 3", "sh ended with code 3: why"),
      ("kill -9 $$", "sh was ended by signal 9"),
      ("echo begun; sleep 60", "sh ran longer than 1 second, and was stopped: begun"),
    ]
  )
  func failure(script: String, sentence: String) {
    let finder = ProgramFinder { $0 == "PATH" ? "/bin:/usr/bin" : nil }
    let failure = #expect(throws: Failure.self) {
      try AwaitedCommand(finder, milliseconds: 1_000).output(["sh", "-c", script])
    }
    #expect(failure?.sentence == sentence)
  }

  @Test("A program that did not end in time is not started again in the same run")
  func silent() throws {
    let home = try TemporaryFolder()
    let finder = ProgramFinder { $0 == "PATH" ? "/bin:/usr/bin" : nil }
    let command = AwaitedCommand(finder, milliseconds: 1_000)
    for _ in 0..<2 {
      let outcome = try command.outcome(["sh", "-c", "echo >>'\(home.file("log"))'; sleep 60"])
      #expect(outcome.problem == "sh ran longer than 1 second, and was stopped")
      #expect(outcome.code == nil)
    }
    #expect(home.text("log") == "\n")
    #expect(try AwaitedCommand(finder).output(["echo", "one"]) == "one\n")
  }

  @Test("A successful command's output is returned, and its input is empty")
  func output() throws {
    let finder = ProgramFinder { $0 == "PATH" ? "/bin:/usr/bin" : nil }
    let output = try AwaitedCommand(finder).output(["sh", "-c", "cat; echo one; echo two"])
    #expect(output == "one\ntwo\n")
  }
}
