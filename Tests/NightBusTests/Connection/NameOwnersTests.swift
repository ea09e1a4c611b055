import NightBus
import TestSupport
import Testing

@Suite("Owners of names in a namespace")
struct NameOwnersTests {
  private static let namespace: BusName = "org.example.below"

  private final class Scene {
    let bench: Bench
    let owner: Connection
    let follower: Connection
    var changes = 0

    init() throws {
      bench = try Bench()
      owner = try bench.connect()
      follower = try bench.connect()
    }

    func own(_ name: BusName, _ connection: Connection? = nil) throws {
      #expect(try (connection ?? owner).request(name, milliseconds: 10_000) == .owned)
    }

    func follow() throws -> NameOwners {
      try NameOwners(
        below: namespace,
        on: follower,
        milliseconds: 10_000,
        onRefusal: { Issue.record("\($0)") }
      ) { [unowned self] in
        changes += 1
        bench.done()
      }
    }
  }

  @Test(
    "The first list of owners has the owner of each name in the namespace, and no other owners"
  )
  func start() throws {
    let scene = try Scene()
    for name: BusName in ["org.example.below", "org.example.below.a", "org.example.below.a.b"] {
      try scene.own(name)
    }
    for name: BusName in ["org.example.belowx", "org.example", "org.example.x.below.a"] {
      try scene.own(name)
    }
    let owners = try scene.follow()
    #expect(!owners.isKnown)
    try scene.bench.run()
    #expect(owners.isKnown)
    #expect(scene.changes == 1)
    let all: [BusName] = ["org.example.below", "org.example.below.a", "org.example.below.a.b"]
    #expect(
      owners.owners == Dictionary(uniqueKeysWithValues: all.map { ($0, scene.owner.uniqueName) })
    )
  }

  @Test("New and lost owners are reported, but signals that the bus did not send are ignored")
  func changes() throws {
    let scene = try Scene()
    let owners = try scene.follow()
    try scene.bench.run()
    #expect(owners.owners.isEmpty)
    let name: BusName = "org.example.below.a"
    try scene.own("org.example.belowx")
    try scene.own(name)
    try scene.bench.run()
    #expect(owners.owners == [name: scene.owner.uniqueName])
    let forged = try Message.signal(
      from: .bus,
      .bus,
      "NameOwnerChanged",
      [name, scene.owner.uniqueName, scene.follower.uniqueName].map { .string($0.text) }
    )
    try forged.setDestination(scene.follower.uniqueName)
    try scene.owner.send(forged)
    try scene.bench.settle(scene.follower, after: scene.owner)
    #expect(owners.owners == [name: scene.owner.uniqueName])
    try scene.owner.release(name, milliseconds: 10_000) {}
    try scene.bench.run()
    #expect(owners.owners.isEmpty)
    #expect(scene.changes == 3)
  }

  @Test("If names change owners while a list of owners is requested, the list has the new owners")
  func meanwhile() throws {
    let scene = try Scene()
    try scene.own("org.example.below.old")
    let owners = try scene.follow()
    try scene.owner.release("org.example.below.old", milliseconds: 10_000) {}
    try scene.own("org.example.below.new")
    while !owners.isKnown { try scene.bench.run() }
    try scene.bench.settle(scene.follower)
    #expect(owners.owners == ["org.example.below.new": scene.owner.uniqueName])
  }
}
