/// Introspection XML that describes the members of an interface, indented for use inside a node.
struct MemberXML {
  var properties = ""
  var methods = ""
  var signals = ""

  /// The XML that describes one interface, whose members may be in several tables.
  static func interface(_ name: InterfaceName, _ tables: [MemberXML]) -> String {
    "  <interface name=\"\(name)\">\n"
      + tables.map(\.properties).joined()
      + tables.map(\.methods).joined()
      + tables.map(\.signals).joined()
      + "  </interface>\n"
  }
}

extension Interface {
  /// The introspection XML of the interface.
  package var xml: String { MemberXML.interface(name, [memberXML]) }

  var memberXML: MemberXML {
    var xml = MemberXML()
    for property in properties {
      xml.properties += """
            <property name="\(property.name)" type="\(property.type.code)" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" \
        value="\(property.change.annotation)"/>
            </property>

        """
    }
    for method in methods {
      xml.methods += "    <method name=\"\(method.name)\">\n"
      xml.methods += method.inputs.map { $0.xml(" direction=\"in\"") }.joined()
      xml.methods += method.outputs.map { $0.xml(" direction=\"out\"") }.joined()
      xml.methods += "    </method>\n"
    }
    for signal in signals {
      xml.signals += "    <signal name=\"\(signal.name)\">\n"
      xml.signals += signal.arguments.map { $0.xml("") }.joined()
      xml.signals += "    </signal>\n"
    }
    return xml
  }
}

extension Argument {
  fileprivate func xml(_ direction: String) -> String {
    "      <arg name=\"\(name)\" type=\"\(type.code)\"\(direction)/>\n"
  }
}

/// Writes the introspection XML of objects.
enum Introspection {
  static let heading = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

    """

  static func xml(interfaces: [String], children: [String]) -> String {
    let nodes = children.map { "  <node name=\"\($0)\"/>\n" }
    return heading + "<node>\n" + (interfaces + nodes).joined() + "</node>\n"
  }

  /// The XML of the interfaces that every object has.
  static let common = [peer, properties, introspectable].map(\.xml)

  private static let introspectable = Interface<Void>(
    .introspectable,
    methods: [Method("Introspect", [], gives: [Argument("xml_data", .string)]) { _, _ in }]
  )

  // libdbus itself replies to calls of this interface.
  private static let peer = Interface<Void>(
    .peer,
    methods: [
      Method("Ping", [], gives: []) { _, _ in },
      Method("GetMachineId", [], gives: [Argument("machine_uuid", .string)]) { _, _ in },
    ]
  )

  private static let properties = Interface<Void>(
    .properties,
    methods: [
      Method(
        "Get",
        [Argument("interface_name", .string), Argument("property_name", .string)],
        gives: [Argument("value", .variant)]
      ) { _, _ in },
      Method(
        "GetAll",
        [Argument("interface_name", .string)],
        gives: [Argument("properties", .dictionary(.string, .variant))]
      ) { _, _ in },
      Method(
        "Set",
        [
          Argument("interface_name", .string), Argument("property_name", .string),
          Argument("value", .variant),
        ],
        gives: []
      ) { _, _ in },
    ],
    signals: [
      Signal(
        "PropertiesChanged",
        [
          Argument("interface_name", .string),
          Argument("changed_properties", .dictionary(.string, .variant)),
          Argument("invalidated_properties", .array(.string)),
        ]
      )
    ]
  )
}

extension Property.Change {
  fileprivate var annotation: String {
    switch self {
    case .emitsChange: "true"
    case .constant: "const"
    case .silent: "false"
    }
  }
}
