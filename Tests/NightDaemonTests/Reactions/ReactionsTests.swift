import Glibc
import NightCore
import NightDaemon
import TestSupport
import Testing

@Suite("Reactions as child processes")
struct ReactionsTests {
  @Test(
    "A reaction's report states how the program ended, and contains what the program printed",
    arguments: [
      ("echo one; echo two >&2", .exited, 0, false, "done", "one\ntwo"),
      ("printf 'no end'; exit 3", .exited, 3, true, "ended with code 3", "no end"),
      ("exit 4", .exited, 4, false, "there is nothing to do", ""),
      ("kill -9 $$", .killed, 9, true, "was ended by signal 9", ""),
      // A process outside the group keeps the output open, but nightd does not wait for that
      // process.
      ("setsid sleep 3 & exec >&- 2>&-", .exited, 0, false, "done", nil),
    ] as [(String, ReactionReport.End, Int32, Bool, String, String?)]
  )
  func ends(
    text: String,
    end: ReactionReport.End,
    code: Int32,
    isFailed: Bool,
    words: String,
    output: String?
  ) throws {
    let bench = try ReactionBench()
    bench.ask(text, verdicts: [4: .init("there is nothing to do", isFailure: false)])
    let last = try bench.outcome()
    #expect(last.end == end)
    #expect(last.code == code)
    #expect(last.isFailed == isFailed)
    #expect(last.words == words)
    if let output { #expect(last.output == output) }
    #expect(last.time == Instant(microseconds: 1_000_000))
    #expect(
      bench.logged
        == (isFailed ? ["the update test \(words); to see its output, run nightctl programs"] : [])
    )
  }

  @Test("A missing program is reported as not started")
  func missing() throws {
    let bench = try ReactionBench()
    bench.reactions.ask(ReactionOrder(lane: "no", purpose: "None", arguments: ["/nowhere/program"]))
    let last = try bench.outcome()
    #expect(last.end == .notStarted)
    #expect(last.isFailed)
    #expect(last.words.hasPrefix("could not be started: /nowhere/program"))
  }

  @Test(
    "If a program hangs, it is stopped with all its processes, even if they ignore signals",
    arguments: ["", "trap '' TERM; "]
  )
  func hangs(trap: String) throws {
    let bench = try ReactionBench()
    var processes: [Int32?] = []
    // On a slow machine, the program may not have printed anything when it reaches the limit.
    for (run, limit) in [200, 1_000, 5_000].enumerated() where processes.count < 2 {
      bench.ask("\(trap)sleep 100 & echo $!; echo $$; while :; do sleep 0.05; done", limit: limit)
      let last = try bench.outcome(after: UInt64(run) + 1)
      #expect(last.end == .tooLong)
      #expect(last.isFailed)
      #expect(last.words == "took longer than \(limit) ms and was stopped")
      processes = last.output.split(separator: "\n").map { Int32($0) }
    }
    #expect(processes.count == 2)
    for process in processes.compactMap(ForeignProcess.init) {
      try bench.serve(untilEndOf: process)
    }
  }

  @Test("If a program prints too much, it is stopped, and the last part of its output is kept")
  func floods() throws {
    let bench = try ReactionBench()
    bench.ask("echo $$ >&2; trap '' TERM; exec yes flood")
    let last = try bench.outcome()
    #expect(last.end == .flood)
    #expect(last.words == "printed more than 1 MiB and was stopped")
    #expect(last.output.split(separator: "\n").count == 20)
    // The last line may be incomplete.
    #expect(last.output.split(separator: "\n").dropLast().allSatisfy { $0 == "flood" })
  }

  @Test(
    "If a reaction is requested many times, the first and the last request run, one after the other"
  )
  func flurry() throws {
    let bench = try ReactionBench()
    let file = bench.bus.home.file("order")
    for number in 1...50 { bench.ask("echo \(number)+ >>\(file); sleep 0.05; echo - >>\(file)") }
    _ = try bench.outcome(after: 2)
    #expect(bench.bus.home.text("order")?.split(separator: "\n") == ["1+", "-", "50+", "-"])
    #expect(bench.reactions.reports.first?.skipped == 48)
  }

  @Test("A repeated failure is logged once, and a different failure is logged again")
  func logged() throws {
    let bench = try ReactionBench()
    for (runs, code) in [1, 1, 2, 0, 2].enumerated() {
      bench.ask("exit \(code)")
      _ = try bench.outcome(after: UInt64(runs) + 1)
    }
    #expect(
      bench.logged
        == [1, 2, 2].map {
          "the update test ended with code \($0); to see its output, run nightctl programs"
        }
    )
  }

  @Test("Of five lanes of reactions, at most four run at the same time")
  func lanes() throws {
    let bench = try ReactionBench()
    for lane in ["a", "b", "c", "d", "e"] { bench.ask("sleep 0.1", lane: lane) }
    #expect(bench.reactions.reports.count(where: \.isRunning) == 4)
    try bench.serve(until: { bench.reactions.reports.count == 5 })
    _ = try bench.outcome()
    #expect(bench.reactions.reports.map(\.name) == ["a", "b", "c", "d", "e"])
  }
}
