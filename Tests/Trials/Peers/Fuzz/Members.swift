import NightBus
import TestSupport

/// The methods, properties and signals that a daemon has on the bus.
struct Members: Sendable {
  struct Member: Sendable {
    let interface: String
    let name: String
    /// The types of the member's input arguments.
    var inputs: [BusType] = []
  }

  private(set) var paths: [String] = []
  private(set) var methods: [Member] = []
  private(set) var signals: [Member] = []
  private(set) var properties: [Member] = []

  var interfaces: [String] {
    Set((methods + signals + properties).map(\.interface)).sorted()
  }

  /// Reads the introspection data of every path, beginning at the root.
  init(_ caller: Caller) throws {
    var waiting: [ObjectPath] = ["/"]
    while let path = waiting.popLast(), paths.count < 100 {
      paths.append(path.text)
      let answer = try caller.call(
        "org.freedesktop.DBus.Introspectable",
        "Introspect",
        at: path
      )
      let xml = (try? answer.get().first?.asString) ?? ""
      for child in read(xml) {
        if let path = ObjectPath((path.text == "/" ? "" : path.text) + "/" + child) {
          waiting.append(path)
        }
      }
    }
    // The introspection data lacks these members, but any program can call them.
    methods += [
      Member(interface: "org.freedesktop.DBus.ObjectManager", name: "GetManagedObjects"),
      Member(interface: "org.freedesktop.DBus.Peer", name: "Pong"),
      Member(interface: "org.example.Nothing", name: "Nothing"),
    ]
  }

  /// Adds the members in one object's XML; returns the names of the object's children.
  private mutating func read(_ xml: String) -> [String] {
    var children: [String] = []
    var interface = ""
    for line in xml.split(separator: "\n") {
      let name = Self.value(of: "name", in: line)
      if line.contains("<node ") { children.append(name) }
      if line.contains("<interface ") { interface = name }
      let member = Member(interface: interface, name: name)
      if line.contains("<method ") { methods.append(member) }
      if line.contains("<signal ") { signals.append(member) }
      if line.contains("<property ") { properties.append(member) }
      if line.contains("direction=\"in\""), !methods.isEmpty,
        let signature = try? Signature(checking: Self.value(of: "type", in: line))
      {
        methods[methods.count - 1].inputs += signature.types
      }
    }
    return children
  }

  private static func value(of key: String, in line: Substring) -> String {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    let index = parts.firstIndex { $0.hasSuffix(" \(key)=") }
    return index.map { String(parts[$0 + 1]) } ?? ""
  }
}
