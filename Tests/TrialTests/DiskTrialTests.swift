import Testing

@testable import Trials

/// A part of the disk's faults; `make torture` makes them all.
@Suite struct DiskTrialTests {
  private static let noTrace = Comment(rawValue: Crashes.obstacle ?? "")
  private static let noSpoiling = Comment(rawValue: SetFaults.obstacle ?? "")

  @Test(
    "Every state after a crash has the old or the new style, and the new one after the reply",
    .enabled(if: Crashes.obstacle == nil, noTrace),
    arguments: Crashes.Ground.allCases
  )
  func crashes(ground: Crashes.Ground) throws {
    let tally = try Crashes(grounds: [ground]).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 4)
  }

  @Test(
    "The crash trial notices a daemon that does not sync folders or files",
    .enabled(if: Crashes.obstacle == nil && Sabotage.obstacle == nil, noTrace),
    arguments: [Sabotage.Fault.noFolderSync, .noFileSync]
  )
  func broken(fault: Sabotage.Fault) throws {
    var crashes = Crashes(grounds: [.lightStored])
    crashes.sabotage = try Sabotage(fault)
    #expect(try crashes.run().count(of: .lost) > 0)
  }

  @Test(
    "A set whose system calls fail loses nothing",
    .enabled(if: SetFaults.obstacle == nil, noSpoiling)
  )
  func set() throws {
    let tally = try SetFaults(every: 41).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 10)
  }

  @Test(
    "A start whose system calls fail loses nothing",
    .enabled(if: StartFaults.obstacle == nil, noSpoiling)
  )
  func start() throws {
    let tally = try StartFaults(every: 97).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 10)
  }

  @Test(
    "nightctl reports success only if it succeeded, although its system calls fail",
    .enabled(if: NightctlFaults.obstacle == nil, noSpoiling)
  )
  func nightctl() throws {
    let tally = try NightctlFaults(every: 97).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 10)
  }
}
