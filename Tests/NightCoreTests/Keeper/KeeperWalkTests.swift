import NightCore
import Testing

@Suite("Keeper: random events")
struct KeeperWalkTests {
  @Test(
    "The Keeper's invariants hold through 5,000 random events",
    arguments: [1, 2, 3] as [UInt64]
  )
  func walk(seed: UInt64) {
    var walk = KeeperWalk(seed: seed, prefers: false)
    for _ in 0..<5_000 { walk.step() }
    walk.rest()
    // These counts show that the random walk has reached all kinds of events.
    #expect(walk.answered > 500)
    #expect(walk.refused > 50)
    #expect(walk.commits > 250)
    #expect(walk.keeper.snapshot.serial > 250)
  }

  @Test(
    "The Keeper's invariants hold through 500 random events with preferences and locks",
    arguments: [1, 2, 3] as [UInt64]
  )
  func preferences(seed: UInt64) {
    var walk = KeeperWalk(seed: seed, prefers: true)
    for _ in 0..<500 { walk.step() }
    walk.rest()
    #expect(walk.answered > 25)
    #expect(walk.refused > 10)
    #expect(walk.commits > 20)
    #expect(walk.conflicts > 2)
    #expect(walk.toldKeys > 40)
    #expect(walk.keeper.snapshot.serial > 15)
  }
}
