/// The trial `Twins` in a home on a file system without locks.
package struct LocklessTwins: Trial {
  package static let name = "two daemons of one user, a home without locks"
  package static let unit = "rounds"
  package static var skipReason: String? { Sabotage.skipReason }

  private let rounds: Int
  private let seed: UInt64

  package init(rounds: Int, seed: UInt64 = 1) {
    self.rounds = rounds
    self.seed = seed
  }

  package func run() throws -> Tally {
    let sabotage = try Sabotage(.locklessHome)
    return try Twins(rounds: rounds, seed: seed, adding: sabotage.environment).run()
  }
}
