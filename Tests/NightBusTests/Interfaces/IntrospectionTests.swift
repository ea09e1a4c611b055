import NightBus
import TestSupport
import Testing

@Suite("Introspection")
struct IntrospectionTests {
  private static let heading = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

    """

  private static let table = Interface<Void>(
    "org.example.Small",
    properties: [
      Property("Count", .uint32, .emitsChange) { .uint32(0) },
      Property("Version", .string, .constant) { .string("1") },
    ],
    methods: [
      Method(
        "Do",
        [Argument("what", .string), Argument("options", .dictionary(.string, .variant))],
        gives: [Argument("done", .boolean)]
      ) { _, _ in },
      Method("Nothing", [], gives: []) { _, _ in },
    ],
    signals: [Signal("Done", [Argument("what", .string)])]
  )

  @Test("An interface table is written as introspection XML")
  func table() {
    #expect(
      Self.table.xml == """
          <interface name="org.example.Small">
            <property name="Count" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>
            <property name="Version" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <method name="Do">
              <arg name="what" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="done" type="b" direction="out"/>
            </method>
            <method name="Nothing">
            </method>
            <signal name="Done">
              <arg name="what" type="s"/>
            </signal>
          </interface>

        """
    )
  }

  @Test("If a path is above an object, introspection lists only the next part of the object's path")
  func children() throws {
    var server = ObjectServer()
    #expect(server.introspection(of: "/") == nil)
    for path in ["/org/example/One", "/org/example/Two/Deep", "/orga"] as [ObjectPath] {
      server.export(Self.table, (), at: path)
    }
    for (path, names) in [
      ("/", ["org", "orga"]), ("/org", ["example"]), ("/org/example", ["One", "Two"]),
      ("/org/example/Two", ["Deep"]),
    ] as [(ObjectPath, [String])] {
      let nodes = names.map { "  <node name=\"\($0)\"/>\n" }.joined()
      #expect(server.introspection(of: path) == Self.heading + "<node>\n\(nodes)</node>\n")
    }
    for path in ["/or", "/org/example/Three", "/org/example/One/Below"] as [ObjectPath] {
      #expect(server.introspection(of: path) == nil)
    }
  }

  @Test("The introspection of an object lists the common interfaces before the object's own")
  func object() throws {
    let bench = try Bench()
    let service = try bench.connect()
    service.server.export(Self.table, (), at: "/a")
    service.server.export(Echo.interface, Echo(), at: "/a")
    service.server.export(Self.table, (), at: "/a/b")
    let client = try bench.connect()
    let answer = try bench.call(
      client,
      .call(to: service.uniqueName, at: "/a", .introspectable, "Introspect")
    )
    let text = try #require(answer.first?.asString)
    #expect(text.hasPrefix(Self.heading + "<node>\n"))
    #expect(text.hasSuffix(Self.table.xml + Echo.interface.xml + "  <node name=\"b\"/>\n</node>\n"))
    let names = text.split(separator: "\n").filter { $0.contains("<interface") }
      .compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
    #expect(
      names == [
        "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Properties",
        "org.freedesktop.DBus.Introspectable", "org.example.Small", "org.example.Echo",
      ]
    )
  }

  @Test("Each object has the members of the common D-Bus interfaces")
  func common() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    #expect(
      try bench.call(client, .call(to: service.uniqueName, at: "/", .peer, "Ping")) == []
    )
    let machine = try? bench.call(
      client,
      .call(to: service.uniqueName, at: "/", .peer, "GetMachineId")
    )
    // If the machine has no ID, an error is the right reply.
    #expect(machine.map { $0.map(\.type) == [.string] } ?? true)
  }
}
