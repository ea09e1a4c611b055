import TestSupport
import Testing
import Trials

@Suite struct BusTrialTests {
  @Test("Two daemons of one user lose no change if one is stopped or killed")
  func twins() throws {
    let tally = try Twins(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 6)
  }

  @Test(
    "Two daemons of one user lose no change in a home without locks",
    .enabled(if: Sabotage.skipReason == nil)
  )
  func twinsInLocklessHome() throws {
    let tally = try LocklessTwins(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 6)
  }

  @Test(
    "A daemon waits for a lock that CIFS reports as another process's",
    .enabled(if: Sabotage.skipReason == nil)
  )
  func twinsOnCifs() throws {
    let sabotage = try Sabotage(.cifsLock)
    let tally = try Twins(rounds: 3, adding: sabotage.environment).run()
    #expect(tally.isClean, "\(tally)")
  }

  @Test(
    "Two daemons of one user lose changes if the lock excludes nobody",
    .enabled(if: Sabotage.skipReason == nil)
  )
  func twinsWithoutLock() throws {
    let sabotage = try Sabotage(.noLock)
    var tally = Tally()
    // Three rounds may lose nothing by chance, and rarely even six.
    for seed in UInt64(1)...10 where tally.count(of: .lost) == 0 {
      tally.add(try Twins(rounds: 3, seed: seed, adding: sabotage.environment).run())
    }
    #expect(tally.count(of: .lost) > 0, "\(tally)")
  }

  @Test("A daemon takes over from another among eight writers, and no change is lost")
  func handovers() throws {
    let tally = try Handovers(restarts: 16).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 16)
  }

  @Test("A NightKit program has the right style after each restart among changes at full speed")
  func followings() throws {
    let tally = try Followings(restarts: 20).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 20)
  }
}
