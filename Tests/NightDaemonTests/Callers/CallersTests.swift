import Glibc
import NightBus
import NightCore
import NightDaemon
import TestSupport
import Testing

@Suite("Finding the process of a caller")
struct CallersTests {
  private let bus: PrivateBus
  private let runner: Runner
  private let connection: Connection
  private let work = PendingWork()
  private let callers: Callers

  init() throws {
    bus = try PrivateBus()
    runner = try Runner()
    connection = try Connection(address: bus.address)
    try connection.attach(to: runner.loop)
    callers = Callers(on: connection, work)
  }

  /// The processes that were found and the replies that were sent, in order.
  private func told(_ name: BusName) throws -> [String] {
    var told: [String] = []
    work.onNone = { [runner] in
      told.append("settled")
      runner.done()
    }
    callers.find(name) { told.append("\($0.number == UInt32(getpid()))") }
    callers.settle(name) { told.append("answered") }
    #expect(told == [] && !work.isEmpty, "before it is known nobody may go")
    try runner.run()
    #expect(work.isEmpty)
    return told
  }

  @Test(
    "When a caller's process is known, it is reported, and later requests get replies at once"
  )
  func known() throws {
    #expect(try told(connection.uniqueName) == ["true", "answered", "settled"])
    var told: [String] = []
    callers.find(connection.uniqueName) { told.append($0.name ?? "") }
    callers.settle(connection.uniqueName) { told.append("answered") }
    #expect(told.count == 2 && told.first?.isEmpty == false && told.last == "answered")
  }

  @Test("If the bus does not know a caller, the caller still gets its reply")
  func gone() throws {
    #expect(try told(":1.9999") == ["answered", "settled"])
  }

  @Test("If a caller's process was not requested, the reply to the caller is sent at once")
  func unasked() {
    var count = 0
    for name in [nil, connection.uniqueName] { callers.settle(name) { count += 1 } }
    #expect(count == 2 && work.isEmpty)
  }
}
