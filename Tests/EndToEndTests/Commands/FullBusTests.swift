import TestSupport
import Testing

/// A bus that accepts no connections and whose queue is full; connect(2) then waits forever.
@Suite struct FullBusTests {
  @Test("If the queue of the bus is full, nightctl prints a message and ends after a limited time")
  func full() throws {
    let desk = try Desk()
    let bus = try SilentBus()
    try bus.fill()
    // An address can list several buses, and nightctl tries each.
    let twice = "\(bus.address);\(bus.address)"
    let addresses = [bus.address, bus.address, bus.address, twice]
    let commands = [["get"], ["set", "dark"], ["watch"], ["get"]]
    let programs = try zip(commands, addresses).map { arguments, address in
      let environment = desk.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
      return try Program.start(Built.nightctl, arguments, environment: environment)
    }
    for (program, address) in zip(programs, addresses) {
      #expect(try program.wait(timeout: .seconds(20)) == .exited(3))
      #expect(
        program.errorsSoFar
          == "nightctl: cannot reach the bus at \(address): no reply came in time\n"
      )
    }
    withExtendedLifetime(bus) {}
  }
}
