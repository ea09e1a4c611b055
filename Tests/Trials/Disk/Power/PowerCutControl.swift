/// Power cuts with a daemon that does not sync folders; the trial must find a lost change.
package struct PowerCutControl: Trial {
  package static let name = "control: power cut, folders are not synced"
  package static let unit = "losses seen"
  package static var skipReason: String? { Sabotage.skipReason ?? LoopDisk.skipReason(.ext4) }

  private let rounds: Int

  package init(rounds: Int) { self.rounds = rounds }

  package func run() throws -> Tally {
    let sabotage = try Sabotage(.noFolderSync)
    var seen = Tally()
    for kind in [LoopDisk.Kind.ext4, .xfs] where LoopDisk.skipReason(kind) == nil {
      seen.add(try PowerCuts(kind: kind, rounds: rounds, sabotage: sabotage).run())
    }
    return .control(seen.count(of: .lost), "no cut was noticed that lost an answered choice")
  }
}
