import Dispatch
import Synchronization
import Testing

@testable import Desk
@testable import SettingsModel

struct DeskTests {
  @Test("A command's exit code, output and errors arrive")
  func result() throws {
    let result = try Command.run("/bin/sh", ["-c", "echo out; echo err >&2; exit 3"], seconds: 10)
    #expect(result == CommandResult(code: 3, output: "out\n", errors: "err\n"))
  }

  @Test("A command that hangs is killed, and counts as no answer")
  func hang() {
    #expect(throws: Failure.noAnswer) {
      try Command.run("/bin/sh", ["-c", "exec cat /dev/zero >/dev/null"], seconds: 0.1)
    }
  }

  @Test("A command that prints without end is killed")
  func flood() {
    #expect(throws: Failure.malformed("nightctl printed more than 16 MB")) {
      try Command.run("/bin/cat", ["/dev/zero"], seconds: 30)
    }
  }

  @Test("A command that is missing throws an error of its own")
  func missing() {
    #expect(throws: Failure.noProgram) { try Command.run("/nonexistent", [], seconds: 1) }
  }

  @Test("A signal's number is part of the exit code")
  func signal() throws {
    #expect(try Command.run("/bin/sh", ["-c", "kill -9 $$"], seconds: 10).code == 137)
  }

  @Test("Names with dashes are read, and unknown members are ignored")
  func why() {
    let text = #"""
      {"style":"light","serial":3,"choice":"dark","chosen":true,"theme":"daylight","reason":"hold",
      "next":"2026-11-30T11:00:00Z","next-style":"dark","hold-until":"2026-11-30T11:00:00Z",
      "later":{"a":[1]},"why":["It is light."]}
      """#
    let outcome = Reader.outcome(.why, [CommandResult(code: 0, output: text)])
    guard case .why(let report) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(report.nextStyle == .dark)
    #expect(report.holdUntil == "2026-11-30T11:00:00Z")
  }

  @Test(
    "Broken output is a failure with a sentence, and never a crash",
    arguments: ["", "{", "{}", "null", "[]", #"{"style":"purple"}"#, #"{"why":[1]}"#]
  )
  func broken(_ text: String) {
    for job in [Job.why, .programs, .doctor, .themes, .schedule, .year(2026), .colors([])] {
      guard case .failed = Reader.outcome(job, [CommandResult(code: 0, output: text)]) else {
        Issue.record("\(job) was read from \(text)")
        continue
      }
    }
  }

  @Test("Exit code 3 means that nightd cannot be reached")
  func unreachable() {
    let result = CommandResult(code: 3, errors: "nightctl: there is no session bus\n")
    #expect(Reader.outcome(.why, [result]) == .failed(.unreachable("there is no session bus")))
  }

  @Test(
    "The exit code of nightd-icon says whether the icon is on",
    arguments: [
      (Int32(0), Outcome.icon(isOn: true)), (1, .icon(isOn: false)),
      (2, .failed(.refused("--enabled is not an option"))),
    ]
  )
  func icon(_ code: Int32, _ outcome: Outcome) {
    let errors = code == 2 ? "nightd-icon: --enabled is not an option\n" : ""
    #expect(Reader.outcome(.icon, [CommandResult(code: code, errors: errors)]) == outcome)
  }

  @Test("Work is done in its order, also if the worker's thread has ended before")
  func order() {
    let worker = Worker()
    let done = Mutex<[Int]>([])
    for round in 0..<3 {
      let end = DispatchSemaphore(value: 0)
      for number in 0..<100 {
        #expect(worker.add { done.withLock { $0.append(round * 100 + number) } })
      }
      #expect(worker.add { end.signal() })
      end.wait()
    }
    #expect(done.withLock { $0 } == Array(0..<300))
  }

  @Test("A lock is found in whichever layer has it")
  func locks() {
    let results = [
      #"{"key":"choice","layers":[{"layer":"set"},{"layer":"system","lock":"/etc/locks:1:1"}]}"#,
      #"{"key":"schedule","layers":[{"layer":"set"},{"layer":"user"}]}"#,
    ].map { CommandResult(code: 0, output: $0) }
    #expect(
      Reader.outcome(.preferences, results)
        == .preferences(PreferencesReport(locks: ["choice": "/etc/locks:1:1"]))
    )
  }
}
