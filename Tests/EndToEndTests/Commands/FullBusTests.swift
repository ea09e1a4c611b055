import Glibc
import TestSupport
import Testing

/// A stopped bus takes connections only until its queue is full; connect(2) then waits for ever.
@Suite struct FullBusTests {
  @Test("nightctl ends in time with a message if the queue of the bus is full")
  func full() throws {
    let desk = try Desk()
    try desk.bus.pause()
    let queue = try Queue(at: desk.bus.address)
    // An address may name several buses, and nightctl tries each.
    let twice = "\(desk.bus.address);\(desk.bus.address)"
    let addresses = [desk.bus.address, desk.bus.address, desk.bus.address, twice]
    let words = [["get"], ["set", "dark"], ["watch"], ["get"]]
    let programs = try zip(words, addresses).map { words, address in
      let environment = desk.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
      return try Program.start(Built.nightctl, words, environment: environment)
    }
    for (program, address) in zip(programs, addresses) {
      #expect(try program.wait(timeout: .seconds(20)) == .exited(3))
      #expect(
        program.errorsSoFar
          == "nightctl: cannot reach the bus at \(address): no answer came in time\n"
      )
    }
    withExtendedLifetime(queue) {}
  }

  /// So many connections fill the queue that the next connection has to wait.
  private final class Queue {
    private var sockets: [Int32] = []

    init(at address: String) throws {
      let path = try #require(address.split(separator: ",").first?.split(separator: "=").last)
      while sockets.last.map({ _ in errno != EAGAIN }) ?? true, sockets.count < 10_000 {
        let socket = SocketAddress.newSocket()
        try #require(socket >= 0)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        sockets.append(socket)
        errno = 0
        _ = SocketAddress.with(path: String(path)) { connect(socket, $0, $1) }
      }
    }

    deinit { for socket in sockets { close(socket) } }
  }
}
