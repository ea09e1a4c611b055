package struct PowerCutsOnXFS: Trial {
  package static let name = "power cut, xfs"
  package static let unit = "cuts"
  package static var skipReason: String? { LoopDisk.skipReason(.xfs) }

  private let rounds: Int

  package init(rounds: Int) { self.rounds = rounds }

  package func run() throws -> Tally { try PowerCuts(kind: .xfs, rounds: rounds).run() }
}
