import Testing
import Trials

/// Trials with hostile peers on the bus; each runs only a few rounds here.
@Suite struct PeerTests {
  @Test("Each of 5,000 calls with random arguments gets exactly one reply or error")
  func fuzz() throws {
    let tally = try Fuzz(calls: 5_000).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 5_000)
  }

  /// A trial with its name, which the output of the tests shows.
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

  @Test("After each hostile peer, the daemon is in the same state as before", arguments: others)
  func other(_ named: Named) throws {
    let tally = try named.trial.run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 0)
  }
}
