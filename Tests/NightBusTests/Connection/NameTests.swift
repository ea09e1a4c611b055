import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Names and their owners")
struct NameTests {
  private static let name: BusName = "org.example.Name"

  @Test(
    "The first program that requests a name gets it, and the second learns which process owns it"
  )
  func request() throws {
    let bench = try Bench()
    let (first, second) = (try bench.connect(), try bench.connect())
    #expect(try first.request(Self.name, milliseconds: 5_000) == .owned)
    #expect(
      try first.request(Self.name, milliseconds: 5_000) == .owned,
      "the first request has the name already"
    )
    #expect(
      try second.request(Self.name, milliseconds: 5_000)
        == .taken(processIdentifier: UInt32(getpid()))
    )
    #expect(throws: BusError.self) {
      try first.request(BusName.bus, milliseconds: 5_000)
    }
    try first.release(Self.name, milliseconds: 5_000) { bench.done() }
    try bench.run()
    let follower = try NameOwner(of: Self.name, on: first, milliseconds: 5_000) { _ in bench.done()
    }
    try bench.run()
    #expect(follower.uniqueName == nil, "the second request does not wait in a queue")
  }

  @Test(
    "A follower of a name first learns that no program owns it, and then learns each owner in order"
  )
  func order() throws {
    let bench = try Bench()
    let client = try bench.connect()
    var owners: [BusName?] = []
    let follower = try NameOwner(of: Self.name, on: client, milliseconds: 5_000) { owner in
      owners.append(owner)
      bench.done()
    }
    try bench.run()
    #expect(owners == [nil])
    var first: Connection? = try bench.connect()
    let second = try bench.connect()
    #expect(try first?.request(Self.name, milliseconds: 5_000) == .owned)
    try bench.run()
    #expect(follower.uniqueName == first?.uniqueName)
    let firstName = first?.uniqueName
    first = nil
    try bench.run()
    #expect(try second.request(Self.name, milliseconds: 5_000) == .owned)
    try bench.run()
    try second.release(Self.name, milliseconds: 5_000) {}
    try bench.run()
    #expect(owners == [nil, firstName, nil, second.uniqueName, nil])
  }

  @Test("If a new owner of a name replaces the old one, followers do not hear of a free name")
  func replaced() throws {
    let bench = try Bench()
    let client = try bench.connect()
    let (first, second) = (try bench.connect(), try bench.connect())
    try Self.ask(first, flags: 1)
    var owners: [BusName?] = []
    let follower = try NameOwner(of: Self.name, on: client, milliseconds: 5_000) { owner in
      owners.append(owner)
      bench.done()
    }
    try bench.run()
    var lost: [BusName] = []
    first.onNameLost = { lost.append($0) }
    try Self.ask(second, flags: 2)
    try bench.run()
    #expect(owners == [first.uniqueName, second.uniqueName])
    try bench.settle(first)
    #expect(lost == [Self.name])
    withExtendedLifetime(follower) {}
  }

  @Test(
    "If a name's owner changes during the first request, the last report mentions the new owner",
    arguments: 0..<10
  )
  func race(round: Int) throws {
    let bench = try Bench()
    let (client, owner) = (try bench.connect(), try bench.connect())
    var owners: [BusName?] = []
    // The bus handles its sockets in turn, but after a pause it handles them in random order.
    try bench.bus.pause()
    let follower = try NameOwner(of: Self.name, on: client, milliseconds: 5_000) {
      owners.append($0)
    }
    for _ in 0..<round {
      try owner.send(
        .call(to: .bus, at: .bus, .bus, "RequestName", [.string(Self.name.text), .uint32(4)])
      )
    }
    bench.bus.resume()
    try bench.settle(client, after: owner)
    #expect(follower.uniqueName == (round == 0 ? nil : owner.uniqueName))
    #expect(zip(owners, owners.dropFirst()).allSatisfy { $0 != $1 }, "no owner is reported twice")
  }

  @Test(
    "If the owner of a name has been reported, a later reply of the bus does not report it again"
  )
  func once() throws {
    let bench = try Bench()
    let (client, owner) = (try bench.connect(), try bench.connect())
    let first = try NameOwner(of: Self.name, on: client, milliseconds: 5_000) {
      if $0 == nil { bench.done() }
    }
    try bench.run()
    // The match rule is already active, so the bus sends the signal before it handles the second
    // request.
    #expect(try owner.request(Self.name, milliseconds: 5_000) == .owned)
    var owners: [BusName?] = []
    let second = try NameOwner(of: Self.name, on: client, milliseconds: 5_000) { owners.append($0) }
    try bench.settle(client)
    try bench.settle(client)
    #expect(owners == [owner.uniqueName])
    withExtendedLifetime((first, second)) {}
  }

  @Test("The bus owns its own name, and a unique name owns itself")
  func others() throws {
    let bench = try Bench()
    let client = try bench.connect()
    for (name, owner) in [(BusName.bus, BusName.bus), (client.uniqueName, client.uniqueName)] {
      let follower = try NameOwner(of: name, on: client, milliseconds: 5_000) { _ in bench.done() }
      try bench.run()
      #expect(follower.uniqueName == owner)
    }
  }

  @Test(
    "If a name is released, its loss is reported only after all earlier calls to it have arrived"
  )
  func release() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    #expect(try service.request(Self.name, milliseconds: 5_000) == .owned)
    var events: [String] = []
    echo.onCall = { _ in events.append("call") }
    service.onNameLost = { events.append("lost \($0)") }
    for _ in 0..<3 {
      try client.send(
        .call(to: Self.name, at: Echo.path, Echo.name, "Echo", [.variant(.byte(1))])
      )
    }
    _ = try client.callAndWait(.call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 5_000)
    try service.release(Self.name, milliseconds: 5_000) {
      events.append("released")
      bench.done()
    }
    try bench.run()
    #expect(events == ["call", "call", "call", "lost org.example.Name", "released"])
  }

  @Test("A released follower of a name gets no more reports, even if its own handler released it")
  func letGo() throws {
    let bench = try Bench()
    let (client, owner) = (try bench.connect(), try bench.connect())
    var reports = 0
    var follower: NameOwner?
    follower = try NameOwner(of: Self.name, on: client, milliseconds: 5_000) { _ in
      reports += 1
      if reports == 2 { follower = nil }
    }
    for _ in 0..<3 {
      #expect(try owner.request(Self.name, milliseconds: 5_000) == .owned)
      try bench.settle(client, after: owner)
      try owner.release(Self.name, milliseconds: 5_000) { bench.done() }
      try bench.run()
    }
    try bench.settle(client, after: owner)
    #expect(reports == 2)
    #expect(follower == nil)
    follower = try NameOwner(of: Self.name, on: client, milliseconds: 5_000) { _ in reports += 1 }
    follower = nil
    try bench.settle(client)
    #expect(reports == 2)
  }

  /// Requests the name with flags that `request` itself never uses.
  private static func ask(_ connection: Connection, flags: UInt32) throws {
    _ = try connection.callAndWait(
      .call(to: .bus, at: .bus, .bus, "RequestName", [.string(name.text), .uint32(flags)]),
      milliseconds: 5_000
    )
  }
}
