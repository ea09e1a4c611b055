import Testing

@testable import Trials

@Suite struct MirrorKillTests {
  private static let noSpoiling = Comment(rawValue: MirrorKills.skipReason ?? "")

  @Test(
    "If nightctl is killed while it writes other programs' settings, each file can be restored",
    .enabled(if: MirrorKills.skipReason == nil, noSpoiling)
  )
  func kills() throws {
    let tally = try MirrorKills(every: 37, hasDaemon: false).run()
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
    "The trial of mirrors sees files that are lost",
    .enabled(if: MirrorKills.skipReason == nil, noSpoiling)
  )
  func control() throws {
    let tally = try MirrorKillControl().run()
    #expect(tally.isClean, "\(tally)")
  }
}
