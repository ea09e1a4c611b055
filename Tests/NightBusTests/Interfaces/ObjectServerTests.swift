import NightBus
import TestSupport
import Testing

@Suite("Objects on the bus")
struct ObjectServerTests {
  private static let unknown = "org.freedesktop.DBus.Error.Unknown"

  @Test(
    "If a call's object or member does not exist, the call is refused, and the error names what is missing",
    arguments: [
      (
        "/org/example/None", "org.example.Echo", "Echo", "Object",
        "there is no object “/org/example/None”"
      ),
      ("/", "org.example.Echo", "Echo", "Object", "there is no object “/”"),
      (
        "/org/example/Echo", "org.example.None", "Echo", "Interface",
        "/org/example/Echo has no interface org.example.None"
      ),
      (
        "/org/example/Echo", "org.example.Echo", "None", "Method",
        "org.example.Echo has no method None"
      ),
      (
        "/org/example/Echo", "org.freedesktop.DBus.Properties", "None", "Method",
        "org.freedesktop.DBus.Properties has no method None"
      ),
      (
        "/org/example/None", "org.freedesktop.DBus.Properties", "Get", "Object",
        "there is no object “/org/example/None”"
      ),
      (
        "/org/example/Echo", "org.freedesktop.DBus.Introspectable", "None", "Method",
        "org.freedesktop.DBus.Introspectable has no method None"
      ),
      (
        "/org/example/None", "org.freedesktop.DBus.Introspectable", "Introspect", "Object",
        "there is no object “/org/example/None”"
      ),
    ] as [(ObjectPath, InterfaceName, MemberName, String, String)]
  )
  func missing(
    path: ObjectPath,
    interface: InterfaceName,
    member: MemberName,
    kind: String,
    why: String
  ) throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    let name = try ErrorName(checking: Self.unknown + kind)
    #expect(throws: BusError.refused(Refusal(name, why))) {
      try bench.call(client, .call(to: service.uniqueName, at: path, interface, member))
    }
  }

  @Test("If arguments have the wrong types, the refusal lists the expected and the given types")
  func signature() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    for (member, arguments, message) in [
      ("Echo", [], "Echo takes “v”, but was called with “”"),
      ("Echo", [.string("x")], "Echo takes “v”, but was called with “s”"),
      ("Drop", [.byte(1), .options([])], "Drop takes “”, but was called with “ya{sv}”"),
      ("Keep", [.int32(1)], "Keep takes “u”, but was called with “i”"),
    ] as [(MemberName, [BusValue], String)] {
      #expect(throws: BusError.refused(.invalidArguments(message))) {
        try bench.call(member, of: service, from: client, arguments)
      }
    }
  }

  @Test("A call may omit its interface")
  func withoutInterface() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let peer = try RawPeer(bench)
    var message = RawMessage(path: Echo.path.text, member: "Keep")
    message.destination = service.uniqueName.text
    #expect(try peer.exchange(message).errorName == "org.freedesktop.DBus.Error.InvalidArgs")
    message.member = "None"
    #expect(try peer.exchange(message).errorName == Self.unknown + "Method")
    message.member = "Echo"
    message.signature = "v"
    message.body = [1, UInt8(ascii: "y"), 0, 7]
    let reply = try peer.exchange(message)
    #expect(reply.kind == .answer)
    #expect(reply.body == [1, UInt8(ascii: "y"), 0, 7])
  }

  @Test("A call that asks for no reply gets no reply, even if the call fails")
  func noReply() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let peer = try RawPeer(bench)
    var calls = 0
    echo.onCall = { _ in calls += 1 }
    var message = RawMessage(flags: 1, path: Echo.path.text, interface: Echo.name.text)
    message.destination = service.uniqueName.text
    for member in ["None", "Drop", "Mistake", "Keep", "Echo"] {
      message.member = member
      try peer.send(message)
    }
    message.member = "Echo"
    message.signature = "v"
    message.body = [1, UInt8(ascii: "y"), 0, 7]
    try peer.send(message)
    message.flags = 0
    let before = peer.answerCount
    _ = try peer.exchange(message)
    #expect(calls == 2)
    #expect(peer.answerCount == before + 1)
  }

  @Test("Properties can be read one by one or all at once, and cannot be set")
  func properties() throws {
    let bench = try Bench()
    let echo = Echo()
    echo.count = 3
    let service = try bench.serve(echo)
    let client = try bench.connect()
    let name = BusValue.string(Echo.name.text)
    func properties(_ member: MemberName, _ arguments: [BusValue]) throws -> [BusValue] {
      try bench.call(
        client,
        .call(to: service.uniqueName, at: Echo.path, .properties, member, arguments)
      )
    }
    #expect(try properties("Get", [name, .string("Count")]) == [.variant(.uint32(3))])
    #expect(try properties("Get", [name, .string("Kind")]) == [.variant(.string("echo"))])
    #expect(
      try properties("GetAll", [name])
        == [.options([("Count", .uint32(3)), ("Kind", .string("echo"))])]
    )
    for (member, arguments, error, message) in [
      (
        "Get", [name, .string("None\n")], "UnknownProperty",
        #"org.example.Echo has no property “None\u{a}”"#
      ),
      (
        "Get", [.string(""), .string("Count")], "UnknownInterface", "there is no interface “” here"
      ),
      ("GetAll", [.string("a.b")], "UnknownInterface", "there is no interface “a.b” here"),
      ("Get", [name], "InvalidArgs", "Get takes “ss”, but was called with “s”"),
      (
        "Set", [name, .string("Count"), .variant(.uint32(4))], "PropertyReadOnly",
        "Count is read-only"
      ),
      (
        "Set", [name, .string("None"), .variant(.uint32(4))], "UnknownProperty",
        "org.example.Echo has no property “None”"
      ),
    ] as [(MemberName, [BusValue], String, String)] {
      let error = try ErrorName(checking: "org.freedesktop.DBus.Error." + error)
      #expect(throws: BusError.refused(Refusal(error, message))) {
        try properties(member, arguments)
      }
    }
    #expect(echo.count == 3)
  }

  @Test("`PropertiesChanged` contains the current values, and never a constant property")
  func changes() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    let owner = try NameOwner(of: service.uniqueName, on: client, milliseconds: 5_000) { _ in
      bench.done()
    }
    try bench.run()
    var received: [[BusValue]] = []
    let subscription = try client.subscribe(MatchRule(path: Echo.path), from: owner) { message in
      received.append((try? message.values()) ?? [])
    }
    try bench.settle(client)
    echo.count = 9
    func changed(_ names: [MemberName]) throws {
      let message = try service.server.propertiesChanged(names, of: Echo.name, at: Echo.path)
      switch consume message {
      case .some(let message): try service.send(message)
      case nil: received.append([])
      }
    }
    try changed(["Count", "Kind", "None"])
    try changed(["Kind"])
    try changed([])
    try service.send(service.server.signal("Changed", of: Echo.name, at: Echo.path, [.uint32(1)]))
    try bench.settle(client, after: service)
    #expect(
      received == [
        [], [], [.string(Echo.name.text), .options([("Count", .uint32(9))]), .strings([])],
        [.uint32(1)],
      ]
    )
    withExtendedLifetime(subscription) {}
  }

  @Test("The server can send only signals that the interface table lists")
  func signals() throws {
    let bench = try Bench()
    let service = try bench.serve()
    for (name, interface, path, values) in [
      ("None", Echo.name, Echo.path, []), ("Changed", Echo.name, Echo.path, []),
      ("Changed", Echo.name, Echo.path, [.int32(1)]),
      ("Changed", Echo.name, Echo.path, [.uint32(1), .uint32(1)]),
      ("Changed", "a.b", Echo.path, [.uint32(1)]), ("Changed", Echo.name, "/", [.uint32(1)]),
    ] as [(MemberName, InterfaceName, ObjectPath, [BusValue])] {
      #expect(
        throws: BusError.malformed(
          "\(interface) at \(path) has no signal \(name) with these values"
        )
      ) { _ = try service.server.signal(name, of: interface, at: path, values) }
    }
  }

  @Test("A handler of a call may add objects")
  func export() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    echo.onCall = { _ in service.server.export(Echo.interface, Echo(), at: "/more") }
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
    let answer = try bench.call(
      client,
      .call(to: service.uniqueName, at: "/more", Echo.name, "Echo", [.variant(.byte(2))])
    )
    #expect(answer == [.variant(.byte(2))])
  }
}
