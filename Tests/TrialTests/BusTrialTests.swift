import TestSupport
import Testing
import Trials

@Suite struct BusTrialTests {
  @Test("If a user runs two daemons and one is stopped or killed, no change is lost")
  func twins() throws {
    let tally = try Twins(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 6)
  }

  @Test(
    "On a file system without locks, a user can run two daemons, and no change is lost",
    .enabled(if: Sabotage.skipReason == nil)
  )
  func twinsInLocklessHome() throws {
    let tally = try LocklessTwins(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 6)
  }

  @Test(
    "If CIFS reports that another process holds a lock, the daemon waits for the lock",
    .enabled(if: Sabotage.skipReason == nil)
  )
  func twinsOnCifs() throws {
    let sabotage = try Sabotage(.cifsLock)
    let tally = try Twins(rounds: 3, adding: sabotage.environment).run()
    #expect(tally.isClean, "\(tally)")
  }

  @Test(
    "If a lock does not exclude other processes, a user's two daemons lose changes",
    .enabled(if: Sabotage.skipReason == nil)
  )
  func twinsWithoutLock() throws {
    let sabotage = try Sabotage(.noLock)
    var tally = Tally()
    // By chance, a run of three rounds may lose nothing, and in rare cases even two runs lose
    // nothing; so try more seeds.
    for seed in UInt64(1)...10 where tally.count(of: .lost) == 0 {
      tally.add(try Twins(rounds: 3, seed: seed, adding: sabotage.environment).run())
    }
    #expect(tally.count(of: .lost) > 0, "\(tally)")
  }

  @Test("If a new daemon replaces the old one while eight clients write, no change is lost")
  func handovers() throws {
    let tally = try Handovers(restarts: 16).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 16)
  }

  @Test(
    "If the daemon restarts during rapid changes, a NightKit program still gets the right style"
  )
  func followings() throws {
    let tally = try Followings(restarts: 20).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 20)
  }
}
