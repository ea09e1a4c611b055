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

  static let others: [any Trial] = [
    Bytes(messages: 1_600), Floods(calls: 5_000), Vanishing(clients: 50), Forgery(rounds: 15),
    BusTrouble(rounds: 4), Squatters(waiting: false), Memory(sets: 4_000),
  ]

  @Test("what else they do leaves the daemon as it was", arguments: others.indices)
  func other(index: Int) throws {
    let tally = try Self.others[index].run()
    #expect(tally.isClean, "\(type(of: Self.others[index]).name): \(tally)")
    #expect(tally.count > 0)
  }
}
