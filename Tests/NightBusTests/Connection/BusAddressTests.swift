import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Addresses of the session bus")
struct SessionBusTests {
  private static let variable = "DBUS_SESSION_BUS_ADDRESS"

  @Test(
    "If the environment has a session bus address, it is used, unless it is an autolaunch address",
    arguments: [
      ("unix:path=/run/user/1000/bus", "unix:path=/run/user/1000/bus"),
      ("unix:abstract=/tmp/x,guid=1", "unix:abstract=/tmp/x,guid=1"), ("nonsense", "nonsense"),
      ("autolaunch:", nil), ("autolaunch:scope=*install-path", nil), (";autolaunch:;", nil),
      ("unix:path=/a;autolaunch:", "unix:path=/a"), ("autolaunch:;unix:path=/a", "unix:path=/a"),
      ("unix:path=/a;unix:path=/b", "unix:path=/a;unix:path=/b"),
      (";unix:path=/a;;unix:path=/b;", "unix:path=/a;unix:path=/b"),
    ]
  )
  func named(address: String, expected: String?) throws {
    guard let expected else {
      #expect(
        throws: BusError.noBus("\(Self.variable) is “autolaunch:”, which is not supported")
      ) { try Self.address([Self.variable: address]) }
      return
    }
    #expect(try Self.address([Self.variable: address]) == expected)
  }

  @Test(
    "If neither a bus address nor a runtime folder is set, no session bus is found",
    arguments: [[:], [variable: ""], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "relative"]]
  )
  func nowhere(environment: [String: String]) {
    #expect(throws: BusError.self) { try Self.address(environment) }
  }

  @Test("If a runtime folder has no bus socket, the error shows the path of the missing socket")
  func missing() throws {
    let folder = try TemporaryFolder()
    #expect(
      throws: BusError.noBus("\(Self.variable) is not set and \(folder.file("bus")) does not exist")
    ) { try Self.address(["XDG_RUNTIME_DIR": folder.path]) }
  }

  @Test("A bus socket is found in the runtime folder, whatever the folder's name is")
  func escaped() throws {
    let bus = try PrivateBus()
    let folder = try TemporaryFolder(below: "/tmp")
    let runtime = try folder.makeFolder("a b,c;d=é%'")
    let socket = try #require(bus.address.split(separator: ",").first?.split(separator: "=").last)
    try #require(symlink(String(socket), runtime + "/bus") == 0)
    let address = try Self.address(["XDG_RUNTIME_DIR": runtime, Self.variable: ""])
    #expect(address == "unix:path=\(folder.path)/a%20b%2cc%3bd%3d%c3%a9%25%27/bus")
    #expect(try Connection(address: address).uniqueName.isUnique)
  }

  private static func address(_ environment: [String: String]) throws(BusError) -> String {
    try SessionBus.address { environment[$0] }
  }

  @Test("The first call can be sent together with `Hello`, and its reply arrives")
  func firstQuestion() throws {
    let bus = try PrivateBus()
    var answers: [Result<[BusValue], BusError>] = []
    let question = try Message.call(to: .bus, at: .bus, .bus, "GetId")
    let connection = try Connection(
      address: bus.address,
      asking: question,
      milliseconds: 5_000
    ) { answers.append($0) }
    let again = try Message.call(to: .bus, at: .bus, .bus, "GetId")
    #expect(connection.uniqueName.isUnique)
    #expect(answers == [.success(try connection.callAndWait(again, milliseconds: 5_000).values())])
  }

  @Test("A connection still works if its first call is refused")
  func refusedQuestion() throws {
    let bus = try PrivateBus()
    var answers: [Result<[BusValue], BusError>] = []
    let question = try Message.call(to: "com.example.Nobody", at: "/", .peer, "Ping")
    let connection = try Connection(
      address: bus.address,
      asking: question,
      milliseconds: 5_000
    ) { answers.append($0) }
    guard case .failure(.refused(let refusal))? = answers.first else {
      Issue.record("\(answers)")
      return
    }
    #expect(refusal.name == "org.freedesktop.DBus.Error.ServiceUnknown")
    let again = try Message.call(to: .bus, at: .bus, .bus, "GetId")
    #expect(try connection.callAndWait(again, milliseconds: 5_000).values().count == 1)
  }
}

@Suite("Addresses of the system bus")
struct SystemBusTests {
  private static let usual =
    "unix:path=/run/dbus/system_bus_socket;unix:path=/var/run/dbus/system_bus_socket"

  @Test(
    "If the environment has a system bus address, it is used, unless it is an autolaunch address",
    arguments: [
      (nil, usual), ("", usual), ("autolaunch:", usual), ("unix:path=/a", "unix:path=/a"),
      ("autolaunch:;unix:path=/a", "unix:path=/a"),
    ]
  )
  func address(named: String?, expected: String) {
    let address = SystemBus.address { $0 == "DBUS_SYSTEM_BUS_ADDRESS" ? named : "unix:path=/no" }
    #expect(address == expected)
  }
}
