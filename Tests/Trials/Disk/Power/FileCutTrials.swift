package struct FileCutsOnExt4: Trial {
  package static let name = "power cut while nightctl changes users' files, ext4"
  package static let unit = "cuts"
  package static var skipReason: String? {
    SettingsKills.skipReason ?? LoopDisk.skipReason(.ext4)
  }

  private let step: Int

  package init(every step: Int) { self.step = step }

  package func run() throws -> Tally { try FileCuts(kind: .ext4, step: step).run() }
}

package struct FileCutsOnXFS: Trial {
  package static let name = "power cut while nightctl changes users' files, xfs"
  package static let unit = "cuts"
  package static var skipReason: String? {
    SettingsKills.skipReason ?? LoopDisk.skipReason(.xfs)
  }

  private let step: Int

  package init(every step: Int) { self.step = step }

  package func run() throws -> Tally { try FileCuts(kind: .xfs, step: step).run() }
}

/// The power cuts of `FileCuts`, but with a nightctl that does not sync files; the trial must find
/// a lost file.
package struct FileCutControl: Trial {
  package static let name = "control: power cut, users' files are not synced"
  package static let unit = "losses seen"
  package static var skipReason: String? { Sabotage.skipReason ?? FileCutsOnExt4.skipReason }

  package init() {}

  package func run() throws -> Tally {
    var cuts = FileCuts(kind: .ext4, step: 60, deeds: [.on])
    cuts.sabotage = try Sabotage(.noFileSync)
    return .control(try cuts.run().count(of: .lost), "no cut was noticed that lost a file")
  }
}
