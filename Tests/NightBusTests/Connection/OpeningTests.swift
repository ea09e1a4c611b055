import NightBus
import TestSupport
import Testing

@Suite("Opening connections without waiting")
struct OpeningTests {
  @Test(
    "An opened connection is passed to a handler on the loop, and works like any other connection"
  )
  func opens() throws {
    let bench = try Bench()
    let opened = try #require(try Self.open(bench.bus.address, on: bench))
    let connection = try opened.get()
    #expect(connection.uniqueName.isUnique)
    let echo = try bench.serve()
    #expect(try bench.echo(.byte(7), by: echo, from: connection) == .byte(7))
    var isLost = false
    connection.onLost = {
      isLost = true
      bench.done()
    }
    try bench.bus.kill()
    try bench.run()
    #expect(isLost)
  }

  @Test(
    "If a connection cannot be opened, the error has the address and the reason",
    arguments: [
      ("unix:path=/nonexistent/bus", "Failed to connect to socket /nonexistent/bus"),
      ("nonsense", "Address does not contain a colon"), ("unix:path=/a\0b", "contains a NUL"),
    ]
  )
  func refused(address: String, why: String) throws {
    let bench = try Bench()
    guard case .failure(.unreachable(address, let reported))? = try Self.open(address, on: bench)
    else {
      throw Bench.Surprise()
    }
    #expect(reported.contains(why), "\(reported)")
  }

  @Test(
    "If a bus never replies, opening a connection fails after a timeout and does not block the loop"
  )
  func silent() throws {
    let bench = try Bench()
    let silent = try SilentBus()
    let opened = try Self.open(silent.address, on: bench, milliseconds: 100)
    guard case .failure(let error)? = opened else { throw Bench.Surprise() }
    #expect(error == .unreachable(address: silent.address, why: "no reply came in time"))
    // The loop continues while the connection is being opened.
    var isOpened = false
    try Connection.open(address: silent.address, on: bench.loop, milliseconds: 60_000) { _ in
      isOpened = true
    }
    var ticks = 0
    var tick: Timer?
    tick = bench.loop.timer {
      ticks += 1
      ticks == 10 ? bench.done() : tick?.set(milliseconds: 5)
    }
    tick?.set(milliseconds: 5)
    try bench.run()
    #expect(!isOpened)
    tick = nil
    withExtendedLifetime(silent) {}
  }

  @Test("If the queue of a bus is full, opening a connection never blocks the loop")
  func full() throws {
    let bench = try Bench()
    let full = try SilentBus()
    try full.fill()
    var opened: Result<Connection, BusError>?
    try Connection.open(address: full.address, on: bench.loop, milliseconds: 10) {
      opened = $0
      bench.done()
    }
    let pause = bench.loop.timer { bench.done() }
    pause.set(milliseconds: 150)
    let cost = try ThreadCost.measure { try bench.run() }
    #expect(opened == nil)
    #expect(cost.waits <= 3)
    full.goAway()
    try bench.run()
    guard case .failure(.unreachable)? = opened else { throw Bench.Surprise() }
  }

  @Test("If the loop is gone when a connection opens, the connection is closed")
  func forgotten() throws {
    let bench = try Bench()
    let witness = try bench.connect()
    var gone: [String] = []
    let owners = try witness.subscribeToBus("NameOwnerChanged") { message in
      let names = (try? message.values())?.compactMap(\.asString) ?? []
      if names.last == "" { gone.append(names.first ?? "") }
      if !gone.isEmpty { bench.done() }
    }
    try bench.settle(witness)
    var other: Loop? = try Loop()
    if let other {
      try Connection.open(address: bench.bus.address, on: other, milliseconds: 5_000) { _ in }
    }
    other = nil
    try bench.run()
    #expect(gone.first?.hasPrefix(":") == true)
    withExtendedLifetime(owners) {}
  }

  private static func open(
    _ address: String,
    on bench: Bench,
    milliseconds: Int = 10_000
  ) throws -> Result<Connection, BusError>? {
    var opened: Result<Connection, BusError>?
    try Connection.open(address: address, on: bench.loop, milliseconds: milliseconds) {
      opened = $0
      bench.done()
    }
    #expect(opened == nil, "handed over from within")
    try bench.run()
    return opened
  }
}
