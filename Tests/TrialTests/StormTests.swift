import TestSupport
import Testing
import Trials

@Suite struct StormTests {
  @Test("After each round of many changes, all 200 views show the last style, theme and colours")
  func storm() throws {
    let tally = try Storm(rounds: 20).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 20)
  }

  @Test("If one view of a program gets no changes, the trial of many changes notices this")
  func deaf() throws {
    let tally = try Storm(rounds: 1, fault: .deaf, timeout: .seconds(5)).run()
    #expect(tally.count(of: .wrong) == 1, "\(tally)")
  }

  @Test(
    "If a program leaks memory, the trial of many changes notices this",
    .disabled(if: Built.isSanitized, "it keeps freed memory")
  )
  func leak() throws {
    let tally = try Storm(rounds: 8, fault: .leak).run()
    #expect(tally.count(of: .wrong) == 1, "\(tally)")
  }
}
