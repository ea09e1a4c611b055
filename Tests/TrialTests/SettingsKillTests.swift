import Testing

@testable import Trials

@Suite struct SettingsKillTests {
  private static let noSpoiling = Comment(rawValue: SettingsKills.skipReason ?? "")

  @Test(
    "If nightctl is killed while it writes other programs' settings, each file can be restored",
    .enabled(if: SettingsKills.skipReason == nil, noSpoiling)
  )
  func kills() throws {
    let tally = try SettingsKills(every: 37, hasDaemon: false).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 5)
  }

  @Test(
    "If nightctl is killed while it writes GNOME's settings, each value can be restored",
    .enabled(if: GnomeKills.skipReason == nil, Comment(rawValue: GnomeKills.skipReason ?? ""))
  )
  func gnome() throws {
    let tally = try GnomeKills(every: 13).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 3)
  }

  @Test(
    "If a settings file is lost, the trial of killed commands notices this",
    .enabled(if: SettingsKills.skipReason == nil, noSpoiling)
  )
  func control() throws {
    let tally = try SettingsKillControl().run()
    #expect(tally.isClean, "\(tally)")
  }
}
