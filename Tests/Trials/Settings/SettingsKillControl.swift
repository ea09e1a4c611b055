/// The kills of `SettingsKills`, but without the record of the user's files; the trial must find
/// lost files.
package struct SettingsKillControl: Trial {
  package static let name = "control: the record of programs is lost"
  package static let unit = "losses"
  package static var skipReason: String? { SettingsKills.skipReason }

  package init() {}

  package func run() throws -> Tally {
    let tally = try SettingsKills(every: 25, deeds: [.other], losesRecord: true).run()
    return .control(tally.count(of: .lost), "no file was lost although the record was removed")
  }
}
