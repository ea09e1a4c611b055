import NightCore
import Testing

@Suite("The Keeper at random")
struct KeeperWalkTests {
  @Test("10,000 random events break no promise", arguments: [1, 2, 3] as [UInt64])
  func walk(seed: UInt64) {
    var walk = KeeperWalk(seed: seed, prefers: false)
    for _ in 0..<10_000 { walk.step() }
    walk.rest()
    // The walk went everywhere.
    #expect(walk.answered > 1_000)
    #expect(walk.refused > 100)
    #expect(walk.commits > 500)
    #expect(walk.keeper.standing.serial > 500)
  }

  @Test(
    "random preferences, files and locks beside them break none",
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
    #expect(walk.keeper.standing.serial > 30)
  }
}
