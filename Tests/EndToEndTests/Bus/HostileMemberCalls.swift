import NightBus
import TestSupport

/// Calls with arguments of wrong types, and calls to missing objects, interfaces, methods and
/// properties.
extension HostileCallTests {
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

  private static func dbus(_ name: String) -> ErrorName {
    ErrorName(unchecked: "org.freedesktop.DBus.Error." + name)
  }

  static func types(
    _ interface: InterfaceName,
    _ member: MemberName,
    _ expected: String,
    _ arguments: [BusValue]
  ) -> Bad {
    let given = arguments.map(\.type.code).joined()
    return Bad(
      interface: interface,
      member: member,
      arguments: arguments,
      name: dbus("InvalidArgs"),
      sentence: "\(member) takes “\(expected)”, but was called with “\(given)”"
    )
  }

  static let shapes: [Bad] = [
    types(.control, "Set", "sa{sv}", []),
    types(.control, "Set", "sa{sv}", [.string("dark")]),
    types(.control, "Set", "sa{sv}", [.byte(1), none]),
    types(.control, "Set", "sa{sv}", [.variant(.string("dark")), none]),
    types(.control, "Set", "sa{sv}", [.string("dark"), .dictionary(.string, .string, [])]),
    types(.control, "Set", "sa{sv}", [.string("dark"), none, none]),
    types(.control, "Toggle", "a{sv}", [.string("dark")]),
    types(.style, "Get", "", [.string("dark")]),
    types(.style, "GetFor", "s", [.objectPath("/a")]),
    types(.style, "Subscribe", "", [.structure([.double(.nan), .int64(.min)])]),
    types(properties, "Get", "ss", [.string("Style")]),
    types(properties, "GetAll", "s", []),
  ]

  private static func property(
    _ member: MemberName,
    _ arguments: [BusValue],
    _ name: String,
    _ sentence: String
  ) -> Bad {
    Bad(
      interface: properties,
      member: member,
      arguments: arguments,
      name: dbus(name),
      sentence: sentence
    )
  }

  private static let style = BusValue.string("org.nightd.Night1.Style")
  static let longPath = ObjectPath(unchecked: "/" + million)

  static let places: [Bad] = [
    Bad(
      path: "/",
      member: "Set",
      arguments: [.string("dark"), none],
      name: dbus("UnknownObject"),
      sentence: "there is no object “/”"
    ),
    Bad(
      path: "/org/nightd/Night1/x",
      interface: .style,
      member: "Get",
      name: dbus("UnknownObject"),
      sentence: "there is no object “/org/nightd/Night1/x”"
    ),
    Bad(
      path: longPath,
      interface: .style,
      member: "Get",
      name: dbus("UnknownObject"),
      sentence: "there is no object “/\(shown.dropLast())…”"
    ),
    Bad(
      interface: "org.nightd.Night2",
      member: "Get",
      name: dbus("UnknownInterface"),
      sentence: "/org/nightd/Night1 has no interface org.nightd.Night2"
    ),
    Bad(
      interface: .style,
      member: "get",
      name: dbus("UnknownMethod"),
      sentence: "org.nightd.Night1.Style has no method get"
    ),
    Bad(
      interface: .style,
      member: "Set",
      arguments: [.string("dark"), none],
      name: dbus("UnknownMethod"),
      sentence: "org.nightd.Night1.Style has no method Set"
    ),
    Bad(
      interface: .style,
      member: "Changed",
      name: dbus("UnknownMethod"),
      sentence: "org.nightd.Night1.Style has no method Changed"
    ),
    Bad(
      interface: "org.freedesktop.DBus.Introspectable",
      member: "Inspect",
      name: dbus("UnknownMethod"),
      sentence: "org.freedesktop.DBus.Introspectable has no method Inspect"
    ),
    property(
      "Set",
      [style, .string("Style"), .variant(.string("dark"))],
      "PropertyReadOnly",
      "Style is read-only"
    ),
    property(
      "Set",
      [style, .string("Nothing"), .variant(.byte(1))],
      "UnknownProperty",
      "org.nightd.Night1.Style has no property “Nothing”"
    ),
    property(
      "Get",
      [style, .string(million)],
      "UnknownProperty",
      "org.nightd.Night1.Style has no property “\(shown)…”"
    ),
    property(
      "Get",
      [.string(million), .string("Style")],
      "UnknownInterface",
      "there is no interface “\(shown)…” here"
    ),
    property("GetAll", [.string("")], "UnknownInterface", "there is no interface “” here"),
    property(
      "Reset",
      [],
      "UnknownMethod",
      "org.freedesktop.DBus.Properties has no method Reset"
    ),
  ]
}
