import Testing

@testable import Trials

/// Faults of the disk, thinned out; `make torture` makes them all.
@Suite struct DiskTrialTests {
  private static let noTrace = Comment(rawValue: Crashes.obstacle ?? "")
  private static let noSpoiling = Comment(rawValue: SetFaults.obstacle ?? "")

  @Test(
    "whatever a crash leaves of a set is the old style or the new, and the new once it was told",
    .enabled(if: Crashes.obstacle == nil, noTrace),
    arguments: Crashes.Ground.allCases
  )
  func crashes(ground: Crashes.Ground) throws {
    let tally = try Crashes(grounds: [ground]).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 4)
  }

  @Test(
    "a daemon that does not sync folders is seen to lose, one that does not sync files to tear",
    .enabled(if: Crashes.obstacle == nil && Sabotage.obstacle == nil, noTrace),
    arguments: [Sabotage.Fault.noFolderSync, .noFileSync]
  )
  func broken(fault: Sabotage.Fault) throws {
    var crashes = Crashes(grounds: [.lightStored])
    crashes.sabotage = try Sabotage(fault)
    #expect(try crashes.run().count(of: .lost) > 0)
  }

  @Test("calls of a set fail", .enabled(if: SetFaults.obstacle == nil, noSpoiling))
  func set() throws {
    let tally = try SetFaults(every: 41).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 10)
  }

  @Test("calls of a start fail", .enabled(if: StartFaults.obstacle == nil, noSpoiling))
  func start() throws {
    let tally = try StartFaults(every: 97).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 10)
  }

  @Test("calls of nightctl fail", .enabled(if: NightctlFaults.obstacle == nil, noSpoiling))
  func nightctl() throws {
    let tally = try NightctlFaults(every: 97).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 10)
  }
}
