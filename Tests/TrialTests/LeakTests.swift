import TestSupport
import Testing
import Trials

@Suite struct LeakTests {
  @Test(
    "If a daemon leaks every tenth block, the memory trial fails",
    .enabled(if: Sabotage.skipReason == nil, "\(Sabotage.skipReason ?? "")"),
    .disabled(if: Built.isSanitized, "it keeps freed memory")
  )
  func leak() throws {
    let sabotage = try Sabotage(.leak(every: 10))
    let tally = try Memory(sets: 4_000, adding: sabotage.environment).run()
    #expect(tally.count(of: .wrong) == 1, "\(tally)")
    withExtendedLifetime(sabotage) {}
  }
}
