import TestSupport
import Testing
import Trials

@Suite struct BusTrialTests {
  @Test("two daemons of one user lose nothing, whatever is done to one of them")
  func twins() throws {
    let tally = try Twins(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 6)
  }

  @Test(
    "two daemons of one user lose nothing in a home without locks",
    .enabled(if: Sabotage.obstacle == nil)
  )
  func twinsInLocklessHome() throws {
    let tally = try LocklessTwins(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 6)
  }

  @Test(
    "a lock that CIFS says somebody else has is waited for",
    .enabled(if: Sabotage.obstacle == nil)
  )
  func twinsOnCifs() throws {
    let sabotage = try Sabotage(.cifsLock)
    let tally = try Twins(rounds: 3, adding: sabotage.environment).run()
    #expect(tally.isClean, "\(tally)")
  }

  @Test("without the lock they would lose something", .enabled(if: Sabotage.obstacle == nil))
  func twinsWithoutLock() throws {
    let sabotage = try Sabotage(.noLock)
    var tally = Tally()
    // Three rounds may be lucky, seldom even six.
    for seed in UInt64(1)...10 where tally.count(of: .lost) == 0 {
      tally.add(try Twins(rounds: 3, seed: seed, adding: sabotage.environment).run())
    }
    #expect(tally.count(of: .lost) > 0, "\(tally)")
  }

  @Test("a daemon takes over from another in the middle of everything, and nothing is lost")
  func handovers() throws {
    let tally = try Handovers(restarts: 16).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 16)
  }

  @Test("a program on NightKit has the right value after each restart among changes at full speed")
  func followings() throws {
    let tally = try Followings(restarts: 20).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 20)
  }
}
