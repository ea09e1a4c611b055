import TestSupport
import Testing
import Trials

@Suite struct LeakTests {
  @Test(
    "a daemon that lets every tenth message stay is noticed",
    .enabled(if: Sabotage.obstacle == nil, "\(Sabotage.obstacle ?? "")"),
    .disabled(if: Built.isSanitized, "it keeps what was freed, so that nothing is told by memory")
  )
  func leak() throws {
    let sabotage = try Sabotage(.leak(every: 10))
    let tally = try Memory(sets: 4_000, adding: sabotage.environment).run()
    #expect(tally.count(of: .wrong) == 1, "\(tally)")
    withExtendedLifetime(sabotage) {}
  }
}
