extension Interface {
  /// The table as introspection XML, indented for standing in a node.
  package var xml: String {
    var text = "  <interface name=\"\(name)\">\n"
    for property in properties {
      text += """
            <property name="\(property.name)" type="\(property.type.code)" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" \
        value="\(property.change.word)"/>
            </property>

        """
    }
    for method in methods {
      text += "    <method name=\"\(method.name)\">\n"
      text += method.inputs.map { $0.xml(" direction=\"in\"") }.joined()
      text += method.outputs.map { $0.xml(" direction=\"out\"") }.joined()
      text += "    </method>\n"
    }
    for signal in signals {
      text += "    <signal name=\"\(signal.name)\">\n"
      text += signal.arguments.map { $0.xml("") }.joined()
      text += "    </signal>\n"
    }
    return text + "  </interface>\n"
  }
}

extension Argument {
  fileprivate func xml(_ direction: String) -> String {
    "      <arg name=\"\(name)\" type=\"\(type.code)\"\(direction)/>\n"
  }
}

/// The introspection of an object.
enum Introspection {
  static let heading = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

    """

  static func xml(interfaces: [String], children: [String]) -> String {
    let nodes = children.map { "  <node name=\"\($0)\"/>\n" }
    return heading + "<node>\n" + (interfaces + nodes).joined() + "</node>\n"
  }

  /// What every object here has besides its own interfaces.
  static let common = [peer, properties, introspectable].map(\.xml)

  private static let introspectable = Interface<Void>(
    .introspectable,
    methods: [Method("Introspect", [], gives: [Argument("xml_data", .string)]) { _, _ in }]
  )

  // libdbus itself answers these.
  private static let peer = Interface<Void>(
    "org.freedesktop.DBus.Peer",
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
  fileprivate var word: String {
    switch self {
    case .told: "true"
    case .constant: "const"
    case .untold: "false"
    }
  }
}
