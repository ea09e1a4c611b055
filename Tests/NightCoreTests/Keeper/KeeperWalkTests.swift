import NightCore
import Testing

@Suite("Keeper: random events")
struct KeeperWalkTests {
  @Test(
    "The Keeper's invariants hold through 10,000 random events",
    arguments: [1, 2, 3] as [UInt64]
  )
  func walk(seed: UInt64) {
    var walk = KeeperWalk(seed: seed, prefers: false)
    for _ in 0..<10_000 { walk.step() }
    walk.rest()
    // These counts show that the random walk has reached all kinds of events.
    #expect(walk.answered > 1_000)
    #expect(walk.refused > 100)
    #expect(walk.commits > 500)
    #expect(walk.keeper.snapshot.serial > 500)
  }

  @Test(
    "The Keeper's invariants hold through 1,000 random events with preferences and locks",
    arguments: [1, 2, 3] as [UInt64]
  )
  func preferences(seed: UInt64) {
    var walk = KeeperWalk(seed: seed, prefers: true)
    for _ in 0..<1_000 { walk.step() }
    walk.rest()
    #expect(walk.answered > 50)
    #expect(walk.refused > 20)
    #expect(walk.commits > 40)
    #expect(walk.conflicts > 5)
    #expect(walk.toldKeys > 80)
    #expect(walk.keeper.snapshot.serial > 30)
  }
}
