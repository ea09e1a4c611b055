package struct PowerCutsOnExt4: Trial {
  package static let name = "power cut, ext4"
  package static let unit = "cuts"
  package static var skipReason: String? { LoopDisk.skipReason(.ext4) }

  private let rounds: Int

  package init(rounds: Int) { self.rounds = rounds }

  package func run() throws -> Tally { try PowerCuts(kind: .ext4, rounds: rounds).run() }
}
