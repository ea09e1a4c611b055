/// The trial `Twins` with a lock that several processes can hold; the trial must find a lost
/// change.
package struct LockControl: Trial {
  package static let name = "control: two daemons, the lock is not kept"
  package static let unit = "losses seen"
  package static var skipReason: String? { Sabotage.skipReason }

  private let rounds: Int

  package init(rounds: Int) { self.rounds = rounds }

  package func run() throws -> Tally {
    let sabotage = try Sabotage(.noLock)
    let losses = try Twins(rounds: rounds, adding: sabotage.environment).run().count(of: .lost)
    return .control(losses, "two daemons lost nothing without a lock")
  }
}
