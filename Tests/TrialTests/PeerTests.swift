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

  /// A trial that is shown by its name.
  struct Named: CustomTestStringConvertible, Sendable {
    let trial: any Trial

    var testDescription: String { type(of: trial).name }
  }

  static let others = [
    Named(trial: Bytes(messages: 1_600)), Named(trial: Floods(calls: 5_000)),
    Named(trial: Vanishing(clients: 50)), Named(trial: Forgery(rounds: 15)),
    Named(trial: BusTrouble(rounds: 4)), Named(trial: Squatters(waiting: false)),
    Named(trial: Memory(sets: 4_000)),
  ]

  @Test("what else they do leaves the daemon as it was", arguments: others)
  func other(_ named: Named) throws {
    let tally = try named.trial.run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 0)
  }
}
