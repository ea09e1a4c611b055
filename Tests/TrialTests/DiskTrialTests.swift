import Testing

@testable import Trials

/// Trials with disk faults; these tests make some of the faults, and `make torture` makes all of
/// them.
@Suite struct DiskTrialTests {
  private static let noTrace = Comment(rawValue: Crashes.skipReason ?? "")
  private static let noSpoiling = Comment(rawValue: SetFaults.skipReason ?? "")

  @Test(
    "A crash leaves the old or the new style, and after the reply, it always leaves the new one",
    .enabled(if: Crashes.skipReason == nil, noTrace),
    arguments: Crashes.Ground.allCases
  )
  func crashes(ground: Crashes.Ground) throws {
    let tally = try Crashes(grounds: [ground]).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 4)
  }

  @Test(
    "If a daemon does not sync folders or files, the crash trial detects this",
    .enabled(if: Crashes.skipReason == nil && Sabotage.skipReason == nil, noTrace),
    arguments: [Sabotage.Fault.noFolderSync, .noFileSync]
  )
  func broken(fault: Sabotage.Fault) throws {
    var crashes = Crashes(grounds: [.lightStored])
    crashes.sabotage = try Sabotage(fault)
    #expect(try crashes.run().count(of: .lost) > 0)
  }

  @Test(
    "If a system call fails during a style change, nothing is lost and the reply is correct",
    .enabled(if: SetFaults.skipReason == nil, noSpoiling)
  )
  func set() throws {
    let tally = try SetFaults(every: 41).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 10)
  }

  @Test(
    "If a system call fails at start-up, the daemon serves or ends with an error; nothing is lost",
    .enabled(if: StartFaults.skipReason == nil, noSpoiling)
  )
  func start() throws {
    let tally = try StartFaults(every: 97).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 10)
  }

  @Test(
    "If a system call fails, `nightctl set` reports success only if the style is stored",
    .enabled(if: NightctlFaults.skipReason == nil, noSpoiling)
  )
  func nightctl() throws {
    let tally = try NightctlFaults(every: 97).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 5)
  }
}
