import Testing
import Trials

/// What hostile peers on the bus do, in short.
@Suite struct PeerTests {
  @Test("five thousand calls of every shape are each answered once, by name or by type")
  func fuzz() throws {
    let tally = try Fuzz(calls: 5_000).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 5_000)
  }
}
